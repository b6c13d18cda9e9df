import { createChallenge, type Payload, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { createAccount } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { button, dialog, fillSignup } from "#e2e/support/signup-page.ts";

const REGISTER = "**/api/auth/register";

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

// @spec 2.signup-login.three-steps-progress 2.signup-login.1-e-mail 2.signup-login.2-username-chips
// @spec 2.signup-login.3-date-birth 2.signup-login.back-continue-start 3.stored-token-user 4.signup-continue-checks
// @spec 4.success-token-user 7.post-api-auth 9.5-free-crushes
// @spec 7.servers-message-shown 8.registration-failed-something
test("a visitor signs up with a free username, after failures and taken names, by a proof of work that is not visible", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const { email: takenEmail, username: takenName } = await createAccount(request);
  const username = await fillSignup(page);
  const [email, name] = [dialog(page).getByLabel("Email"), dialog(page).getByLabel("Username")];
  const submit = () => button(page, "Start Crushing").click();

  await test.step("a username is checked while it is typed, and three ideas are offered", async () => {
    await button(page, "Back").click();
    await expect(dialog(page)).toContainText("Username cannot be changed");
    for (const idea of ["GymLegend", "FlexMaster", "FitVibes"]) await expect(button(page, idea)).toBeVisible();
    await button(page, "GymLegend").click();
    await expect(name).toHaveAccessibleDescription("GymLegend is free");
  });

  await test.step("a taken username is reported at its step, with similar names that are free", async () => {
    await name.fill(takenName);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
    await expect(name).toHaveAccessibleDescription("That username is taken.");
    await expect(name).toBeFocused();
    const offered = dialog(page).getByRole("group", { name: "Free and close to it" }).getByRole("button");
    await expect(offered).toHaveCount(3);
    const first = (await offered.first().textContent()) ?? "";
    await offered.first().click();
    await expect(name).toHaveAccessibleDescription(`${first} is free`);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("3 of 3");
  });

  await test.step("a failed sign-up shows the reason and keeps the input", async () => {
    const alert = dialog(page).getByRole("alert");
    const answer = await refuseRequests(page, "POST", REGISTER, 500);
    await submit();
    await expect(alert).toHaveText("Registration failed");
    answer();
    await expect(dialog(page)).toContainText("3 of 3");
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
  });

  await test.step("a browser that cannot solve a proof of work shows a plain message and keeps the input", async () => {
    await page.route("**/proof-worker-*", (route) => route.abort());
    const demand = await refuseRequests(page, "POST", REGISTER, 429, {
      ...REFUSAL,
      challenge: JSON.stringify(await makeChallenge()),
    });
    await submit();
    await expect(dialog(page).getByRole("alert")).toHaveText("Please try again later.");
    await expect(dialog(page)).toContainText("3 of 3");
    await expect(dialog(page).getByRole("checkbox")).toBeChecked();
    demand();
    await page.unroute("**/proof-worker-*");
  });

  await test.step("a taken email leads back to its step", async () => {
    await button(page, "Back").click();
    await name.fill(username);
    await button(page, "Back").click();
    await email.fill(takenEmail.toUpperCase());
    await button(page, "Continue").click();
    await button(page, "Continue").click();
    await submit();
    await expect(dialog(page)).toContainText("1 of 3");
    await expect(email).toHaveAccessibleDescription("That email already has an account.");
    await expect(email).toBeFocused();
    await email.fill(`${username}@example.com`);
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("5 free crushes");
  });

  await test.step("a required proof of work is solved in a worker that is loaded only then, and the profile opens", async () => {
    const scripts: string[] = [];
    page.on("request", (request) => request.url().includes("proof-worker") && scripts.push(request.url()));
    const challenge = await makeChallenge();
    const proofs: (string | undefined)[] = [];
    const released = Promise.withResolvers<void>();
    await page.route(REGISTER, async (route) => {
      const { proof } = route.request().postDataJSON() as { proof?: string };
      proofs.push(proof);
      if (proof !== undefined) {
        await released.promise;
        return route.fallback();
      }
      expect(scripts).toEqual([]);
      return route.fulfill({
        status: 429,
        headers: { "retry-after": "3600" },
        json: { ...REFUSAL, challenge: JSON.stringify(challenge) },
      });
    });
    await submit();
    await expect(button(page, "Setting up your gym...")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await expect.poll(() => proofs.length).toBe(2);
    await expect(dialog(page)).toBeVisible();
    released.resolve();
    await expect(page).toHaveURL("/profile");
    const payload = JSON.parse(proofs[1] ?? "") as Payload;
    expect(payload.challenge).toEqual(challenge);
    expect(await verifySolution({ ...SECRETS, ...payload, deriveKey })).toMatchObject({ verified: true });
    expect(scripts).toHaveLength(1);

    await expect(toast(page, `Welcome to Spotter, ${username}! You have 5 free crushes.`)).toBeVisible();
    const { token, user } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    expect(token).toBeTruthy();
    expect(JSON.parse(user ?? "")).toEqual({ username, _id: expect.any(String) });
  });
});
