import { conversationOf, type Message } from "#contract/messages.ts";
import { inBatches } from "#server/batches.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, isDatabaseAway, type Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newTimeId } from "#server/ids.ts";
import { requireThere, viewingOf } from "#server/modules/members/members.service.ts";
import { presentMessage } from "#server/modules/messages/messages.present.ts";
import { findByClientId, type ShownRow } from "#server/modules/messages/messages.repo.ts";
import { insertBatch, type Outgoing, type Placed } from "#server/modules/messages/sending.repo.ts";
import { sidesOf } from "#server/modules/pairs/pairs.policy.ts";
import { pairOf, requireMatch } from "#server/modules/pairs/pairs.service.ts";
import type { Caller } from "#server/serve.ts";

/** Seconds that a demo member takes to answer. */
const DEMO_PAUSE_S = 4;
/** Texts that are stored by one statement at most. */
const BATCH_MAX = 200;

interface Sending {
  readonly receiverId: string;
  /** Checked: not empty, not too long. */
  readonly content: string;
  readonly clientId?: string | undefined;
}

export interface Text extends Outgoing {
  readonly username: string;
}

/** Undefined where it was left out: it was sent before, or the two have no match. */
type Outcome = ShownRow | undefined;

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
    low_id,
    high_id,
    username,
    ...picture,
  };
}

/** Tells both sides of a message. */
export function tellSent(ctx: Context, tx: Tx, row: ShownRow, rev: number): void {
  for (const memberId of [row.low_id, row.high_id]) {
    const message = presentMessage(row, viewingOf(ctx, memberId));
    tx.emit(memberId, "new_message", { conversationId: conversationOf(row.low_id, row.high_id), message, rev });
  }
}

/**
 * Stores a batch; of those under one name the first.
 * @param waits whether conversations that somebody else holds just now are waited for; else their texts are left out
 */
export async function storeBatch(ctx: Context, texts: readonly Text[], waits: boolean): Promise<Outcome[]> {
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

function storeNew(ctx: Context, texts: readonly Text[], waits: boolean): Promise<Outcome[]> {
  return ctx.transact(async (tx) => {
    const placed = await insertBatch(tx, firstOfEach(texts), waits);
    const places = new Map(placed.map((place) => [place.id, place]));
    const outcomes: Outcome[] = [];
    for (const text of texts) {
      const place = places.get(text.id);
      const row = place && shownOf(text, place);
      outcomes.push(row);
      if (!row) continue;
      tellSent(ctx, tx, row, place.rev);
      if (place.seq > 1 || !place.to_demo) continue;
      const data = { demoId: text.receiverId, memberId: text.senderId };
      await ctx.jobs.send(tx, "demo-message", data, { afterSeconds: DEMO_PAUSE_S });
    }
    return outcomes;
  });
}

/** Those that are on their way at the same time share a statement. */
const stores = new WeakMap<Context, (text: Text) => Promise<Outcome>>();

function storeOf(ctx: Context): (text: Text) => Promise<Outcome> {
  const known = stores.get(ctx);
  if (known) return known;
  const store = inBatches(
    (texts: readonly Text[]) => storeBatch(ctx, texts, false),
    BATCH_MAX,
    (error) => !isDatabaseAway(error),
  );
  stores.set(ctx, store);
  return store;
}

/**
 * Sends a text to a match. When it returns, the message is durable and has its place; under a `clientId` it is sent once,
 * however often it is asked for.
 * @throws AppError profile_not_found, not_matched, blocked; invalid, not_found for a `clientId` that was used before
 */
export async function sendMessage(ctx: Context, me: Caller, sending: Sending): Promise<{ message: Message }> {
  const { receiverId, content, clientId } = sending;
  const names = { senderId: me.id, username: me.username, receiverId };
  const text: Text = { ...names, id: newTimeId(), content, clientId: clientId ?? null };
  const stored = await storeOf(ctx)(text);
  if (stored) return { message: presentMessage(stored, viewingOf(ctx, me.id)) };
  const earlier = await findRepeated(ctx, me.id, receiverId, clientId);
  if (earlier) return { message: earlier };
  await requireThere(ctx.db, receiverId);
  requireMatch(await pairOf(ctx.db, me.id, receiverId), me.id);
  // Something else was going on between the two just then: it is waited for, which nobody else has to.
  return sendAlone(ctx, me, text);
}

/** Sends a text in a transaction of its own. @throws AppError as `sendMessage` */
export async function sendAlone(ctx: Context, me: Caller, text: Text): Promise<{ message: Message }> {
  const [row] = await storeBatch(ctx, [text], true);
  const message = row
    ? presentMessage(row, viewingOf(ctx, me.id))
    : await findRepeated(ctx, me.id, text.receiverId, text.clientId ?? undefined);
  if (!message) throw new AppError("not_matched");
  return { message };
}
