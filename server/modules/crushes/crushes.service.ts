import type { CrushLists } from "#contract/crushes.ts";
import { OVERVIEW_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { countUnseen, findOthers, noteVisit } from "#server/modules/crushes/crushes.repo.ts";
import { isDemo, readVisiblePage, summaries, summary, viewingOf } from "#server/modules/members/members.service.ts";
import { sideOf } from "#server/modules/pairs/pairs.policy.ts";
import { addCrush, pairOf } from "#server/modules/pairs/pairs.service.ts";
import { bookCrush } from "#server/modules/wallet/wallet.service.ts";

/** Seconds that a demo member takes to answer. */
const DEMO_PAUSE_S = 3;

/** Tells those concerned, once it is in: the recipient of a crush, or both sides of a match. */
async function tell(ctx: Context, tx: Tx, senderId: string, recipientId: string, isMatch: boolean): Promise<void> {
  const sender = await summary(tx, senderId, viewingOf(ctx, recipientId));
  tx.emit(recipientId, "crush_received", { from: sender });
  tx.emit(senderId, "crush_sent", { userId: recipientId });
  if (!isMatch) return;
  tx.emit(recipientId, "matched", { with: sender });
  tx.emit(senderId, "matched", { with: await summary(tx, recipientId, viewingOf(ctx, senderId)) });
}

/**
 * Sends a crush: the credit, the crush and, where it answers one, the match are one transaction.
 * @returns the sender's balance after, and whether it is a match
 * @throws AppError own_profile, profile_not_found, already_sent, out_of_crushes; then nothing has changed
 */
export async function sendCrush(ctx: Context, senderId: string, recipientId: string) {
  if (senderId === recipientId) throw new AppError("own_profile");
  return ctx.transact(async (tx) => {
    const before = await pairOf(tx, senderId, recipientId);
    const recipient = await readVisiblePage(
      tx,
      recipientId,
      before !== undefined && sideOf(before, senderId).theyCrushed,
    );
    const { pair, isMatch } = await addCrush(tx, senderId, recipientId);
    const remainingCrushes = await bookCrush(tx, { senderId, recipientId, pairId: pair.id });
    if (recipient.is_demo && !(await isDemo(tx, senderId))) {
      await ctx.jobs.send(
        tx,
        "demo-crush",
        { demoId: recipientId, memberId: senderId },
        { afterSeconds: DEMO_PAUSE_S },
      );
    }
    await tell(ctx, tx, senderId, recipientId, isMatch);
    const message = isMatch ? `It's a match with ${recipient.username}!` : `Crush sent to ${recipient.username}!`;
    return { message, remainingCrushes, isMatch };
  });
}

/** The four lists of My Crushes, newest first. */
export async function crushLists(ctx: Context, me: string): Promise<{ crushes: CrushLists }> {
  const [received, sent, matches, active] = await Promise.all(
    (["received", "sent", "matches", "active"] as const).map((list) => findOthers(ctx.db, me, list, OVERVIEW_MAX)),
  );
  const ids = [...new Set([received, sent, matches, active].flatMap((list) => list ?? []))];
  const cards = new Map((await summaries(ctx.db, ids, viewingOf(ctx, me))).map((card) => [card._id, card]));
  const pick = (list: readonly string[] = []) => list.flatMap((id) => cards.get(id) ?? []);
  return {
    crushes: {
      crushesReceived: pick(received),
      crushesSent: pick(sent),
      matches: pick(matches),
      activeConnections: pick(active),
    },
  };
}

/** How many have crushed on a member since they last looked at My Crushes. */
export const crushNews = async (ctx: Context, me: string): Promise<{ unseen: number }> => ({
  unseen: await countUnseen(ctx.db, me),
});

/** Notes that a member looks at My Crushes, on all of their devices. */
export const seeCrushes = (ctx: Context, me: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await noteVisit(tx, me);
    tx.emit(me, "crushes_seen", {});
    return {};
  });
