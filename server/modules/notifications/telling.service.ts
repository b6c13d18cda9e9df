import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { deleteLooksOf } from "#server/modules/notifications/looks.repo.ts";
import { type Cause, wayOf } from "#server/modules/notifications/notifications.policy.ts";
import { flagsOf } from "#server/modules/notifications/notifications.service.ts";
import {
  claimPushes,
  deleteConversationNotices,
  deleteNotices,
  findReach,
  insertNotice,
  type Side,
} from "#server/modules/notifications/reach.repo.ts";

/** What is told in the moment: `memberId` is told, of `otherId`. */
export interface Told {
  readonly kind: "crush" | "match" | "low_balance";
  readonly memberId: string;
  readonly otherId: string | null;
}

/**
 * Tells a member of something, in the transaction that it happens in: nothing where they look at the app, which hears it by
 * itself; else pushes to their browsers; else it waits for a mail (`sweeps`).
 */
export async function tell(ctx: Context, tx: Tx, { kind, memberId, otherId }: Told): Promise<void> {
  const reach = await findReach(tx, { memberId, otherId });
  if (!reach) return;
  const { is_looking: isLooking, has_push: hasPush, has_email: hasEmail } = reach;
  const way = wayOf(kind satisfies Cause, flagsOf(reach), { isLooking, hasPush, hasEmail });
  if (way === "push") await ctx.jobs.send(tx, "push", { memberId, kind, otherId });
  if (way === "email") await insertNotice(tx, { id: newTimeId(), kind, memberId, otherId });
}

/** Notes that a balance has become low: the app hears it at once, the rest is told by the sweep that looks for it. */
export async function tellLowBalance(tx: Tx, memberId: string, balance: number): Promise<void> {
  tx.emit(memberId, "balance_low", { balance });
  await insertNotice(tx, { id: newTimeId(), kind: "low_balance", memberId, otherId: null });
}

/** Sends what is to be pushed of unread messages, in a transaction of the caller's. @returns how many jobs that made */
export async function pushUnread(ctx: Context, tx: Tx, sides: readonly Side[]): Promise<number> {
  const claimed = await claimPushes(tx, sides);
  const kind = "message" as const;
  const pushes = claimed.map(({ memberId, senderId: otherId, seq: upTo }) => ({ memberId, kind, otherId, upTo }));
  await ctx.jobs.sendAll(tx, "push", pushes);
  return pushes.length;
}

/** Messages that are stored are gathered for so long before their readers are told: of many at once by one question. */
const GATHERED_MS = 50;
const gatherers = new WeakMap<Context, (side: Side) => void>();

function makeGatherer(ctx: Context): (side: Side) => void {
  let sides: Side[] = [];
  let isFlushing = false;
  /** One transaction at a time: what comes meanwhile is told by the next. */
  const flush = async (): Promise<void> => {
    while (sides.length > 0) {
      const gathered = sides;
      sides = [];
      // What fails here the sweep finds within a minute.
      await ctx
        .transact((tx) => pushUnread(ctx, tx, gathered))
        .catch((error: unknown) => ctx.log.warn({ err: error }, "unread messages were not pushed"));
    }
    isFlushing = false;
  };
  return (side) => {
    sides.push(side);
    if (isFlushing) return;
    isFlushing = true;
    setTimeout(() => void flush(), GATHERED_MS);
  };
}

/** Tells a reader of a message that is stored, after its commit. It costs whoever wrote it nothing. */
export function tellOfMessage(ctx: Context, side: Side): void {
  const gather = gatherers.get(ctx) ?? makeGatherer(ctx);
  gatherers.set(ctx, gather);
  gather(side);
}

/** Forgets what a member who goes was to be told, and others of them, and when they looked. Their browsers go with their logins. */
export async function forgetNotices(tx: Tx, memberId: string): Promise<void> {
  await deleteNotices(tx, memberId);
  await deleteConversationNotices(tx, memberId);
  await deleteLooksOf(tx, memberId);
}
