import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

/** Does the work that a refusal demands, as a browser would. @returns the `proof` field of the next try */
export async function prove(challenge: string | undefined): Promise<string> {
  if (challenge === undefined) throw new Error("there is no challenge");
  const parsed = JSON.parse(challenge) as Challenge;
  return JSON.stringify({ challenge: parsed, solution: await solveChallenge({ challenge: parsed, deriveKey }) });
}
