import type { CrushLists } from "#contract/crushes.ts";
import { OVERVIEW_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { countUnseen, deleteVisit, findOthers, noteVisit } from "#server/modules/crushes/crushes.repo.ts";
import { consumeLimit } from "#server/modules/member-limits/member-limits.service.ts";
import { presentSummary } from "#server/modules/members/members.present.ts";
import { type Card, cardsOf, holdMembers, summaries, viewingOf } from "#server/modules/members/members.service.ts";
import { tell } from "#server/modules/notifications/telling.service.ts";
import { addCrush } from "#server/modules/relationships/relationships.service.ts";
import { bookCrush } from "#server/modules/wallet/wallet.service.ts";

/** Seconds that a demo member takes to answer. */
const DEMO_PAUSE_S = 3;

/** Tells those concerned, once it is in: the recipient of a crush, or both sides of a match. */
function emitCrush(ctx: Context, tx: Tx, sender: Card, recipient: Card, isMatch: boolean): void {
  const from = presentSummary(sender, viewingOf(ctx, recipient.id));
  tx.emit(recipient.id, "crush_received", { from });
  tx.emit(sender.id, "crush_sent", { userId: recipient.id });
  if (!isMatch) return;
  tx.emit(recipient.id, "matched", { with: from });
  tx.emit(sender.id, "matched", { with: presentSummary(recipient, viewingOf(ctx, sender.id)) });
}

/** Whether somebody is there for a sender: a hidden member is for those whom they have sent a crush. */
const isThere = ({ standing }: Card, theyCrushed: boolean): boolean =>
  standing === "active" || (standing === "hidden" && theyCrushed);

/**
 * Sends a crush: the credit, the crush and, where it answers one, the match are one transaction.
 * @returns the sender's balance after, whether it is a match, and how many more new people today where they are few
 * @throws AppError cannot_crush_self, profile_not_found, already_sent, out_of_crushes, daily_crush_limit; then nothing has changed
 */
export async function sendCrush(ctx: Context, senderId: string, recipientId: string) {
  if (senderId === recipientId) throw new AppError("cannot_crush_self");
  return ctx.transact(async (tx) => {
    await holdMembers(tx, senderId, recipientId);
    const { [senderId]: sender, [recipientId]: recipient } = await cardsOf(tx, [senderId, recipientId]);
    if (!sender || !recipient || !isThere(recipient, true)) throw new AppError("profile_not_found");
    const { pair, isMatch } = await addCrush(tx, senderId, recipientId);
    if (!isThere(recipient, isMatch)) throw new AppError("profile_not_found");
    const remainingCrushes = await bookCrush(tx, { senderId, recipientId, pairId: pair.id });
    // An answer is always possible, and reaches nobody new.
    const newPeople = isMatch ? undefined : await consumeLimit(ctx, tx, "crushes", senderId);
    if (recipient.is_demo && !sender.is_demo) {
      const data = { demoId: recipientId, memberId: senderId };
      await ctx.jobs.send(tx, "demo-crush", data, { afterSeconds: DEMO_PAUSE_S });
    }
    emitCrush(ctx, tx, sender, recipient, isMatch);
    await tell(ctx, tx, { kind: isMatch ? "match" : "crush", memberId: recipientId, otherId: senderId });
    const message = isMatch ? `It's a match with ${recipient.username}!` : `Crush sent to ${recipient.username}!`;
    return { message, remainingCrushes, isMatch, newPeople };
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
    await holdMembers(tx, me);
    await noteVisit(tx, me);
    tx.emit(me, "crushes_seen", {});
    return {};
  });

/** Forgets when a member who goes has looked. */
export const forgetVisits = (tx: Tx, me: string): Promise<void> => deleteVisit(tx, me);
