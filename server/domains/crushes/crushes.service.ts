import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts, CrushListEntry, CrushLists } from "#contract/crushes/crushes.ts";
import { CRUSHES_PAGE, NEW_MATCHES_MAX, OVERVIEW_MAX } from "#contract/limits.ts";
import type { CrushAbout, PositionPage, Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { findChargeError, settleCrush } from "#server/domains/billing/wallet/wallet.service.ts";
import { countListed, countUnseen, findListed, findNewMatchIds } from "#server/domains/crushes/crushes.queries.ts";
import { insertCrushes, type NewCrush, upsertLastSeen } from "#server/domains/crushes/crushes.repo.ts";
import { findLimitError, remainingAfter } from "#server/domains/members/member-limits/member-limits.service.ts";
import { assertMaySend } from "#server/domains/members/member-limits/sending.service.ts";
import { presentSummary } from "#server/domains/members/members.present.ts";
import { findCards, isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { lockMembersShared, presentSummaries, viewerContext } from "#server/domains/members/members.service.ts";
import { createLockingBatcher } from "#server/domains/members/relationships/locking-batcher.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { explainRefusedCrush } from "#server/domains/members/relationships/relationships.service.ts";
import type { LockWait } from "#server/domains/members/relationships/relationships.statements.ts";
import { dispatchAfterCommit } from "#server/domains/notifications/notifications.service.ts";
import type { NotificationKey } from "#server/domains/notifications/notifications.statements.ts";
import { AppError } from "#server/errors.ts";
import { createBatcher } from "#server/platform/lib/batcher.ts";
import { cutPage, readPosition, writePosition } from "#server/platform/lib/page.ts";
import { matches } from "#server/platform/observability/metrics.ts";

const CARDS_BATCH = 100;

interface SentCrush extends NewCrush {
  readonly isMatch: boolean;
}

/** Concurrent crushes share the look-up of the cards that their events have. */
const createCardReader = (ctx: Context) =>
  createBatcher(
    async (ids: readonly string[]) => {
      const cards = new Map((await findCards(ctx.db, [...new Set(ids)])).map((card) => [card.id, card]));
      return ids.map((id) => cards.get(id));
    },
    CARDS_BATCH,
    () => false,
  );

/**
 * The crush is stored. Its events have cards, which are not read for a member without a device, nor sent if contact has
 * ended meanwhile. Devices whose card could not be read refetch.
 */
async function publishCrush(ctx: Context, { senderId, recipientId, about, isMatch }: SentCrush): Promise<void> {
  const { publish, announceGap, mayReach } = ctx.realtime;
  const findCardFor = async (viewerId: string, id: string) => {
    if (!mayReach(viewerId)) return undefined;
    try {
      const card = await ctx.singleton(createCardReader)(id);
      const { isVisible } = await findView(ctx.db, viewerId, id);
      return card && isVisible ? presentSummary(card, viewerContext(ctx, viewerId)) : undefined;
    } catch (error) {
      ctx.log.warn({ err: error, memberId: viewerId }, "crush: card of an event was not read");
      announceGap(viewerId);
      return undefined;
    }
  };
  publish(senderId, "crush_sent", { userId: recipientId });
  const [sender, recipient] = await Promise.all([
    findCardFor(recipientId, senderId),
    isMatch ? findCardFor(senderId, recipientId) : undefined,
  ]);
  if (sender) publish(recipientId, "crush_received", { from: { ...sender, ...(about && { about }) } });
  if (sender && isMatch) publish(recipientId, "matched", { with: sender });
  if (recipient) publish(senderId, "matched", { with: recipient });
}

/** What became of a crush. */
type Outcome =
  | {
      readonly isMatch: boolean;
      readonly recipientName: string;
      readonly remainingCrushes: number;
      readonly newPeople: Remaining | undefined;
    }
  | "unauthorized"
  | "refused";

/** @returns as `createLockingBatcher` needs it */
function storeCrushes(ctx: Context, crushes: readonly NewCrush[], wait: LockWait): Promise<(Outcome | undefined)[]> {
  return ctx.transactStatement(async (tx) => {
    const inserted = await insertCrushes(tx, crushes, { wait, config: ctx.config, delays: ctx.notifications.delays });
    const notified: NotificationKey[] = [];
    const outcomes = crushes.map((sent, i): Outcome | undefined => {
      const result = inserted[i];
      if (!result) return undefined;
      const { senderStatus, crush, counted } = result;
      if (!isInGoodStanding(senderStatus)) return "unauthorized";
      if (!crush) return "refused";
      const { senderId, recipientId } = sent;
      const { isMatch, recipientName } = crush;
      const remainingCrushes = settleCrush(tx, senderId, crush);
      notified.push({ cause: isMatch ? "match" : "crush", memberId: recipientId, otherId: senderId });
      tx.afterCommit(() => {
        if (isMatch) matches.inc();
        publishCrush(ctx, { ...sent, isMatch }).catch((error: unknown) =>
          ctx.log.warn({ err: error }, "crush: event was not sent"),
        );
        ctx.domainEvents.emit("crush_sent", { senderId, recipientId });
      });
      return { isMatch, recipientName, remainingCrushes, newPeople: counted && remainingAfter("crushes", counted) };
    });
    dispatchAfterCommit(ctx, tx, notified);
    return outcomes;
  });
}

const createCrushBatcher = (ctx: Context) =>
  createLockingBatcher((crushes: readonly NewCrush[], wait) => storeCrushes(ctx, crushes, wait));

/**
 * The credit, the crush, the match and the notifications are one transaction, which crushes of other members may share.
 * @param about the part of the recipient's profile that it refers to
 * @returns the sender's balance, whether it is a match, and how many more new people they may reach today if few are
 * left
 * @throws AppError cannot_crush_self, unauthorized, messaging_restricted, email_unconfirmed, profile_not_found,
 * blocked, already_sent, out_of_crushes, daily_crush_limit; then nothing has changed
 */
export async function sendCrush(ctx: Context, senderId: string, recipientId: string, about?: CrushAbout) {
  if (senderId === recipientId) throw new AppError("cannot_crush_self");
  const crush = { senderId, recipientId, about };
  const store = async () =>
    (await ctx.singleton(createCrushBatcher)(crush)) ?? (await storeCrushes(ctx, [crush], "block"))[0];
  const outcome = await store().catch((error: unknown) => {
    throw findChargeError(error) ?? findLimitError("crushes", error) ?? error;
  });
  if (outcome === "unauthorized") throw new AppError("unauthorized");
  // Nothing was stored. The answer is the same for each recipient who cannot be reached.
  if (outcome === undefined || outcome === "refused") {
    await assertMaySend(ctx, ctx.db, senderId);
    throw await explainRefusedCrush(ctx.db, senderId, recipientId);
  }
  const { recipientName, ...sent } = outcome;
  const message = sent.isMatch ? `It's a match with ${recipientName}!` : `Crush sent to ${recipientName}!`;
  return { message, ...sent };
}

export async function listCrushes(ctx: Context, me: string): Promise<{ crushes: CrushLists }> {
  const [received, sent, matches, active] = await Promise.all(
    (["received", "sent", "matches", "active"] as const).map((list) => findListed(ctx.db, me, list, OVERVIEW_MAX)),
  );
  const ids = [...new Set([received, sent, matches, active].flatMap((list) => (list ?? []).map(({ id }) => id)))];
  const cards = new Map((await presentSummaries(ctx.db, ids, viewerContext(ctx, me))).map((card) => [card._id, card]));
  const pick = (list: typeof received = []) => list.flatMap(({ id }) => cards.get(id) ?? []);
  return {
    crushes: {
      crushesReceived: (received ?? []).flatMap(({ id, about }) => {
        const card = cards.get(id);
        return card ? [{ ...card, ...(about && { about }) }] : [];
      }),
      crushesSent: pick(sent),
      matches: pick(matches),
      activeConnections: pick(active),
    },
  };
}

/** The newest first. Rows that end between two pages neither shift nor stop the next one. */
export async function getCrushList(ctx: Context, me: string, list: CrushList, page: PositionPage) {
  const { limit = CRUSHES_PAGE, cursor } = page;
  const found = await findListed(ctx.db, me, list, limit + 1, readPosition(cursor));
  const { rows, nextCursor } = cutPage(found, limit, writePosition);
  const cards = await presentSummaries(
    ctx.db,
    rows.map(({ id }) => id),
    viewerContext(ctx, me),
  );
  const listed = new Map(rows.map((row) => [row.id, row]));
  const members = cards.map((card): CrushListEntry => {
    const { about, isMatch = false } = listed.get(card._id) ?? {};
    return { ...card, ...(list === "received" && about && { about }), isMatch };
  });
  return { members, nextCursor };
}

export const getCrushCounts = async (ctx: Context, me: string): Promise<{ counts: CrushCounts }> => ({
  counts: await countListed(ctx.db, me),
});

/** Since the member last opened My Crushes. */
export const getUnseenCount = async (ctx: Context, me: string): Promise<{ unseen: number }> => ({
  unseen: await countUnseen(ctx.db, me),
});

export async function listNewMatches(ctx: Context, me: string) {
  const ids = await findNewMatchIds(ctx.db, me);
  const shown = ids.slice(0, NEW_MATCHES_MAX);
  const cards = await presentSummaries(ctx.db, shown, viewerContext(ctx, me));
  const matches = shown.flatMap((id) => cards.find(({ _id }) => _id === id) ?? []);
  return { matches, more: ids.length - shown.length };
}

export const markMatchesSeen = (ctx: Context, me: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await lockMembersShared(tx, me);
    await upsertLastSeen(tx, me, "matches_seen_at");
    return {};
  });

/** On all devices of the member. */
export const markCrushesSeen = (ctx: Context, me: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await lockMembersShared(tx, me);
    await upsertLastSeen(tx, me, "seen_at");
    tx.emit(me, "crushes_seen", {});
    return {};
  });
