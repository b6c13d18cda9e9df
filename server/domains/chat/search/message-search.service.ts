import type { FoundMessage } from "#contract/chat/messages.ts";
import type { Context } from "#server/context.ts";
import { presentOthers } from "#server/domains/chat/conversations/conversations.service.ts";
import { findTexts, type SearchPosition } from "#server/domains/chat/search/message-search.queries.ts";
import { consumeLimitAlone } from "#server/domains/members/member-limits/member-limits.service.ts";
import { AppError } from "#server/errors.ts";
import { createLimiter, type Limiter } from "#server/platform/lib/limiter.ts";
import { writePosition } from "#server/platform/lib/page.ts";

/** Characters of an excerpt. */
const EXCERPT_MAX = 120;
/** Characters before the found text, so that it is in the part of a line that a phone shows. */
const BEFORE_MAX = 20;
/** Searches of this process at a time, because others need the connections. */
const CONCURRENCY = 2;
const WAITING_MAX = 20;

/** "…" marks a cut. @param foundAt the code points before the found text */
export function cutExcerpt(content: string, foundAt: number): string {
  const start = Math.max(0, foundAt - BEFORE_MAX);
  const characters = Array.from(content).slice(start);
  const part = characters.slice(0, EXCERPT_MAX).join("");
  return `${start > 0 ? "…" : ""}${part}${characters.length > EXCERPT_MAX ? "…" : ""}`;
}

export const createSearchLimiter = (): Limiter => createLimiter(CONCURRENCY, WAITING_MAX, () => AppError.busy(2));

const writeCursor = ({ conversation, sequence }: SearchPosition): string =>
  `${writePosition(conversation)}.${sequence}`;

function readCursor(cursor: string): SearchPosition {
  const [at = "", id = "", sequence] = cursor.split(".");
  return { conversation: { at, id }, sequence: Number(sequence) };
}

/** The latest first, of those that were looked at. @throws AppError search_rate_limit; server_busy */
export async function searchMessages(
  ctx: Context,
  limiter: Limiter,
  me: string,
  { text, cursor }: { readonly text: string; readonly cursor?: string | undefined },
) {
  await consumeLimitAlone(ctx, "searches", me);
  const { found, last } = await limiter(() =>
    findTexts(ctx.db, me, text, cursor === undefined ? undefined : readCursor(cursor)),
  );
  const rows = found.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime());
  const others = await presentOthers(ctx, me, rows);
  const messages = rows.flatMap(({ id, sender_id, other_id, content, created_at, found_at }): FoundMessage[] => {
    const otherUser = others.get(other_id);
    if (!otherUser) return [];
    const excerpt = cutExcerpt(content, found_at);
    return [{ _id: id, sender: { _id: sender_id }, otherUser, excerpt, createdAt: created_at.toISOString() }];
  });
  return { messages, nextCursor: last ? writeCursor(last) : null };
}
