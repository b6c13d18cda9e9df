import type { CrushLists } from "#contract/crushes.ts";
import type { MemberSummary } from "#contract/shapes.ts";

/** What an event does to the four lists. Each returns the lists it was given where nothing changes. */

const has = (list: readonly MemberSummary[], id: string): boolean => list.some((member) => member._id === id);
const without = (list: MemberSummary[], id: string): MemberSummary[] =>
  has(list, id) ? list.filter((member) => member._id !== id) : list;
const first = (list: MemberSummary[], member: MemberSummary): MemberSummary[] =>
  has(list, member._id) ? list : [member, ...list];

/** Whether a crush on them is in: in the sent list, or answered. */
export const isSent = (lists: CrushLists, id: string): boolean => has(lists.crushesSent, id) || has(lists.matches, id);

/** Someone crushed on me. */
export function applyReceived(lists: CrushLists, from: MemberSummary): CrushLists {
  if (has(lists.crushesReceived, from._id)) return lists;
  return { ...lists, crushesReceived: [from, ...lists.crushesReceived] };
}

/** My crush on them is in. One that answers theirs is a match, which is told by itself. */
export function applySent(lists: CrushLists, member: MemberSummary): CrushLists {
  if (isSent(lists, member._id) || has(lists.crushesReceived, member._id)) return lists;
  return { ...lists, crushesSent: [member, ...lists.crushesSent] };
}

/** Both have crushed: a match, on both received lists, waiting on neither. */
export function applyMatched(lists: CrushLists, member: MemberSummary): CrushLists {
  return {
    crushesReceived: first(lists.crushesReceived, member),
    crushesSent: without(lists.crushesSent, member._id),
    matches: first(lists.matches, member),
    activeConnections: lists.activeConnections,
  };
}

/** A message between me and a match: they are an active connection now, the latest first. */
export function applyMessage(lists: CrushLists, otherId: string): CrushLists {
  const member = lists.matches.find(({ _id }) => _id === otherId);
  if (!member || lists.activeConnections[0]?._id === otherId) return lists;
  return { ...lists, activeConnections: [member, ...without(lists.activeConnections, otherId)] };
}

/** Contact with them has ended: they are on no list. */
export function applyEnded(lists: CrushLists, id: string): CrushLists {
  return {
    crushesReceived: without(lists.crushesReceived, id),
    crushesSent: without(lists.crushesSent, id),
    matches: without(lists.matches, id),
    activeConnections: without(lists.activeConnections, id),
  };
}
