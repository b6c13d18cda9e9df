import type { CrushLists } from "#contract/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** What an event does to the four lists. Each returns the lists it was given where nothing changes. */

const includesMember = (list: readonly MemberSummary[], id: string): boolean =>
  list.some((member) => member._id === id);
const withoutMember = (list: MemberSummary[], id: string): MemberSummary[] =>
  includesMember(list, id) ? list.filter((member) => member._id !== id) : list;
const prependMember = (list: MemberSummary[], member: MemberSummary): MemberSummary[] =>
  includesMember(list, member._id) ? list : [member, ...list];

/** Whether a crush on them is in: in the sent list, or answered. */
export const hasSentCrush = (lists: CrushLists, id: string): boolean =>
  includesMember(lists.crushesSent, id) || includesMember(lists.matches, id);

/** Someone crushed on me. */
export function applyCrushReceived(lists: CrushLists, from: MemberSummary): CrushLists {
  if (includesMember(lists.crushesReceived, from._id)) return lists;
  return { ...lists, crushesReceived: [from, ...lists.crushesReceived] };
}

/** My crush on them is in. One that answers theirs is a match, which is told by itself. */
export function applyCrushSent(lists: CrushLists, member: MemberSummary): CrushLists {
  if (hasSentCrush(lists, member._id) || includesMember(lists.crushesReceived, member._id)) return lists;
  return { ...lists, crushesSent: [member, ...lists.crushesSent] };
}

/** Both have crushed: a match, on both received lists, waiting on neither. */
export function applyMatch(lists: CrushLists, member: MemberSummary): CrushLists {
  return {
    crushesReceived: prependMember(lists.crushesReceived, member),
    crushesSent: withoutMember(lists.crushesSent, member._id),
    matches: prependMember(lists.matches, member),
    activeConnections: lists.activeConnections,
  };
}

/** A message between me and a match: they are an active connection now, the latest first. */
export function applyMessage(lists: CrushLists, otherId: string): CrushLists {
  const member = lists.matches.find(({ _id }) => _id === otherId);
  if (!member || lists.activeConnections[0]?._id === otherId) return lists;
  return { ...lists, activeConnections: [member, ...withoutMember(lists.activeConnections, otherId)] };
}

/** Contact with them has ended: they are on no list. */
export function applyContactEnded(lists: CrushLists, id: string): CrushLists {
  return {
    crushesReceived: withoutMember(lists.crushesReceived, id),
    crushesSent: withoutMember(lists.crushesSent, id),
    matches: withoutMember(lists.matches, id),
    activeConnections: withoutMember(lists.activeConnections, id),
  };
}
