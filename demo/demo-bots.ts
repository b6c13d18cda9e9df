import { randomInt } from "node:crypto";
import {
  findDemoName,
  findDemoNear,
  findIdleDemo,
  findTownOf,
  hasMatch,
  hasWritten,
  isDemoToReal,
  lockDemo,
} from "#demo/demo.repo.ts";
import { chance, ignoreRefusal } from "#demo/demo-chance.ts";
import { answerDate, proposeWorkout } from "#demo/demo-dates.ts";
import type { Context } from "#server/context.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { readWallet } from "#server/domains/billing/wallet/wallet.service.ts";
import { sendMessage } from "#server/domains/chat/messages/message-send.service.ts";
import { sendCrush } from "#server/domains/crushes/crushes.service.ts";
import { findAnywhere } from "#server/domains/discovery/search/stored-search.service.ts";
import { applyChange } from "#server/domains/members/profiles/profiles.service.ts";
import type { LatLng } from "#server/platform/adapters/geocoder.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";

/** Replies of demo members to a first message. Each says that the member is a demo. */
export const ANSWERS: readonly string[] = [
  "You had me at the gym part. I am only a drawing, though, here to show you around. Somebody real is a crush away.",
  "Saturday, 8am, the rack by the window? I would, if I were not a demo member. Tell the next one exactly that.",
  "Best opener I have had all week. I am a demo member, so take it to somebody who can lift with you.",
  "Rest day is tomorrow, pancakes are mandatory. And since I am made of ink: this is how a chat looks on Spotter.",
];

/** A first screen of people who fit. */
const NEIGHBOURS = 5;
const NEAR_MILES = 40;
/** Maximum distance of a moved demo member from the town, in degrees of latitude: some kilometres. */
const SPREAD = 0.09;

/**
 * Sends a crush back with a probability of two thirds, and always to a member without a match. Demo members' credits
 * never run out.
 */
async function crushBack(ctx: Context, demoId: string, memberId: string): Promise<void> {
  if (chance(demoId + memberId) > 0.67 && (await hasMatch(ctx.db, memberId))) return;
  const { balance } = await readWallet(ctx, demoId, {});
  if (balance < 1) await ctx.transact((tx) => grantBonus(tx, demoId, 20, `demo ${Date.now()}`));
  await sendCrush(ctx, demoId, memberId).catch(ignoreRefusal);
}

/** A demo member answers once, and only once. */
async function answer(ctx: Context, demoId: string, memberId: string): Promise<void> {
  if (await hasWritten(ctx.db, demoId, memberId)) return;
  const username = await findDemoName(ctx.db, demoId);
  if (!username) return;
  ctx.realtime.publish(memberId, "user_typing", { userId: demoId });
  const content = ANSWERS[Math.floor(chance(demoId) * ANSWERS.length)] ?? "";
  const me = { id: demoId, username, sessionId: "" };
  await sendMessage(ctx, me, { receiverId: memberId, content }).catch(ignoreRefusal);
}

/** A random place within some kilometres of another. */
function around({ lat, lng }: LatLng): LatLng {
  const drawn = () => (randomInt(0, 2_000_001) / 1_000_000 - 1) * SPREAD;
  return { lat: lat + drawn(), lng: lng + drawn() };
}

/**
 * For a new member whose search finds few. They settle around the town that the member's profile shows to everyone, so
 * their locations reveal nothing more. A demo member with a real member nearby, or a crush, stays.
 */
async function settleNear(ctx: Context, memberId: string): Promise<void> {
  await ctx.transact(async (tx) => {
    // If two come at once, the second finds whom the first has left.
    await lockDemo(tx);
    const named = await findTownOf(tx, memberId);
    const town = named === undefined ? undefined : ctx.geocoder.find(named);
    if (!town) return;
    const fitting = await findAnywhere(tx, memberId, await findDemoNear(tx, town, NEAR_MILES));
    const missing = NEIGHBOURS - fitting.length;
    if (missing <= 0) return;
    const idle = await findAnywhere(tx, memberId, await findIdleDemo(tx, NEAR_MILES));
    for (const id of idle.slice(0, missing)) {
      const point = around(town);
      const location = ctx.geocoder.nameOf(point);
      const coordinates = { coordinates: [point.lng, point.lat] as [number, number] };
      await applyChange(ctx, tx, id, { coordinates, locationType: "manual", ...(location && { location }) });
    }
  });
}

/** Demo members react seconds after a member's act. */
const DEMO = { workers: 1 } as const;

export const demoCrushJob: Job<"demo-crush", { demoId: string; memberId: string }> = {
  name: "demo-crush",
  ...DEMO,
  handle: (ctx, { demoId, memberId }) => crushBack(ctx, demoId, memberId),
};

export const demoMessageJob: Job<"demo-message", { demoId: string; memberId: string }> = {
  name: "demo-message",
  ...DEMO,
  handle: (ctx, { demoId, memberId }) => answer(ctx, demoId, memberId),
};

export const demoDateAnswerJob: Job<"demo-date-answer", { demoId: string; messageId: string }> = {
  name: "demo-date-answer",
  ...DEMO,
  handle: (ctx, { demoId, messageId }) => answerDate(ctx, demoId, messageId),
};

/** The demo member may propose a workout date. */
export const demoDateProposalJob: Job<"demo-date-proposal", { demoId: string; memberId: string }> = {
  name: "demo-date-proposal",
  ...DEMO,
  handle: (ctx, { demoId, memberId }) => proposeWorkout(ctx, demoId, memberId),
};

export const demoNeighborsJob: Job<"demo-neighbors", { memberId: string }> = {
  name: "demo-neighbors",
  ...DEMO,
  handle: (ctx, { memberId }) => settleNear(ctx, memberId),
};

const CRUSH_DELAY_S = 3;
const ANSWER_DELAY_S = 4;
const DATE_DELAY_S = 6;
const PROPOSAL_DELAY_S = 40;
/** A profile that changes several times within it attracts demo members once. */
const SETTLE_WINDOW_S = 5;

/** Called once, if there are demo members. */
export function startDemoBots(ctx: Context): void {
  const enqueue = (send: (tx: Tx) => Promise<void>): void =>
    void ctx.transact(send).catch((error: unknown) => ctx.log.error({ err: error }, "demo: job not enqueued"));

  /** Only real members' acts have an answer, so that demo members do not keep each other busy. */
  const enqueueAnswer = (demoId: string, memberId: string, send: (tx: Tx) => Promise<void>) =>
    enqueue(async (tx) => {
      if (await isDemoToReal(tx, demoId, memberId)) await send(tx);
    });

  ctx.domainEvents.on("crush_sent", ({ senderId: memberId, recipientId: demoId }) =>
    enqueueAnswer(demoId, memberId, (tx) =>
      ctx.jobs.send(tx, "demo-crush", { demoId, memberId }, { afterSeconds: CRUSH_DELAY_S }),
    ),
  );
  ctx.domainEvents.on("message_sent", ({ senderId: memberId, receiverId: demoId, sequence }) => {
    if (sequence !== 1) return;
    enqueueAnswer(demoId, memberId, async (tx) => {
      await ctx.jobs.send(tx, "demo-message", { demoId, memberId }, { afterSeconds: ANSWER_DELAY_S });
      await ctx.jobs.send(tx, "demo-date-proposal", { demoId, memberId }, { afterSeconds: PROPOSAL_DELAY_S });
    });
  });
  ctx.domainEvents.on("date_proposed", ({ senderId: memberId, receiverId: demoId, messageId }) =>
    enqueueAnswer(demoId, memberId, (tx) =>
      ctx.jobs.send(tx, "demo-date-answer", { demoId, messageId }, { afterSeconds: DATE_DELAY_S }),
    ),
  );
  ctx.domainEvents.on("profile_changed", ({ memberId }) => {
    if (ctx.config.demoMembers === 0) return;
    const once = { key: memberId, seconds: SETTLE_WINDOW_S };
    enqueue((tx) => ctx.jobs.send(tx, "demo-neighbors", { memberId }, { once }));
  });
}
