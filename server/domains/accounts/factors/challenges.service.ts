import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { insertChallenge, takeChallenge } from "#server/domains/accounts/factors/factors.repo.ts";
import type { WebauthnChallengesTable } from "#server/platform/db/schema/factors.ts";
import { newChallenge } from "#server/platform/lib/webauthn.ts";

export const CHALLENGE_MINUTES = 5;

/** Another purpose does not accept the answer. */
export interface ChallengeUse {
  readonly purpose: WebauthnChallengesTable["purpose"];
  /** The session or login token that asks for the challenge. Undefined for a login without a password. */
  readonly boundTo?: string | undefined;
}

const rowOf = (challenge: string, { purpose, boundTo }: ChallengeUse) => ({
  challenge_hash: hashToken(challenge),
  purpose,
  bound_to: boundTo === undefined ? null : hashToken(boundTo),
});

export async function createChallenge(ctx: Context, use: ChallengeUse): Promise<string> {
  const challenge = newChallenge();
  await insertChallenge(ctx.db, { ...rowOf(challenge, use), minutes: CHALLENGE_MINUTES });
  return challenge;
}

/**
 * A wrong answer uses up its challenge, too.
 * @param clientData base64url, of the answer
 * @returns undefined if the challenge was not created for this use, was used or has expired
 */
export async function consumeChallenge(
  ctx: Context,
  clientData: string,
  use: ChallengeUse,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  return (await takeChallenge(ctx.db, rowOf(challenge, use))) ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, "base64url").toString());
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
