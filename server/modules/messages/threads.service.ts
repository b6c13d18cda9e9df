import { MESSAGES_PAGE, PAGE_SIZE } from "#contract/limits.ts";
import { type Conversation, conversationIdOf, type MessagesPage } from "#contract/messages.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Pair } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import { presentGone } from "#server/modules/members/members.present.ts";
import { requireThere, summaries, viewingOf } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import { findChanges, findConversations, findPageBefore, findSeq } from "#server/modules/messages/messages.repo.ts";
import { isAcquainted, isLeftBehind, isMatched, sideOf } from "#server/modules/relationships/relationships.policy.ts";
import { pairOf, requireMatch, unansweredOf } from "#server/modules/relationships/relationships.service.ts";

interface Part {
  readonly before?: string | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

type Answer = Omit<MessagesPage, "success">;

/** A page of messages, the newest or those before one, oldest first inside. */
async function readPage(
  ctx: Context,
  me: string,
  pair: Pair,
  part: Part,
): Promise<Pick<Answer, "messages" | "hasMore">> {
  const limit = part.limit ?? MESSAGES_PAGE;
  const before = part.before === undefined ? undefined : await findSeq(ctx.db, pair.id, part.before);
  if (part.before !== undefined && before === undefined) throw new AppError("not_found");
  const rows = await findPageBefore(ctx.db, pair.id, before, limit + 1);
  const messages = rows.slice(0, limit).map((row) => presentMessage(row, viewingOf(ctx, me)));
  return { messages: messages.reverse(), hasMore: rows.length > limit };
}

/**
 * What happened after a revision. Only what was there when the pair was read counts, so the revision that is answered
 * and the changes belong together; the rest is asked for next time.
 */
async function readChanges(ctx: Context, me: string, pair: Pair, after: number, limit: number) {
  const rows = await findChanges(ctx.db, pair.id, { after, upTo: pair.rev }, limit + 1);
  const hasMore = rows.length > limit;
  const told = rows.slice(0, limit);
  return {
    messages: told.filter((row) => row.deleted_at === null).map((row) => presentMessage(row, viewingOf(ctx, me))),
    deleted: told.filter((row) => row.deleted_at !== null).map((row) => row.id),
    rev: hasMore ? (told.at(-1)?.rev ?? pair.rev) : pair.rev,
    hasMore,
  };
}

/**
 * The conversation with a match, or what one missed of it.
 * @throws AppError profile_not_found, not_matched; not_found for a `before` that is not of this conversation
 */
export async function readThread(ctx: Context, me: string, otherId: string, part: Part): Promise<Answer> {
  const pair = await pairOf(ctx.db, me, otherId);
  if (!isLeftBehind(pair)) {
    await requireThere(ctx.db, otherId, isAcquainted(pair));
    requireMatch(pair, me);
  }
  const common = {
    conversationId: conversationIdOf(me, otherId),
    readAt: sideOf(pair, me).theirReceiptAt?.toISOString() ?? null,
    rev: pair.rev,
    deleted: [],
    unanswered: isMatched(pair) ? unansweredOf(ctx, pair, me) : undefined,
  };
  if (part.after !== undefined) {
    return { ...common, ...(await readChanges(ctx, me, pair, part.after, part.limit ?? PAGE_SIZE)) };
  }
  return { ...common, ...(await readPage(ctx, me, pair, part)) };
}

/** One's conversations, the latest first. */
export async function readConversations(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findConversations(ctx.db, me, limit + 1, page.cursor);
  const rows = found.slice(0, limit);
  const others = rows.map((row) => row.other_id);
  const cards = new Map((await summaries(ctx.db, others, viewingOf(ctx, me))).map((card) => [card._id, card]));
  const conversations = rows.flatMap((row): Conversation[] => {
    const otherUser = row.other_gone ? presentGone(row.other_id) : cards.get(row.other_id);
    if (!otherUser) return [];
    const { last_sender_id, last_kind, last_content, last_at } = row;
    const lastMessage =
      last_sender_id && last_kind && last_at
        ? {
            sender: { _id: last_sender_id },
            messageType: last_kind,
            content: last_content ?? "",
            createdAt: last_at.toISOString(),
          }
        : null;
    const conversationId = conversationIdOf(me, row.other_id);
    return [{ conversationId, otherUser, unreadCount: row.unread, lastMessage, rev: row.rev }];
  });
  return { conversations, nextCursor: found.length > limit ? (rows.at(-1)?.pair_id ?? null) : null };
}
