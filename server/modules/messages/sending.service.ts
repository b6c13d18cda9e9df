import { conversationIdOf, type Message } from "#contract/messages.ts";
import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Db, isDatabaseAway, isLockTimeout, type Tx, waitBriefly } from "#server/db/client.ts";
import type { Pair } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { inBatches } from "#server/lib/batcher.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { makeTurnsByName } from "#server/lib/limiter.ts";
import { requireMyself, requireThere, viewingOf } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import { findByClientId, type ShownRow } from "#server/modules/messages/messages.repo.ts";
import { insertBatch, type Outgoing, type Placed } from "#server/modules/messages/sending.repo.ts";
import { tellOfMessage } from "#server/modules/notifications/telling.service.ts";
import {
  isAcquainted,
  isLeftBehind,
  sidesOf,
  unansweredLeft,
} from "#server/modules/relationships/relationships.policy.ts";
import { pairOf, requireMatch } from "#server/modules/relationships/relationships.service.ts";

/** Seconds that a demo member takes to answer. */
const DEMO_PAUSE_S = 4;
/** Texts that are stored by one statement at most. */
const BATCH_MAX = 200;
/** Another batch takes some milliseconds; what takes longer is waited for alone. */
const BRIEFLY_MS = 250;
/** Texts that wait for one conversation. */
const ALONE_MAX = 50;

interface Sending {
  readonly receiverId: string;
  /** Checked: not empty, not too long. */
  readonly content: string;
  readonly clientId?: string | undefined;
}

export interface Text extends Outgoing {
  readonly username: string;
}

/** For conversations that somebody else holds. */
type Waits = "not" | "briefly" | "as long as it takes";

interface Sent {
  readonly row: ShownRow;
  /** How many more may be sent before the other answers, where few are left. */
  readonly unanswered: Remaining | undefined;
}

/** A refusal where a limit was met. Undefined where it was left out: it was sent before, or the two have no match. */
type Outcome = Sent | AppError | undefined;

/**
 * What somebody has sent under a name of their own, for them; undefined where there is nothing.
 * @throws AppError invalid where it went to somebody else, not_found where it has been deleted since
 */
export async function findRepeated(
  ctx: Context,
  me: string,
  receiverId: string,
  clientId: string | undefined,
): Promise<Message | undefined> {
  const earlier = clientId === undefined ? undefined : await findByClientId(ctx.db, me, clientId);
  if (!earlier) return undefined;
  if (earlier.low_id !== receiverId && earlier.high_id !== receiverId)
    throw AppError.field("invalid", "clientId", "clientId names another message");
  if (earlier.deleted_at) throw new AppError("not_found", "That message was deleted.");
  return presentMessage(earlier, viewingOf(ctx, me));
}

function shownOf(text: Text, { seq, created_at }: Placed): ShownRow {
  const { low: low_id, high: high_id } = sidesOf(text.senderId, text.receiverId);
  const { id, senderId: sender_id, clientId: client_id, content, username } = text;
  const picture = { picture_key: null, width: null, height: null, blur: null };
  return {
    id,
    seq,
    sender_id,
    client_id,
    kind: "text",
    content,
    created_at,
    read_at: null,
    receipt_at: null,
    low_id,
    high_id,
    username,
    ...picture,
  };
}

/** Tells both sides of a message, and its reader's other devices once it is in. */
export function tellSent(ctx: Context, tx: Tx, row: ShownRow, { rev, pairId }: { rev: number; pairId: string }): void {
  for (const memberId of [row.low_id, row.high_id]) {
    const message = presentMessage(row, viewingOf(ctx, memberId));
    tx.emit(memberId, "new_message", { conversationId: conversationIdOf(row.low_id, row.high_id), message, rev });
  }
  const reader = row.sender_id === row.low_id ? row.high_id : row.low_id;
  tx.afterCommit(() => tellOfMessage(ctx, { pairId, memberId: reader }));
}

/**
 * Stores a batch; of those under one name the first.
 * @param waits whether conversations that somebody else holds just now are waited for; if not, their texts are left out
 * @throws DatabaseError where a brief wait was too short
 */
async function storeBatch(ctx: Context, texts: readonly Text[], waits: Waits): Promise<Outcome[]> {
  try {
    return await storeNew(ctx, texts, waits);
  } catch (error) {
    if (brokenConstraint(error) !== "messages_sender_id_client_id_key") throw error;
    // Another process has stored one of them in the same moment, and it is left out now that it can be seen.
    return storeNew(ctx, texts, waits);
  }
}

/** The first of each name, and what has none. */
function firstOfEach(texts: readonly Text[]): Text[] {
  const names = new Set<string>();
  return texts.filter(({ senderId, clientId }) => {
    const name = `${senderId} ${clientId}`;
    if (clientId !== null && names.has(name)) return false;
    names.add(name);
    return true;
  });
}

function storeNew(ctx: Context, texts: readonly Text[], waits: Waits): Promise<Outcome[]> {
  return ctx.transact(async (tx) => {
    if (waits === "briefly") await waitBriefly(tx, BRIEFLY_MS);
    const limited = ctx.config.rateLimits;
    const answers = await insertBatch(tx, firstOfEach(texts), { waits: waits !== "not", limited });
    const places = new Map(answers.map((answer) => [answer.id, answer]));
    const outcomes: Outcome[] = [];
    for (const text of texts) {
      const place = places.get(text.id);
      if (!place || place.refused !== null) {
        outcomes.push(place && AppError.wait((place.until.getTime() - Date.now()) / 1000, undefined, place.refused));
        continue;
      }
      const row = shownOf(text, place);
      const run = { length: place.in_a_row, lastAt: place.created_at };
      outcomes.push({ row, unanswered: limited ? unansweredLeft(run) : undefined });
      tellSent(ctx, tx, row, { rev: place.rev, pairId: place.pair_id });
      if (place.seq > 1 || !place.to_demo) continue;
      const data = { demoId: text.receiverId, memberId: text.senderId };
      await ctx.jobs.send(tx, "demo-message", data, { afterSeconds: DEMO_PAUSE_S });
    }
    return outcomes;
  });
}

type Store = (text: Text) => Promise<Outcome>;

/** Those that are on their way at the same time share a statement. */
const stores = new WeakMap<Context, Store>();

function storeOf(ctx: Context): Store {
  const known = stores.get(ctx);
  if (known) return known;
  const together = (waits: "not" | "briefly") =>
    inBatches(
      (texts: readonly Text[]) => storeBatch(ctx, texts, waits),
      BATCH_MAX,
      (error) => !isDatabaseAway(error) && !isLockTimeout(error),
    );
  const [atOnce, afterOthers] = [together("not"), together("briefly")];
  const store: Store = async (text) =>
    (await atOnce(text)) ??
    // Another process may be storing for the same conversations, and they take turns: in company, too.
    (await afterOthers(text).catch((error: unknown) => {
      if (isLockTimeout(error)) return undefined;
      throw error;
    }));
  stores.set(ctx, store);
  return store;
}

/** The row of two of whom one may write to the other. @throws AppError profile_not_found, not_matched, blocked, member_deleted */
export async function requireOpen(db: Db, me: string, otherId: string): Promise<Pair> {
  const pair = await pairOf(db, me, otherId);
  if (!isLeftBehind(pair)) await requireThere(db, otherId, isAcquainted(pair));
  requireMatch(pair, me);
  return pair;
}

/** What is answered to a text that was stored, or was stored before. */
export interface SentMessage {
  readonly message: Message;
  readonly unanswered?: Remaining | undefined;
}

/** What is answered to a text. @throws AppError message_rate_limit, unanswered_limit */
function answerTo(ctx: Context, me: string, outcome: Sent | AppError): SentMessage {
  if (outcome instanceof AppError) throw outcome;
  return { message: presentMessage(outcome.row, viewingOf(ctx, me)), unanswered: outcome.unanswered };
}

/**
 * Sends a text to a match. When it returns, the message is durable and has its place; under a `clientId` it is sent once,
 * however often it is asked for.
 * @throws AppError unauthorized, profile_not_found, not_matched, blocked, message_rate_limit, unanswered_limit; invalid, not_found
 * for a `clientId` that was used before
 */
export async function sendMessage(ctx: Context, me: Caller, sending: Sending): Promise<SentMessage> {
  const { receiverId, content, clientId } = sending;
  const names = { senderId: me.id, username: me.username, receiverId };
  const text: Text = { ...names, id: newTimeId(), content, clientId: clientId ?? null };
  const stored = await storeOf(ctx)(text);
  if (stored) return answerTo(ctx, me.id, stored);
  const earlier = await findRepeated(ctx, me.id, receiverId, clientId);
  if (earlier) return { message: earlier };
  await requireMyself(ctx.db, me.id);
  await requireOpen(ctx.db, me.id, receiverId);
  // Something else was going on between the two just then: it is waited for, which nobody else has to.
  return sendAlone(ctx, me, text);
}

/** One at a time in a conversation: those that wait for it do not take every connection there is. */
const inConversation = makeTurnsByName(1, ALONE_MAX, () => new AppError("server_busy"));

/** Sends a text in a transaction of its own. @throws AppError as `sendMessage`; server_busy */
export async function sendAlone(ctx: Context, me: Caller, text: Text): Promise<SentMessage> {
  const [stored] = await inConversation(conversationIdOf(text.senderId, text.receiverId), () =>
    storeBatch(ctx, [text], "as long as it takes"),
  );
  if (stored) return answerTo(ctx, me.id, stored);
  const message = await findRepeated(ctx, me.id, text.receiverId, text.clientId ?? undefined);
  if (!message) throw new AppError("not_matched");
  return { message };
}
