import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { proofLevel, requireProofOfWork } from "#server/modules/proof-of-work/proof-of-work.service.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimitState,
  readRateLimit,
  refundRateLimit,
} from "#server/modules/rate-limits/rate-limits.service.ts";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;
/** Counts go on past what is free, because the work grows with them. */
const COUNTED_MAX = 1000;

/** What a network may do before each further sign-up costs a proof of work. */
interface Allowance {
  readonly rule: RateLimit;
  readonly free: number;
}

/** Sign-ups, whatever they are answered: a household or a class joins in an hour, and a gym's Wi-Fi notices a second at most. */
const SIGNUPS: Allowance = {
  rule: { name: "sign-ups by network", limit: COUNTED_MAX, windowSeconds: AN_HOUR },
  free: 5,
};
/** Answers that tell that an address has an account. Somebody who forgot which one they used tries two or three. */
const TAKEN_AN_HOUR: Allowance = {
  rule: { name: "taken addresses by network an hour", limit: COUNTED_MAX, windowSeconds: AN_HOUR },
  free: 3,
};
const TAKEN_A_DAY: Allowance = {
  rule: { name: "taken addresses by network a day", limit: COUNTED_MAX, windowSeconds: A_DAY },
  free: 10,
};

const countOf = ({ remaining }: RateLimitState): number => COUNTED_MAX - remaining;

/** Counts a sign-up, and says how the network stood before. */
async function countSignup(ctx: Context, tx: Tx, network: string) {
  const signups = await consumeRateLimit(ctx, tx, SIGNUPS.rule, network);
  const anHour = await readRateLimit(ctx, tx, TAKEN_AN_HOUR.rule, network);
  const aDay = await readRateLimit(ctx, tx, TAKEN_A_DAY.rule, network);
  return [
    { level: proofLevel(countOf(signups) - 1, SIGNUPS.free), retryAfter: signups.retryAfter },
    { level: proofLevel(countOf(anHour), TAKEN_AN_HOUR.free), retryAfter: anHour.retryAfter },
    { level: proofLevel(countOf(aDay), TAKEN_A_DAY.free), retryAfter: aDay.retryAfter },
  ];
}

/**
 * Lets a sign-up through, or demands a proof of work first where many come from its network. It is counted before anything is
 * looked at, so that those that come at the same time are counted, too.
 * @param network as rate limits count it
 * @throws AppError proof_of_work_required
 */
export async function checkSignupAllowed(ctx: Context, network: string, proof: string | undefined): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const standings = await ctx.transact((tx) => countSignup(ctx, tx, network));
  const demands = standings.flatMap(({ level, retryAfter }) => (level === undefined ? [] : [{ level, retryAfter }]));
  if (demands.length === 0) return;
  const level = Math.max(...demands.map((demand) => demand.level));
  const retryAfter = Math.max(...demands.map((demand) => demand.retryAfter));
  const demand = { purpose: "register", subject: network, level, proof, retryAfter };
  await requireProofOfWork(ctx, demand).catch(async (refusal: unknown) => {
    // What is refused is no sign-up: nobody raises the work of a network without doing some.
    await ctx.transact((tx) => refundRateLimit(ctx, tx, SIGNUPS.rule, network));
    throw refusal;
  });
}

/** Counts an answer that told that an address has an account. */
export async function countEmailTaken(ctx: Context, tx: Tx, network: string): Promise<void> {
  for (const { rule } of [TAKEN_AN_HOUR, TAKEN_A_DAY]) await consumeRateLimit(ctx, tx, rule, network);
}
