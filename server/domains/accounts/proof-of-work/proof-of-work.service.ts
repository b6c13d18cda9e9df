import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Context } from "#server/context.ts";
import {
  consumeRateLimit,
  consumeRateLimits,
  type NetworkUse,
  type RateLimit,
  type RateLimitState,
  refundRateLimits,
  usesByNetwork,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { AppError } from "#server/errors.ts";
import { networkKey } from "#server/platform/lib/networks.ts";

/** Seconds in which a challenge must be solved. */
export const CHALLENGE_SECONDS = 300;
const ALGORITHM = "PBKDF2/SHA-256";
/** Rounds per attempt. Fewer would spend the browser's time on calls instead of work. */
const ROUNDS = 5000;
/** Tries at level 0, drawn between the two: about a second on a phone. */
const TRIES_MIN = 200;
const TRIES_MAX = 400;
/** Half a minute on a phone. More would only hurt people who share a network with a robot. */
export const LEVEL_MAX = 4;

export interface ProofDemand {
  readonly purpose: string;
  /** The client or account that must prove work, such as a network address. Only a keyed hash leaves the server. */
  readonly subject: string;
  /** From 0 to `LEVEL_MAX`; each level doubles the work. See `proofLevel`. */
  readonly level: number;
  /** The request's `proof` field (`proofField` of `contract/schemas.ts`). */
  readonly proof: string | undefined;
  /** Seconds after which a client that cannot solve challenges may retry. */
  readonly retryAfter: number;
}

/**
 * None below `free`, then level 0, and one level more each time the count doubles.
 * @param count uses so far, without this one
 * @returns undefined if no proof is needed
 */
export const proofLevel = (count: number, free: number): number | undefined =>
  count < free ? undefined : Math.min(LEVEL_MAX, Math.floor(Math.log2(count / free)));

/** This machine, as rate limits count it. */
const isLoopback = (network: string): boolean => network.startsWith("127.") || network === networkKey("::1");

/** Outside production this machine is exempt: a person who tries the app out signs up often. */
export const isExemptFromProofs = ({ config }: Context, network: string): boolean =>
  !config.rateLimits || (!config.production && isLoopback(network));

/** @param free uses of a network that demand none @param own 1 if the states include the current use, otherwise 0 */
export const levelsOf = (
  uses: readonly NetworkUse[],
  states: readonly RateLimitState[],
  free: number,
  own: 0 | 1,
): readonly { readonly level: number; readonly retryAfter: number }[] =>
  uses.flatMap(({ rule: { limit }, times }, i) => {
    const { remaining = limit, retryAfter = 0 } = states[i] ?? {};
    const level = proofLevel(limit - remaining - own, free * times);
    return level === undefined ? [] : [{ level, retryAfter }];
  });

interface Form {
  readonly purpose: string;
  readonly rule: RateLimit;
  /** Forms of a network that need no proof. */
  readonly free: number;
  readonly network: string;
  readonly proof: string | undefined;
  /** A level that other counts demand. */
  readonly level?: number | undefined;
}

/**
 * Beyond the free forms of the network and the ranges around it. A form that is refused for a missing proof is not
 * counted: the level must not rise without work.
 * @throws AppError rate_limited above the rule's limit; proof_of_work_required
 */
export async function admitForm(ctx: Context, form: Form): Promise<void> {
  const { purpose, rule, free, network, proof } = form;
  const uses = usesByNetwork(rule, network);
  const states = await ctx.transact((tx) => consumeRateLimits(ctx, tx, uses));
  const refused = states.filter(({ allowed }) => !allowed);
  if (refused.length > 0) throw AppError.wait(Math.max(...refused.map(({ retryAfter }) => retryAfter)));
  const demands = [
    ...levelsOf(uses, states, free, 1),
    ...(form.level === undefined ? [] : [{ level: form.level, retryAfter: rule.windowSeconds }]),
  ];
  if (demands.length === 0) return;
  const level = Math.max(...demands.map((demand) => demand.level));
  const retryAfter = Math.max(...demands.map((demand) => demand.retryAfter));
  await requireProofOfWork(ctx, { purpose, subject: network, level, proof, retryAfter }).catch(
    async (refusal: unknown) => {
      await ctx.transact((tx) => refundRateLimits(ctx, tx, uses, states));
      throw refusal;
    },
  );
}

const proofShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      expiresAt: z.number(),
      nonce: z.string(),
      data: z.object({ purpose: z.string(), subject: z.string(), level: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

function parseProof(text: string) {
  try {
    return z.safeParse(proofShape, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The same on all processes, since they have the same hash key. */
const secretsOf = ({ keyedHash }: Context) => ({
  hmacSignatureSecret: keyedHash("proof of work", "challenge").toString("hex"),
  hmacKeySignatureSecret: keyedHash("proof of work", "solution").toString("hex"),
});

const subjectHash = (ctx: Context, subject: string): string =>
  ctx.keyedHash("proof of work subject", subject).toString("hex");

const makeChallenge = (ctx: Context, { purpose, subject, level }: ProofDemand): Promise<Challenge> =>
  createChallenge({
    ...secretsOf(ctx),
    algorithm: ALGORITHM,
    deriveKey,
    cost: ROUNDS,
    // The browser counts up to a number that it does not know: the work has an upper bound.
    counter: randomInt(TRIES_MAX * 2 ** level, TRIES_MIN * 2 ** level),
    expiresAt: new Date(Date.now() + CHALLENGE_SECONDS * 1000),
    data: { purpose, subject: subjectHash(ctx, subject), level },
  });

/** A right proof is used up. */
async function isGood(ctx: Context, { purpose, subject, level, proof }: ProofDemand): Promise<boolean> {
  const parsed = proof === undefined ? undefined : parseProof(proof);
  if (!parsed) return false;
  const { challenge, solution } = parsed;
  const payload = { challenge: challenge as unknown as Challenge, solution } satisfies Payload;
  const { verified } = await verifySolution({ ...secretsOf(ctx), ...payload, deriveKey });
  if (!verified) return false;
  // The signature is valid, so the signed data can be trusted.
  const { data, nonce } = challenge.parameters;
  if (data.purpose !== purpose || data.subject !== subjectHash(ctx, subject)) return false;
  // The required level may have grown by one while the browser was solving.
  if (data.level < level - 1) return false;
  const once = { name: "proof of work", limit: 1, windowSeconds: CHALLENGE_SECONDS };
  return ctx.transact(async (tx) => (await consumeRateLimit(ctx, tx, once, nonce)).allowed);
}

/**
 * Unnoticed by a browser (`web/lib/proof-of-work.ts`), expensive for a program that sends thousands. Decide with counts
 * (`rate-limits`) and `proofLevel` whether to call it, before the response is known, so that the rejection reveals
 * nothing. With `RATE_LIMITS=off` it requires nothing. The client repeats the request with the field `proof`: the JSON
 * text of `{ challenge, solution }`, valid for one request within five minutes, with the same purpose and subject.
 * @throws AppError proof_of_work_required, with a challenge (ALTCHA 2, JSON text) and the seconds to wait without a
 * proof
 */
export async function requireProofOfWork(ctx: Context, demand: ProofDemand): Promise<void> {
  if (!ctx.config.rateLimits) return;
  if (await isGood(ctx, demand)) return;
  const { purpose, subject, level, proof, retryAfter } = demand;
  const outcome = proof === undefined ? "proof_required" : "proof_refused";
  await recordSecurityEvent(ctx, ctx.db, { kind: "rate_limit", outcome, subject, details: { purpose, level } });
  throw AppError.proofOfWork(JSON.stringify(await makeChallenge(ctx, demand)), retryAfter);
}
