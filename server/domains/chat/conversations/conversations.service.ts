import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation, getConversations, MessagesPage } from "#contract/chat/messages.ts";
import type { ParsedRequest } from "#contract/endpoint.ts";
import { MESSAGES_PAGE, PAGE_SIZE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { countArchived, findConversations } from "#server/domains/chat/conversations/conversations.queries.ts";
import { presentMessage } from "#server/domains/chat/messages/messages.present.ts";
import { findChanges, findMessagesBefore, findSequence } from "#server/domains/chat/messages/messages.queries.ts";
import { presentDeletedMember } from "#server/domains/members/members.present.ts";
import { presentSummaries, viewerContext } from "#server/domains/members/members.service.ts";
import { isMatched, runOf } from "#server/domains/members/relationships/relationships.policy.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { readableOf, unansweredFor } from "#server/domains/members/relationships/relationships.service.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { countUnreadMessages } from "#server/domains/notifications/notifications.queries.ts";
import { countTrainedTogether } from "#server/domains/training/date-outcomes/date-outcomes.queries.ts";
import { AppError } from "#server/errors.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";
import { cutPage, readPosition, writePosition } from "#server/platform/lib/page.ts";

interface PageQuery {
  readonly before?: string | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

type Answer = Omit<MessagesPage, "success">;

async function listPage(
  ctx: Context,
  me: string,
  side: RelationshipSide,
  part: PageQuery,
): Promise<Pick<Answer, "messages" | "hasMore">> {
  const limit = part.limit ?? MESSAGES_PAGE;
  const before = part.before === undefined ? undefined : await findSequence(ctx.db, side.relationship_id, part.before);
  if (part.before !== undefined && before === undefined) throw new AppError("not_found");
  const rows = await findMessagesBefore(ctx.db, side.relationship_id, before, limit + 1);
  const messages = rows.slice(0, limit).map((row) => presentMessage(row, viewerContext(ctx, me)));
  return { messages: messages.reverse(), hasMore: rows.length > limit };
}

/**
 * Up to the revision that the relationship had when it was read: later changes would not match the revision in the
 * answer.
 */
async function listChanges(ctx: Context, me: string, side: RelationshipSide, after: number, limit: number) {
  const rows = await findChanges(ctx.db, side.relationship_id, { after, upTo: side.revision }, limit + 1);
  const hasMore = rows.length > limit;
  const changes = rows.slice(0, limit);
  return {
    messages: changes
      .filter((row) => row.deleted_at === null)
      .map((row) => presentMessage(row, viewerContext(ctx, me))),
    deleted: changes.filter((row) => row.deleted_at !== null).map((row) => row.id),
    rev: hasMore ? (changes.at(-1)?.revision ?? side.revision) : side.revision,
    hasMore,
  };
}

/** @throws AppError as `readableOf`; not_found for a `before` of another conversation */
export async function listMessages(ctx: Context, me: string, otherId: string, part: PageQuery): Promise<Answer> {
  const [view, restrictions] = await Promise.all([
    findView(ctx.db, me, otherId),
    part.before === undefined ? findRestrictions(ctx.db, me) : [],
  ]);
  const restriction = restrictions.find(({ kind }) => kind === "messaging");
  const side = readableOf(view);
  const trainedTogether = await countTrainedTogether(ctx.db, side.relationship_id);
  const common = {
    conversationId: conversationIdOf(me, otherId),
    readAt: side.their_receipt_at?.toISOString() ?? null,
    rev: side.revision,
    deleted: [],
    unanswered: isMatched(side) ? unansweredFor(ctx, runOf(side, ctx.now())) : undefined,
    restricted: restriction && { until: restriction.until?.toISOString() ?? null },
    ...(trainedTogether > 0 && { trainedTogether }),
  };
  if (part.after !== undefined) {
    return { ...common, ...(await listChanges(ctx, me, side, part.after, part.limit ?? PAGE_SIZE)) };
  }
  return { ...common, ...(await listPage(ctx, me, side, part)) };
}

export async function presentOthers(
  ctx: Context,
  me: string,
  rows: readonly { readonly other_id: string; readonly other_gone: boolean }[],
): Promise<Map<string, Conversation["otherUser"]>> {
  const ids = [...new Set(rows.map((row) => row.other_id))];
  const cards = await presentSummaries(ctx.db, ids, viewerContext(ctx, me));
  const gone = rows.filter((row) => row.other_gone).map((row) => presentDeletedMember(row.other_id));
  return new Map([...cards, ...gone].map((member) => [member._id, member]));
}

type ConversationsQuery = ParsedRequest<typeof getConversations>["query"];

export async function listConversations(ctx: Context, me: string, query: ConversationsQuery) {
  const { userId, cursor, archived: isArchived, limit = PAGE_SIZE } = query;
  const [found, unread, archived] = await Promise.all([
    findConversations(ctx.db, me, limit + 1, {
      after: readPosition(cursor),
      otherId: userId,
      isArchived: isArchived !== undefined,
    }),
    ...(cursor === undefined ? [countUnreadMessages(ctx.db, me), countArchived(ctx.db, me)] : []),
  ]);
  const { rows, nextCursor } = cutPage(found, limit, writePosition);
  const others = await presentOthers(ctx, me, rows);
  const conversations = rows.flatMap((row): Conversation[] => {
    const otherUser = others.get(row.other_id);
    if (!otherUser) return [];
    const { last_sender_id, last_kind, last_content, last_at, last_turn } = row;
    const isTurnMine = (last_turn === "sender") === (last_sender_id === me);
    const lastMessage =
      last_sender_id && last_kind && last_at
        ? {
            sender: { _id: last_sender_id },
            messageType: last_kind,
            content: last_content ?? "",
            createdAt: last_at.toISOString(),
            ...(last_kind === "date" && { turn: last_turn && (isTurnMine ? me : row.other_id) }),
          }
        : null;
    const conversationId = conversationIdOf(me, row.other_id);
    const { unread: unreadCount, is_muted: isMuted, is_archived: isArchived, revision: rev } = row;
    return [{ conversationId, otherUser, unreadCount, lastMessage, isMuted, isArchived, rev }];
  });
  return { conversations, nextCursor, unread, archived };
}
