import { conversationIdOf, otherMemberId } from "#contract/chat/conversations.ts";
import type { Context } from "#server/context.ts";
import { deleteSettingsOf } from "#server/domains/chat/conversations/conversation-settings.repo.ts";
import {
  countErasable,
  deleteMessagesIn,
  deleteResponsesOf,
  deleteUnreachableMessages,
  eraseMessagesOf,
  findOrphanedRelationshipIds,
  isInPortion,
} from "#server/domains/chat/messages/message-deletion.repo.ts";
import { createConversationLimiter } from "#server/domains/chat/messages/message-send.service.ts";
import { findMessage, findMessageById } from "#server/domains/chat/messages/messages.queries.ts";
import { eraseMessage } from "#server/domains/chat/messages/messages.statements.ts";
import { retainMessage, retainSent } from "#server/domains/member-data/retention/retention.statements.ts";
import { deleteFilesAfterCommit } from "#server/domains/members/photos/photos.service.ts";
import { createLockingBatcher } from "#server/domains/members/relationships/locking-batcher.ts";
import { type Reader, type Reading, updateReadings } from "#server/domains/members/relationships/reading.statements.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import {
  type EndedRelationships,
  lockReadable,
  lockToErase,
  readableOf,
} from "#server/domains/members/relationships/relationships.service.ts";
import {
  bumpRevisions,
  type EndedConversation,
  findConversationsToEmpty,
  type LockWait,
  lockRelationship,
  nextRevision,
  type RelationshipSize,
  type Side,
  sideOf,
  updateEmptied,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { assertDeletable } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import { AppError } from "#server/errors.ts";
import { type Tx, transactLong } from "#server/platform/db/client.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";

/** Milliseconds from one batch of readings to the next, so that many cost one commit. No page waits for the answer. */
const INTERVAL_MS = 100;

/** For one side of the conversations, so that a statement has each of them once. */
const createReadBatcher = (mine: Side) => (ctx: Context) =>
  createLockingBatcher(
    (readers: readonly Reader[], wait) => ctx.transactStatement((tx) => storeIn(tx, mine, readers, wait)),
    {
      intervalMs: INTERVAL_MS,
    },
  );

const READ_BATCHERS = { a: createReadBatcher("a"), b: createReadBatcher("b") };

function emitRead(tx: Tx, { me, otherId, isShared, revision: rev, unread }: Reading, readAt: string): void {
  const payload = { conversationId: conversationIdOf(me, otherId), readAt, rev };
  const left = unread > 0 && { unreadCount: unread };
  if (!isShared) {
    tx.emit(me, "read_privately", { ...payload, ...left });
    return;
  }
  tx.emit(me, "messages_read", { ...payload, readerId: me, ...left });
  tx.emit(otherId, "messages_read", { ...payload, readerId: me });
}

/** Two devices of one member may read at once. @returns as `createLockingBatcher` needs it */
async function storeIn(
  tx: Tx,
  mine: Side,
  readers: readonly Reader[],
  wait: LockWait,
): Promise<({ readAt: Date | null } | undefined)[]> {
  const readings = await updateReadings(tx, mine, readers, wait);
  for (const reading of readings)
    if (reading.isNew && reading.readAt) emitRead(tx, reading, reading.readAt.toISOString());
  const found = new Map(readings.map((reading) => [conversationIdOf(reading.me, reading.otherId), reading]));
  return readers.map(({ me, otherId }) => found.get(conversationIdOf(me, otherId)));
}

/** Waits for the conversation's lock. */
export function storeReading(ctx: Context, reader: Reader): Promise<{ readAt: Date | null } | undefined> {
  const { me, otherId } = reader;
  return ctx.transact(async (tx) => {
    await lockRelationship(tx, me, otherId);
    return (await storeIn(tx, sideOf(me, otherId).mine, [reader], "block"))[0];
  });
}

/**
 * In a transaction of its own.
 * @throws AppError as `readableOf`; server_busy
 */
async function readUnbatched(ctx: Context, reader: Reader): Promise<{ readAt: Date | null }> {
  const { me, otherId } = reader;
  readableOf(await findView(ctx.db, me, otherId));
  const reading = await ctx.singleton(createConversationLimiter)(conversationIdOf(me, otherId), () =>
    storeReading(ctx, reader),
  );
  return reading ?? { readAt: readableOf(await findView(ctx.db, me, otherId)).my_read_at };
}

/**
 * Reads of many conversations are stored in batches, as texts are. Without unread messages nothing changes and no event is
 * emitted.
 * @throws AppError forbidden, and as `readableOf`
 */
export async function markRead(ctx: Context, me: string, conversationId: string): Promise<{ readAt: string }> {
  const otherId = otherMemberId(conversationId, me);
  if (otherId === undefined) throw new AppError("forbidden");
  const reader = { me, otherId, askedAt: performance.now() };
  const readBatched = ctx.singleton(READ_BATCHERS[sideOf(me, otherId).mine]);
  const { readAt } = (await readBatched(reader)) ?? (await readUnbatched(ctx, reader));
  return { readAt: (readAt ?? ctx.now()).toISOString() };
}

/**
 * Content is retained for reports for a while.
 * @throws AppError not_found if it does not exist or is in another conversation; forbidden if it is the other member's;
 * date_agreed
 */
export async function deleteMessage(ctx: Context, me: string, messageId: string): Promise<{ message: string }> {
  return ctx.transact(async (tx) => {
    const found = await findMessageById(tx, messageId);
    if (!found || (found.sender_id !== me && found.receiver_id !== me)) throw new AppError("not_found");
    const otherId = found.sender_id === me ? found.receiver_id : found.sender_id;
    const { relationship_id } = await lockReadable(tx, me, otherId, "not_found");
    if (found.sender_id !== me) throw new AppError("forbidden");
    // Another device may have deleted it while this one waited for the lock.
    const place = { id: messageId, relationshipId: relationship_id };
    const message = await findMessage(tx, place);
    if (!message) throw new AppError("not_found");
    assertDeletable(message, ctx.now());
    const rev = await nextRevision(tx, relationship_id);
    await retainMessage(tx, place);
    await eraseMessage(tx, place, rev);
    if (message.attachment_key !== null)
      await recordStatusEvent(tx, { event: "image_removed", memberId: me, detail: message.attachment_key });
    const payload = { conversationId: conversationIdOf(me, found.receiver_id), messageId, rev };
    for (const memberId of [me, found.receiver_id]) tx.emit(memberId, "message_deleted", payload);
    return { message: "Message deleted" };
  });
}

/** Messages whose erasing is one transaction. */
export const ERASED_AT_ONCE = 1000;

/**
 * Where the other member can still read or report the conversation, each message stays as a deleted one, so that their
 * devices learn of it whenever they resync; recent content is retained for reports. Requires the locks on the
 * relationships.
 * @param sequences of a long conversation, the messages to erase now; without them, all
 */
export async function purgeMessagesOf(
  ctx: Context,
  tx: Tx,
  memberId: string,
  { ids, reportableIds, abandonedIds }: Pick<EndedRelationships, "ids" | "reportableIds" | "abandonedIds">,
  sequences?: readonly [first: number, last: number],
): Promise<void> {
  const portion = { ids, ...(sequences && { sequences }) };
  await retainSent(tx, memberId, reportableIds, isInPortion(portion));
  await deleteResponsesOf(tx, memberId, portion);
  await deleteSettingsOf(tx, memberId, ids);
  const forgotten = await deleteUnreachableMessages(tx, memberId, portion, { abandonedIds, keptIds: reportableIds });
  const revs = await bumpRevisions(tx, await countErasable(tx, memberId, portion));
  await deleteFilesAfterCommit(ctx, tx, [...forgotten, ...(await eraseMessagesOf(tx, memberId, portion, revs))]);
}

/**
 * Erases the messages of a long conversation by the thousand, each in a transaction of its own, before the conversation
 * itself is ended. Idempotent.
 * @param pause runs between two of them
 */
export async function purgeLongConversation(
  ctx: Context,
  memberId: string,
  { id, messages }: RelationshipSize,
  pause: () => Promise<void>,
): Promise<void> {
  for (let first = 1; first <= messages; first += ERASED_AT_ONCE) {
    await ctx.transact(async (tx) => {
      const locked = await lockToErase(tx, memberId, [id]);
      await purgeMessagesOf(ctx, tx, memberId, locked, [first, first + ERASED_AT_ONCE - 1]);
    });
    await pause();
  }
}

/** Approximately, per run of the cleanup. */
const EMPTIED_MAX = 20_000;
const EMPTIED_AT_ONCE = 500;

/**
 * After `RETENTION_DAYS` nobody can read or report them; reports have copies of their own. Each conversation has its
 * own transaction.
 * @throws as `tryEach`
 */
export async function purgeEndedConversations(ctx: Context): Promise<void> {
  let emptied = 0;
  const empty = async ({ id }: EndedConversation) => {
    await transactLong(ctx, async (tx) => {
      if (await updateEmptied(tx, id)) await deleteFilesAfterCommit(ctx, tx, await deleteMessagesIn(tx, id));
    });
    emptied++;
  };
  await tryPages<EndedConversation>(
    async (after) => (emptied < EMPTIED_MAX ? findConversationsToEmpty(ctx.db, after, EMPTIED_AT_ONCE) : []),
    (ended) => tryEach(ended, empty),
  );
}

/** For the time when reports are no longer possible. Requires the locks on the relationships. */
export async function purgeTombstonesOf(ctx: Context, tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  const keptIds = await findOrphanedRelationshipIds(tx, ids);
  await deleteFilesAfterCommit(
    ctx,
    tx,
    await deleteUnreachableMessages(tx, memberId, { ids }, { abandonedIds: [], keptIds }),
  );
}
