import type { CrushLists } from "#contract/crushes/crushes.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** Reducers that apply an event to the four lists. Each returns its argument when nothing changes. */

const includesMember = (list: readonly MemberSummary[], id: string): boolean =>
  list.some((member) => member._id === id);
const withoutMember = (list: MemberSummary[], id: string): MemberSummary[] =>
  includesMember(list, id) ? list.filter((member) => member._id !== id) : list;
const prependMember = (list: MemberSummary[], member: MemberSummary): MemberSummary[] =>
  includesMember(list, member._id) ? list : [member, ...list];

export const hasSentCrush = (lists: CrushLists, id: string): boolean =>
  includesMember(lists.crushesSent, id) || includesMember(lists.matches, id);

export function applyCrushReceived(lists: CrushLists, from: MemberSummary): CrushLists {
  if (includesMember(lists.crushesReceived, from._id)) return lists;
  return { ...lists, crushesReceived: [from, ...lists.crushesReceived] };
}

/** Adds a sent crush. A crush that answers one of theirs is left out: it makes a match, which has its own event. */
export function applyCrushSent(lists: CrushLists, member: MemberSummary): CrushLists {
  if (hasSentCrush(lists, member._id) || includesMember(lists.crushesReceived, member._id)) return lists;
  return { ...lists, crushesSent: [member, ...lists.crushesSent] };
}

/** Adds a match. It stays in the received list and leaves the sent one. */
export function applyMatch(lists: CrushLists, member: MemberSummary): CrushLists {
  return {
    crushesReceived: prependMember(lists.crushesReceived, member),
    crushesSent: withoutMember(lists.crushesSent, member._id),
    matches: prependMember(lists.matches, member),
    activeConnections: lists.activeConnections,
  };
}

/** Moves a match to the top of the active connections. */
export function applyMessage(lists: CrushLists, otherId: string): CrushLists {
  const member = lists.matches.find(({ _id }) => _id === otherId);
  if (!member || lists.activeConnections[0]?._id === otherId) return lists;
  return { ...lists, activeConnections: [member, ...withoutMember(lists.activeConnections, otherId)] };
}

/** Removes the crush of a member who was passed on. A match stays. */
export function applyPass(lists: CrushLists, id: string): CrushLists {
  if (hasSentCrush(lists, id)) return lists;
  return { ...lists, crushesReceived: withoutMember(lists.crushesReceived, id) };
}

/** Removes a member from all lists. */
export function applyRelationshipEnded(lists: CrushLists, id: string): CrushLists {
  return {
    crushesReceived: withoutMember(lists.crushesReceived, id),
    crushesSent: withoutMember(lists.crushesSent, id),
    matches: withoutMember(lists.matches, id),
    activeConnections: withoutMember(lists.activeConnections, id),
  };
}

/** How many received crushes are not answered. */
export const countUnanswered = (lists: CrushLists): number =>
  lists.crushesReceived.filter(({ _id }) => !hasSentCrush(lists, _id)).length;
