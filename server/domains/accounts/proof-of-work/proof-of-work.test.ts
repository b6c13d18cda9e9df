import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CHALLENGE_SECONDS,
  LEVEL_MAX,
  type ProofDemand,
  proofLevel,
  requireProofOfWork,
} from "#server/domains/accounts/proof-of-work/proof-of-work.service.ts";
import { AppError } from "#server/errors.ts";
import { solveProofOfWork } from "#server/testing/login-helpers.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ rateLimits: true });
const demand = { purpose: "test", subject: "203.0.113.7", level: 0, retryAfter: 60, proof: undefined };

const require = (change: Partial<ProofDemand> = {}) => requireProofOfWork(app.ctx, { ...demand, ...change });

async function refusalOf(work: Promise<void>): Promise<AppError> {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof AppError)) throw new Error("it was not refused");
  expect(error.code).toBe("proof_of_work_required");
  return error;
}

const proofFor = async (change: Partial<ProofDemand> = {}) =>
  solveProofOfWork((await refusalOf(require(change))).challenge);

afterEach(() => vi.restoreAllMocks());

describe("a proof of work", () => {
  test("is demanded with a challenge, and a retry time for clients without one", async () => {
    const refusal = await refusalOf(require());
    expect(refusal.retryAfter).toBe(60);
    expect(JSON.parse(refusal.challenge ?? "")).toMatchObject({
      parameters: { algorithm: "PBKDF2/SHA-256", data: { purpose: "test", level: 0 } },
    });
    // Only the server can read the subject.
    expect(refusal.challenge).not.toContain("203.0.113.7");
  });

  test("admits one request, even if many send it concurrently", async () => {
    const proof = await proofFor();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => require({ proof })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await refusalOf(require({ proof }));
  });

  test("is valid for its purpose and subject only", async () => {
    const proof = await proofFor();
    await refusalOf(require({ proof, purpose: "another" }));
    await refusalOf(require({ proof, subject: "203.0.113.8" }));
    await require({ proof });
  });

  test("is accepted one level below the demand, but not two", async () => {
    await require({ proof: await proofFor(), level: 1 });
    await refusalOf(require({ proof: await proofFor(), level: 2 }));
  });

  test("expires with its challenge", async () => {
    const proof = await proofFor();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + (CHALLENGE_SECONDS + 1) * 1000);
    await refusalOf(require({ proof }));
  });

  test.each([
    ["no JSON", () => "{"],
    ["another shape", () => `{"challenge":{},"solution":{}}`],
    [
      "a wrong solution",
      (good: string) => good.replace(/(?<="derivedKey":")./, (digit) => (digit === "0" ? "1" : "0")),
    ],
    ["an easier challenge", (good: string) => good.replace(/"level":0/, '"level":4')],
    ["no signature", (good: string) => good.replace(/"signature":"[0-9a-f]+"/, '"signature":""')],
  ])("is refused with %s", async (_, spoil) => {
    const good = await proofFor();
    const spoiled = spoil(good);
    expect(spoiled).not.toBe(good);
    await refusalOf(require({ proof: spoiled }));
    await require({ proof: good });
  });

  test("gains a level with each doubling of a count, up to a maximum", () => {
    expect([0, 2, 3, 5, 6, 11, 12, 24, 48, 5000].map((count) => proofLevel(count, 3))).toEqual([
      undefined,
      undefined,
      0,
      0,
      1,
      1,
      2,
      3,
      4,
      LEVEL_MAX,
    ]);
  });
});

describe("with limits off", () => {
  const unlimited = testApp();

  test("nothing is demanded", async () => {
    await expect(requireProofOfWork(unlimited.ctx, demand)).resolves.toBeUndefined();
  });
});
