import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { consumeRateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

/** Seconds in which a challenge must be solved. */
export const CHALLENGE_SECONDS = 300;
const ALGORITHM = "PBKDF2/SHA-256";
/** Rounds of one try. Fewer would spend the browser's time on calls instead of work. */
const ROUNDS = 5000;
/** Tries at level 0, drawn between the two: about a second on a phone. */
const TRIES_MIN = 200;
const TRIES_MAX = 400;
/** Half a minute on a phone. More would only hurt people who share a network with a robot. */
export const LEVEL_MAX = 4;

/** What a request has to prove, and for what. A solution is good for one request with this purpose and subject. */
export interface ProofDemand {
  /** What is protected, such as `register`. */
  readonly purpose: string;
  /** Whom the work is demanded of, such as a network address or an account. Only a keyed hash leaves the server. */
  readonly subject: string;
  /** From 0 to `LEVEL_MAX`; each level doubles the work. See `proofLevel`. */
  readonly level: number;
  /** The request's `proof` field (`proofField` of `contract/schemas.ts`). */
  readonly proof: string | undefined;
  /** Seconds after which a client that cannot solve challenges may try again. */
  readonly retryAfter: number;
}

/**
 * The work that a count asks for: none below `free`, then level 0, and a level more each time the count doubles.
 * @param count uses so far, this one not included
 * @returns undefined where no proof is needed
 */
export const proofLevel = (count: number, free: number): number | undefined =>
  count < free ? undefined : Math.min(LEVEL_MAX, Math.floor(Math.log2(count / free)));

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

/** The keys that sign challenges and their solutions: the same on all processes, since they have the same hash key. */
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

/** Whether a proof is right, is meant for this, and was not used before. It is used up then. */
async function isGood(ctx: Context, { purpose, subject, level, proof }: ProofDemand): Promise<boolean> {
  const parsed = proof === undefined ? undefined : parseProof(proof);
  if (!parsed) return false;
  const { challenge, solution } = parsed;
  const payload = { challenge: challenge as unknown as Challenge, solution } satisfies Payload;
  const { verified } = await verifySolution({ ...secretsOf(ctx), ...payload, deriveKey });
  if (!verified) return false;
  // The signature is ours from here on, and so is what it covers.
  const { data, nonce } = challenge.parameters;
  if (data.purpose !== purpose || data.subject !== subjectHash(ctx, subject)) return false;
  // What is demanded may have grown by a level while the browser was at work.
  if (data.level < level - 1) return false;
  const once = { name: "proof of work", limit: 1, windowSeconds: CHALLENGE_SECONDS };
  return ctx.transact(async (tx) => (await consumeRateLimit(ctx, tx, once, nonce)).allowed);
}

/**
 * Demands a proof of work from whoever asks too often: invisible work for a browser (`web/lib/proof-of-work.ts`), cost for a
 * program that asks thousands of times. Decide with counts (`rate-limits`) and `proofLevel` whether to call it, and call it
 * before the answer is known, so that the refusal tells nothing. With `RATE_LIMITS=off` it demands nothing.
 *
 * The client repeats the same request with the field `proof`: the JSON text of `{ challenge, solution }`. A proof is good
 * for one request, for five minutes, and for the purpose and subject that it was asked for.
 * @throws AppError proof_of_work_required, with a challenge (ALTCHA 2, JSON text) and the seconds to wait without a proof
 */
export async function requireProofOfWork(ctx: Context, demand: ProofDemand): Promise<void> {
  if (!ctx.config.rateLimits) return;
  if (await isGood(ctx, demand)) return;
  const { purpose, subject, level, proof, retryAfter } = demand;
  const outcome = proof === undefined ? "proof_required" : "proof_refused";
  await recordSecurityEvent(ctx, ctx.db, { kind: "rate_limit", outcome, subject, details: { purpose, level } });
  throw AppError.proofOfWork(JSON.stringify(await makeChallenge(ctx, demand)), retryAfter);
}
