import type { InfiniteData } from "@tanstack/react-query";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts, CrushListEntry } from "#contract/crushes/crushes.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { CRUSH_COUNT_MAX } from "#contract/limits.ts";
import type { CrushSender, MemberSummary } from "#contract/schemas.ts";

/** The loaded pages of a list, the newest first. */
export type CrushPages = InfiniteData<ResponseOf<Endpoints["GET /api/crushes/lists/:list"]>, string | undefined>;

/**
 * What is cached of the lists and their counts. Each reducer below applies an event to it, returns its argument when
 * nothing changes, and drops the counts if it cannot tell them.
 */
export interface CrushState {
  readonly lists: { readonly [L in CrushList]?: CrushPages | undefined };
  readonly counts?: CrushCounts | undefined;
}

/** The members of the loaded pages. */
export function listEntries(pages: CrushPages | undefined): CrushListEntry[] {
  const found = new Map<string, CrushListEntry>();
  // A member who has moved to the top since the first page was loaded may be on a later one, too.
  for (const member of pages?.pages.flatMap(({ members }) => members) ?? [])
    if (!found.has(member._id)) found.set(member._id, member);
  return [...found.values()];
}

const findEntry = ({ lists }: CrushState, list: CrushList, id: string): CrushListEntry | undefined =>
  listEntries(lists[list]).find(({ _id }) => _id === id);

const withPages = (state: CrushState, list: CrushList, pages: CrushPages): CrushState => ({
  ...state,
  lists: { ...state.lists, [list]: pages },
});

function changePages(
  state: CrushState,
  list: CrushList,
  change: (members: CrushListEntry[], page: number) => CrushListEntry[],
): CrushState {
  const loaded = state.lists[list];
  if (!loaded) return state;
  const pages = loaded.pages.map((page, i) => ({ ...page, members: change(page.members, i) }));
  return withPages(state, list, { ...loaded, pages });
}

const prepend = (state: CrushState, list: CrushList, entry: CrushListEntry): CrushState =>
  findEntry(state, list, entry._id)
    ? state
    : changePages(state, list, (members, page) => (page === 0 ? [entry, ...members] : members));

const remove = (state: CrushState, list: CrushList, id: string): CrushState =>
  findEntry(state, list, id) ? changePages(state, list, (members) => members.filter(({ _id }) => _id !== id)) : state;

const withoutCounts = (state: CrushState): CrushState => ({ ...state, counts: undefined });

/** A count that is capped says nothing about what is below. */
function count(state: CrushState, list: keyof CrushCounts, by: 1 | -1): CrushState {
  const { counts } = state;
  if (!counts || (by > 0 && counts[list] >= CRUSH_COUNT_MAX)) return state;
  if (by < 0 && counts[list] >= CRUSH_COUNT_MAX) return withoutCounts(state);
  return { ...state, counts: { ...counts, [list]: Math.max(0, counts[list] + by) } };
}

/** Removes a member, who may be in a part of the list that is not loaded. */
function removeAndCount(state: CrushState, list: keyof CrushCounts, id: string): CrushState {
  if (findEntry(state, list, id)) return count(remove(state, list, id), list, -1);
  const loaded = state.lists[list];
  const isWhole = loaded?.pages.at(-1)?.nextCursor === null;
  return isWhole || state.counts?.[list] === 0 ? state : withoutCounts(state);
}

/** Whether the loaded pages have a crush that was sent to a member. */
export const hasSentCrush = (state: CrushState, id: string): boolean =>
  (["sent", "matches"] as const).some((list) => findEntry(state, list, id)) ||
  findEntry(state, "received", id)?.isMatch === true;

export function applyCrushReceived(state: CrushState, from: CrushSender): CrushState {
  if (findEntry(state, "received", from._id)) return state;
  return count(prepend(state, "received", { ...from, isMatch: false }), "received", 1);
}

/** Adds a sent crush. A crush that answers one of theirs is left out: it makes a match, which has its own event. */
export function applyCrushSent(state: CrushState, member: MemberSummary): CrushState {
  if (hasSentCrush(state, member._id) || findEntry(state, "received", member._id)) return state;
  return count(prepend(state, "sent", { ...member, isMatch: false }), "sent", 1);
}

/** Adds a match. It stays in the received list and leaves the sent one. */
export function applyMatch(state: CrushState, member: MemberSummary): CrushState {
  const { _id: id } = member;
  if (findEntry(state, "matches", id)) return state;
  const entry = { ...member, isMatch: true };
  const answered = findEntry(state, "received", id)
    ? changePages(state, "received", (members) =>
        members.map((one) => (one._id === id ? { ...one, isMatch: true } : one)),
      )
    : state;
  const listed = prepend(prepend(answered, "matches", entry), "unmessaged", entry);
  return removeAndCount(count(listed, "matches", 1), "sent", id);
}

/**
 * Moves a match to the top of the active connections. One whose card is not loaded appears there with the next request.
 * @param isFirst it is the first message with them
 */
export function applyMessage(state: CrushState, otherId: string, isFirst: boolean): CrushState {
  const counted = isFirst && !findEntry(state, "active", otherId) ? count(state, "active", 1) : state;
  const card = (["active", "matches", "unmessaged"] as const)
    .map((list) => findEntry(state, list, otherId))
    .find((found) => found !== undefined);
  const started = remove(counted, "unmessaged", otherId);
  if (!card || listEntries(state.lists.active)[0]?._id === otherId) return started;
  return prepend(remove(started, "active", otherId), "active", card);
}

/** Removes the crush of a member who was passed on. A match stays. */
export const applyPass = (state: CrushState, id: string): CrushState =>
  hasSentCrush(state, id) ? state : removeAndCount(state, "received", id);

/** Removes a member from all lists. */
export function applyRelationshipEnded(state: CrushState, id: string): CrushState {
  const lists = ["received", "sent", "matches", "active"] as const;
  return remove(
    lists.reduce((left, list) => removeAndCount(left, list, id), state),
    "unmessaged",
    id,
  );
}

/** Whether received crushes wait for an answer. True also of more than are counted. */
export const hasUnanswered = ({ received, matches }: CrushCounts): boolean =>
  received > matches || received >= CRUSH_COUNT_MAX;
