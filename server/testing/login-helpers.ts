import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { login } from "#contract/accounts/accounts.ts";
import type { TestMember } from "#server/testing/members.ts";
import type { TestApp, TestResponse } from "#server/testing/test-app.ts";

/** @returns the `proof` field of the next request */
export async function solveProofOfWork(challenge: string | undefined): Promise<string> {
  if (challenge === undefined) throw new Error("the response has no challenge");
  const parsed = JSON.parse(challenge) as Challenge;
  return JSON.stringify({ challenge: parsed, solution: await solveChallenge({ challenge: parsed, deriveKey }) });
}

interface LoginFrom {
  readonly email: string;
  readonly password?: string;
  /** An IP address. The app must trust proxies on loopback. */
  readonly network?: string;
  /** A `Cookie` header. */
  readonly cookie?: string | undefined;
  readonly userAgent?: string;
  readonly proof?: string;
}

type Answer = TestResponse<Record<string, unknown>>;

export function loginFrom(app: TestApp, { network, cookie, userAgent, ...body }: LoginFrom): Promise<Answer> {
  const headers = {
    "content-type": "application/json",
    ...(network !== undefined && { "x-forwarded-for": network }),
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { "user-agent": userAgent }),
  };
  const credentials = { password: "a wrong password", ...body };
  return app.fetch(login.path, { method: "POST", headers, body: JSON.stringify(credentials) });
}

/** Solves a proof of work if one is required. */
export async function loginWithProof(app: TestApp, from: LoginFrom): Promise<Answer> {
  const answer = await loginFrom(app, from);
  if (answer.body.code !== "proof_of_work_required") return answer;
  return loginFrom(app, { ...from, proof: await solveProofOfWork(String(answer.body["challenge"])) });
}

/** The `Cookie` header that a browser sends after a response. */
export const cookieOf = ({ headers }: Pick<Answer, "headers">): string | undefined =>
  headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ") || undefined;

const CONCURRENCY = 25;

/** From the networks in turn. @returns the number of responses by code */
export async function guessPassword(
  app: TestApp,
  { email }: Pick<TestMember, "email">,
  times: number,
  networks: readonly string[],
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (let done = 0; done < times; done += CONCURRENCY) {
    const some = Array.from(
      { length: Math.min(CONCURRENCY, times - done) },
      (_, i) => networks[(done + i) % networks.length],
    );
    const answers = await Promise.all(some.map((network = "") => loginFrom(app, { email, network })));
    for (const { body } of answers) {
      const code = String(body.code);
      codes[code] = (codes[code] ?? 0) + 1;
    }
  }
  return codes;
}
