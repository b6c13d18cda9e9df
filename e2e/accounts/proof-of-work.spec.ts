import { createChallenge, type Payload, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { expect, test } from "#e2e/support/fixtures.ts";
import { button, dialog, fillSignup } from "#e2e/support/signup-page.ts";

/** Creates challenges as the server does, with the test's own keys, because the Spotter of this run requires none. */
const SECRETS = { hmacSignatureSecret: "challenges", hmacKeySignatureSecret: "solutions" };
const makeChallenge = () =>
  createChallenge({
    ...SECRETS,
    algorithm: "PBKDF2/SHA-256",
    deriveKey,
    cost: 5000,
    counter: randomInt(40, 20),
    expiresAt: new Date(Date.now() + 60_000),
  });

const REFUSAL = { success: false, code: "proof_of_work_required", message: "Please try again later." };

test("a proof of work is solved invisibly during sign-up, and a browser that cannot solve it shows a plain message", async ({
  page,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();

  await test.step("a browser that cannot solve it shows a plain message and keeps the input", async () => {
    await page.route("**/proof-worker-*", (route) => route.abort());
    await page.route("**/api/auth/register", async (route) =>
      route.fulfill({ status: 429, json: { ...REFUSAL, challenge: JSON.stringify(await makeChallenge()) } }),
    );
    await fillSignup(page);
    await button(page, "Start Crushing").click();
    await expect(dialog(page).getByRole("alert")).toHaveText("Please try again later.");
    await expect(dialog(page)).toContainText("3 of 3");
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
    for (const address of ["**/proof-worker-*", "**/api/auth/register"]) await page.unroute(address);
  });

  await test.step("a required proof of work is solved invisibly during sign-up, in a worker that is loaded only then", async () => {
    const scripts: string[] = [];
    page.on("request", (request) => request.url().includes("proof-worker") && scripts.push(request.url()));
    const challenge = await makeChallenge();
    const proofs: (string | undefined)[] = [];
    await page.route("**/api/auth/register", async (route) => {
      const { proof } = route.request().postDataJSON() as { proof?: string };
      proofs.push(proof);
      if (proof !== undefined) return route.fallback();
      expect(scripts).toEqual([]);
      return route.fulfill({
        status: 429,
        headers: { "retry-after": "3600" },
        json: { ...REFUSAL, challenge: JSON.stringify(challenge) },
      });
    });
    await fillSignup(page);
    const start = Date.now();
    await button(page, "Start Crushing").click();
    await expect(button(page, "Setting up your gym...")).toBeVisible();
    await expect(page).toHaveURL("/profile");
    test.info().annotations.push({ type: "ms", description: String(Date.now() - start) });
    expect(proofs).toHaveLength(2);
    const payload = JSON.parse(proofs[1] ?? "") as Payload;
    expect(payload.challenge).toEqual(challenge);
    expect(await verifySolution({ ...SECRETS, ...payload, deriveKey })).toMatchObject({ verified: true });
    expect(scripts).toHaveLength(1);
  });
});
