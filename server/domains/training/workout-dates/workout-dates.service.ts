import type { Message } from "#contract/chat/messages.ts";
import type { Remaining } from "#contract/schemas.ts";
import { allowsOnMyWay, DATE_VERSIONS_MAX, isWaitingState, OPEN_DATES_MAX } from "#contract/training/date-rules.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import type { Context } from "#server/context.ts";
import { emitMessageChanged } from "#server/domains/chat/attachments/attachment-checks.service.ts";
import { leaveArchive } from "#server/domains/chat/conversations/conversation-settings.service.ts";
import {
  emitSent,
  findAlreadySent,
  findWinner,
  getWritableRelationship,
} from "#server/domains/chat/messages/message-send.service.ts";
import { presentMessage } from "#server/domains/chat/messages/messages.present.ts";
import { findMessage, type MessagePlace, type MessageRow } from "#server/domains/chat/messages/messages.queries.ts";
import { consumeLimit } from "#server/domains/members/member-limits/member-limits.service.ts";
import { assertMaySend } from "#server/domains/members/member-limits/sending.service.ts";
import { assertCanAct, viewerContext } from "#server/domains/members/members.service.ts";
import {
  assertAnswered,
  lockMatch,
  unansweredFor,
} from "#server/domains/members/relationships/relationships.service.ts";
import { nextRevision, nextSequence } from "#server/domains/members/relationships/relationships.statements.ts";
import { notify } from "#server/domains/notifications/notifications.service.ts";
import {
  type Act,
  applyAct,
  assertStillAllowed,
  findCountedEvent,
  isRepeat,
  readDetails,
} from "#server/domains/training/workout-dates/date-acts.policy.ts";
import { cancellationsOf } from "#server/domains/training/workout-dates/workout-date-jobs.service.ts";
import {
  contentOf,
  factsOf,
  nextState,
  summarize,
} from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import {
  countOpenDates,
  type DateRow,
  type DateValues,
  findDateRow,
  insertDate,
  placeOf,
  touchDate,
  updateDate,
  updateOnMyWay,
} from "#server/domains/training/workout-dates/workout-dates.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { DateChange, MessageSide } from "#server/platform/db/schema/relationships.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { workoutDates } from "#server/platform/observability/metrics.ts";

type Proposal = DateDetails & { readonly receiverId: string; readonly clientId?: string | undefined };

const summaryOf = ({ time_zone: timeZone, ...values }: DateValues): string => summarize({ ...values, timeZone });

const changeOf = (by: MessageSide, act: string, at: Date, text: string): DateChange => ({
  by,
  act,
  at: at.toISOString(),
  text,
});

async function reload(tx: Tx, place: MessagePlace): Promise<MessageRow> {
  const row = await findMessage(tx, place);
  if (!row) throw new Error("the stored message is missing");
  return row;
}

/**
 * Counts as a message for the limits. The same `clientId` proposes it once.
 * @throws AppError invalid, unauthorized, messaging_restricted, email_unconfirmed, and as `matchOf`;
 * message_rate_limit, unanswered_limit, too_many_dates; not_found for a `clientId` whose message was deleted
 */
export async function proposeDate(
  ctx: Context,
  me: Caller,
  { receiverId, clientId, ...details }: Proposal,
): Promise<{ message: Message; unanswered?: Remaining | undefined }> {
  const earlier = await findAlreadySent(ctx, me.id, receiverId, clientId);
  if (earlier) return { message: earlier };
  await getWritableRelationship(ctx.db, me.id, receiverId);
  const values = readDetails(details, ctx.now());
  try {
    return await ctx.transact(async (tx) => {
      const side = await lockMatch(tx, me.id, receiverId);
      await assertCanAct(tx, me.id);
      await assertMaySend(ctx, tx, me.id);
      assertAnswered(ctx, side);
      const now = ctx.now();
      const { relationship_id } = side;
      if ((await countOpenDates(tx, relationship_id, now)) >= OPEN_DATES_MAX) throw new AppError("too_many_dates");
      const { sequence, revision, run } = await nextSequence(tx, side);
      const id = newTimeOrderedId();
      const content = summaryOf(values);
      const change = changeOf("sender", "propose", now, content);
      const ids = { id, relationship_id, sender_id: me.id, client_id: clientId ?? null };
      await insertDate(tx, { ...ids, ...values, sequence, revision, content, change }, now);
      await consumeLimit(ctx, tx, "messages", me.id);
      const row = await reload(tx, { id, relationshipId: relationship_id });
      emitSent(ctx, tx, row, revision);
      await notify(ctx, tx, { cause: "workout_date", memberId: receiverId, otherId: me.id });
      tx.afterCommit(() => {
        workoutDates.inc({ event: "proposed" });
        ctx.domainEvents.emit("message_sent", { senderId: me.id, receiverId, sequence });
        ctx.domainEvents.emit("date_proposed", { senderId: me.id, receiverId, messageId: id });
      });
      const message = presentMessage(row, viewerContext(ctx, me.id));
      return { message, unanswered: unansweredFor(ctx, run) };
    });
  } catch (error) {
    // A concurrent request with the same client id won.
    return { message: await findWinner(ctx, error, me.id, { receiverId, clientId }) };
  }
}

/** News of a date, like a message, brings the conversation back from the other member's archive. */
async function notifyOther(ctx: Context, tx: Tx, date: DateRow, me: string, otherId: string): Promise<void> {
  await leaveArchive(tx, otherId, me, date.relationship_id);
  await notify(ctx, tx, { cause: "workout_date", memberId: otherId, otherId: me });
}

/** A member's workout date, from their side. */
export interface LockedDate {
  readonly date: DateRow;
  readonly by: MessageSide;
  readonly otherId: string;
}

export async function findDateOf(db: Db, me: string, messageId: string): Promise<LockedDate | undefined> {
  const date = await findDateRow(db, messageId);
  if (!date || (date.sender_id !== me && date.receiver_id !== me)) return undefined;
  const isMine = date.sender_id === me;
  return { date, by: isMine ? "sender" : "receiver", otherId: isMine ? date.receiver_id : date.sender_id };
}

/** @throws AppError not_found, unauthorized, and as `matchOf` */
export async function lockDate(tx: Tx, me: string, messageId: string): Promise<LockedDate> {
  const found = await findDateOf(tx, me, messageId);
  if (!found) throw new AppError("not_found");
  await lockMatch(tx, me, found.otherId, "not_found");
  await assertCanAct(tx, me);
  // It may have changed, or been deleted, while this one waited for the lock.
  const locked = await findDateOf(tx, me, messageId);
  if (!locked) throw new AppError("not_found");
  return locked;
}

/**
 * Two members may press at the same moment: one wins, and the other gets `date_changed`. A repeated request is
 * harmless.
 * @throws AppError not_found, date_changed, date_started, too_many_changes, invalid, messaging_restricted,
 * email_unconfirmed, message_rate_limit, and as `lockDate`
 */
export async function actOnDate(ctx: Context, me: string, messageId: string, act: Act): Promise<{ message: Message }> {
  return ctx.transact(async (tx) => {
    const { date, by, otherId } = await lockDate(tx, me, messageId);
    const viewer = viewerContext(ctx, me);
    if (isRepeat(date, by, act)) return { message: presentMessage(await reload(tx, placeOf(date)), viewer) };
    const now = ctx.now();
    const state = date.version === act.version ? nextState(date, act.act, by) : undefined;
    if (state === undefined) throw new AppError("date_changed");
    const wasAgreed = date.starts_at !== null;
    if (wasAgreed) assertStillAllowed(date, act.act, now);
    if (act.details) {
      // A member who may not write proposes nothing either. Saying no is always possible.
      await assertMaySend(ctx, tx, me);
      if (date.version >= DATE_VERSIONS_MAX) throw new AppError("too_many_changes");
      await consumeLimit(ctx, tx, "messages", me);
    }
    const applied = applyAct(date, act, now);
    const summary = summaryOf({ ...date, ...applied.values });
    const isInCalendar = wasAgreed && act.act !== "counter";
    const calendar_sequence = date.calendar_sequence + (isInCalendar ? 1 : 0);
    const revision = await nextRevision(tx, date.relationship_id);
    const isWaiting = isWaitingState(state);
    await updateDate(
      tx,
      date,
      {
        ...applied,
        state,
        turn: isWaiting ? (by === "sender" ? "receiver" : "sender") : null,
        changed_by: by,
        changed_at: now,
        last_act: act.act,
        calendar_sequence,
        change: changeOf(by, act.act, now, summary),
      },
      { content: contentOf(state, summary), revision },
    );
    const row = await reload(tx, placeOf(date));
    emitMessageChanged(ctx, tx, row, revision, me);
    await notifyOther(ctx, tx, date, me, otherId);
    // The calendars still have what is kept.
    const mailed = [me, otherId];
    const agreements = mailed.map((memberId) => ({ memberId, messageId, sequence: calendar_sequence }));
    const emails =
      act.act === "agree"
        ? agreements
        : wasAgreed && state === "called_off"
          ? cancellationsOf(date, calendar_sequence, mailed)
          : [];
    await ctx.jobs.sendAll(tx, "email-workout-date", emails);
    tx.afterCommit(() => {
      const event = findCountedEvent(state, wasAgreed);
      if (event) workoutDates.inc({ event });
      if (isWaiting) ctx.domainEvents.emit("date_proposed", { senderId: me, receiverId: otherId, messageId });
    });
    return { message: presentMessage(row, viewer) };
  });
}

/**
 * Idempotent.
 * @throws AppError not_found, date_changed if nothing is agreed, date_started if it is too early or too late, and as
 * `lockDate`
 */
export async function setOnMyWay(ctx: Context, me: string, messageId: string): Promise<{ message: Message }> {
  return ctx.transact(async (tx) => {
    const { date, by, otherId } = await lockDate(tx, me, messageId);
    // The agreement holds while a change waits for an answer.
    if (date.state !== "agreed" && date.state !== "changed") throw new AppError("date_changed");
    const now = ctx.now();
    if (!allowsOnMyWay(factsOf(date), now.getTime()))
      throw new AppError("date_started", "That is possible from three hours before the date.");
    if (date[`${by}_on_way_at`] === null) {
      await assertMaySend(ctx, tx, me);
      const revision = await nextRevision(tx, date.relationship_id);
      await updateOnMyWay(tx, date, { side: by, at: now, revision });
      emitMessageChanged(ctx, tx, await reload(tx, placeOf(date)), revision, me);
      await notifyOther(ctx, tx, date, me, otherId);
    }
    return { message: presentMessage(await reload(tx, placeOf(date)), viewerContext(ctx, me)) };
  });
}

/** Needs the conversation's lock. */
export async function announceTrainedTogether(ctx: Context, tx: Tx, date: DateRow): Promise<void> {
  const revision = await nextRevision(tx, date.relationship_id);
  await touchDate(tx, date, revision);
  emitMessageChanged(ctx, tx, await reload(tx, placeOf(date)), revision);
  tx.afterCommit(() => workoutDates.inc({ event: "trained_together" }));
}
