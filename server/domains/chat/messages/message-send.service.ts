import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Message } from "#contract/chat/messages.ts";
import { DAY_MS } from "#contract/durations.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import {
  type InsertedMessage,
  insertMessagesBatch,
  type NewMessageRow,
  violatesClientId,
} from "#server/domains/chat/messages/message-send.repo.ts";
import { presentMessage } from "#server/domains/chat/messages/messages.present.ts";
import {
  findByClientId,
  findQuoted,
  type MessageRow,
  type QuotedRow,
} from "#server/domains/chat/messages/messages.queries.ts";
import { assertMaySend } from "#server/domains/members/member-limits/sending.service.ts";
import { assertCanAct, viewerContext } from "#server/domains/members/members.service.ts";
import { createLockingBatcher } from "#server/domains/members/relationships/locking-batcher.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { matchOf, unansweredFor } from "#server/domains/members/relationships/relationships.service.ts";
import type { LockWait } from "#server/domains/members/relationships/relationships.statements.ts";
import { dispatchAfterCommit } from "#server/domains/notifications/notifications.service.ts";
import type { NotificationKey } from "#server/domains/notifications/notifications.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createKeyedLimiter } from "#server/platform/lib/limiter.ts";

/** Unbatched calls that may queue for one conversation. */
const UNBATCHED_QUEUE_MAX = 50;

interface MessageInput {
  readonly receiverId: string;
  /** Already validated: not empty, not too long. */
  readonly content: string;
  readonly clientId?: string | undefined;
  readonly replyToId?: string | undefined;
}

export interface NewText extends NewMessageRow {
  readonly username: string;
  readonly quoted: QuotedRow | undefined;
}

interface Sent {
  readonly row: MessageRow;
  /** Messages left before the other member must answer; undefined unless few are left. */
  readonly unanswered: Remaining | undefined;
}

/** Undefined for a skipped text: it was sent before, is locked, or there is no match. */
type Outcome = Sent | AppError | undefined;

const messageDeleted = (): AppError => new AppError("not_found", "That message was deleted.");

/**
 * Emits the message again: the first request may have lost its answer after the commit, and emitted nothing. Devices
 * that have it ignore its revision.
 * @throws AppError not_found if it has been deleted since
 */
export async function findAlreadySent(
  ctx: Context,
  me: string,
  receiverId: string,
  clientId: string | undefined,
): Promise<Message | undefined> {
  const earlier = clientId === undefined ? undefined : await findByClientId(ctx.db, me, receiverId, clientId);
  if (!earlier) return undefined;
  const isOpen = await getWritableRelationship(ctx.db, me, receiverId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
  // Conversations that have ended are emptied after as many days: the answer must not reveal that this one has not.
  if (!isOpen && earlier.created_at.getTime() < ctx.now().getTime() - RETENTION_DAYS * DAY_MS) return undefined;
  if (earlier.deleted_at) throw messageDeleted();
  if (isOpen) emitSent(ctx, { emit: ctx.realtime.publish }, earlier, earlier.revision);
  return presentMessage(earlier, viewerContext(ctx, me));
}

/**
 * @param error of this request
 * @throws the error, if it has another cause than a concurrent request that was first; AppError not_found
 */
export async function findWinner(
  ctx: Context,
  error: unknown,
  me: string,
  { receiverId, clientId }: Pick<MessageInput, "receiverId" | "clientId">,
): Promise<Message> {
  if (!violatesClientId(error)) throw error;
  const winner = await findAlreadySent(ctx, me, receiverId, clientId);
  if (!winner) throw messageDeleted();
  return winner;
}

/**
 * A message never changes its conversation, so this needs no lock.
 * @throws AppError invalid if it is in another conversation; profile_not_found, not_matched, blocked
 */
export async function findQuotedOf(
  ctx: Context,
  me: string,
  { receiverId, replyToId }: Pick<MessageInput, "receiverId" | "replyToId">,
): Promise<QuotedRow | undefined> {
  if (replyToId === undefined) return undefined;
  const quoted = await findQuoted(ctx.db, me, receiverId, replyToId);
  if (quoted) return quoted;
  await getWritableRelationship(ctx.db, me, receiverId);
  throw AppError.field("invalid", "replyToId", "replyToId names no message of this conversation");
}

const NOT_QUOTED = {
  quoted_id: null,
  quoted_sender_id: null,
  quoted_kind: null,
  quoted_content: null,
  quoted_deleted_at: null,
} as const;

function toMessageRow(text: NewText, { sequence, created_at }: InsertedMessage): MessageRow {
  const { id, senderId: sender_id, receiverId: receiver_id, clientId: client_id, content, username, quoted } = text;
  const picture = { attachment_key: null, width: null, height: null, thumbhash: null, check_state: null };
  return {
    id,
    sequence,
    sender_id,
    client_id,
    kind: "text",
    content,
    created_at,
    read_at: null,
    receipt_at: null,
    receiver_id,
    username,
    ...picture,
    date: null,
    links_epochs: null,
    trained_together: false,
    sender_reaction: null,
    receiver_reaction: null,
    ...(quoted ?? NOT_QUOTED),
  };
}

export function emitSent(ctx: Context, tx: Pick<Tx, "emit">, row: MessageRow, rev: number): void {
  for (const memberId of [row.sender_id, row.receiver_id]) {
    const message = presentMessage(row, viewerContext(ctx, memberId));
    tx.emit(memberId, "new_message", {
      conversationId: conversationIdOf(row.sender_id, row.receiver_id),
      message,
      rev,
    });
  }
}

/**
 * Retries once if another process inserted the same `clientId` at the same moment: the retry skips it.
 * @throws DatabaseError see `isLockTimeout`
 */
async function insertTextsWithRetry(ctx: Context, texts: readonly NewText[], wait: LockWait): Promise<Outcome[]> {
  try {
    return await insertTexts(ctx, texts, wait);
  } catch (error) {
    if (!violatesClientId(error)) throw error;
    return insertTexts(ctx, texts, wait);
  }
}

/** Per sender and recipient the first text counts. */
function dedupeByClientId(texts: readonly NewText[]): NewText[] {
  const keys = new Set<string>();
  return texts.filter(({ senderId, receiverId, clientId }) => {
    const key = `${senderId} ${receiverId} ${clientId}`;
    if (clientId !== null && keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

function insertTexts(ctx: Context, texts: readonly NewText[], wait: LockWait): Promise<Outcome[]> {
  return ctx.transactStatement(async (tx) => {
    const results = await insertMessagesBatch(tx, dedupeByClientId(texts), {
      wait,
      config: ctx.config,
      delays: ctx.notifications.delays,
    });
    const resultById = new Map(results.map((result) => [result.id, result]));
    const unread: NotificationKey[] = [];
    const outcomes = texts.map((text): Outcome => {
      const result = resultById.get(text.id);
      if (!result) return undefined;
      if (result.refused !== null) {
        return AppError.wait((result.until.getTime() - Date.now()) / 1000, undefined, result.refused);
      }
      const row = toMessageRow(text, result);
      const { sequence, revision } = result;
      emitSent(ctx, tx, row, revision);
      const { senderId, receiverId } = text;
      unread.push({ cause: "message", memberId: receiverId, otherId: senderId });
      tx.afterCommit(() => ctx.domainEvents.emit("message_sent", { senderId, receiverId, sequence }));
      const run = { length: result.in_a_row, lastAt: result.created_at };
      return { row, unanswered: unansweredFor(ctx, run) };
    });
    dispatchAfterCommit(ctx, tx, unread);
    return outcomes;
  });
}

/** While one batch waits for the disk, another one is stored. */
const TEXT_BATCHES = 2;

const createTextBatcher = (ctx: Context) =>
  createLockingBatcher((texts: readonly NewText[], wait) => insertTextsWithRetry(ctx, texts, wait), {
    batches: TEXT_BATCHES,
  });

/** @throws AppError as `matchOf` */
export const getWritableRelationship = async (db: Db, me: string, otherId: string): Promise<RelationshipSide> =>
  matchOf(await findView(db, me, otherId));

export interface SentMessage {
  readonly message: Message;
  readonly unanswered?: Remaining | undefined;
}

/** @throws AppError message_rate_limit, unanswered_limit */
function toSentMessage(ctx: Context, me: string, outcome: Sent | AppError): SentMessage {
  if (outcome instanceof AppError) throw outcome;
  return { message: presentMessage(outcome.row, viewerContext(ctx, me)), unanswered: outcome.unanswered };
}

/**
 * The message is durable and has its sequence when this returns. The same `clientId` sends it once.
 * @throws AppError unauthorized, messaging_restricted, email_unconfirmed, message_rate_limit, unanswered_limit, and as
 * `matchOf`; not_found for a `clientId` whose message was deleted
 */
export async function sendMessage(ctx: Context, me: Caller, input: MessageInput): Promise<SentMessage> {
  const { receiverId, content, clientId } = input;
  const sender = { senderId: me.id, username: me.username };
  const quoted = await findQuotedOf(ctx, me.id, input);
  const reply = { quoted, replyToSequence: quoted?.reply_to_sequence ?? null };
  const text: NewText = {
    ...sender,
    receiverId,
    id: newTimeOrderedId(),
    content,
    clientId: clientId ?? null,
    ...reply,
  };
  const outcome = await ctx.singleton(createTextBatcher)(text);
  if (outcome) return toSentMessage(ctx, me.id, outcome);
  const earlier = await findAlreadySent(ctx, me.id, receiverId, clientId);
  if (earlier) return { message: earlier };
  await assertCanAct(ctx.db, me.id);
  await assertMaySend(ctx, ctx.db, me.id);
  await getWritableRelationship(ctx.db, me.id, receiverId);
  return sendUnbatched(ctx, me, text);
}

/** One at a time per conversation, so that calls that wait for its lock do not use up the connection pool. */
export const createConversationLimiter = () => createKeyedLimiter(1, UNBATCHED_QUEUE_MAX, () => AppError.busy(2));

/**
 * In a transaction of its own, which waits for the conversation's lock.
 * @throws AppError as `sendMessage`; server_busy
 */
export async function sendUnbatched(ctx: Context, me: Caller, text: NewText): Promise<SentMessage> {
  const limiter = ctx.singleton(createConversationLimiter);
  const [outcome] = await limiter(conversationIdOf(text.senderId, text.receiverId), () =>
    insertTextsWithRetry(ctx, [text], "block"),
  );
  if (outcome) return toSentMessage(ctx, me.id, outcome);
  const message = await findAlreadySent(ctx, me.id, text.receiverId, text.clientId ?? undefined);
  if (!message) throw new AppError("not_matched");
  return { message };
}
