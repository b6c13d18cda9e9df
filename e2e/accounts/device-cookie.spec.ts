import type { Page } from "@playwright/test";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { createMember, type Member, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

/** Logs in with the form, and waits for the next screen. */
async function logIn(page: Page, { email }: Member): Promise<void> {
  await page.goto("/?login=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Let's Go!" }).click();
  await expect(page).toHaveURL("/browse");
}

/** Whether this page's session was started on a new device. */
async function isNewDevice(page: Page): Promise<boolean> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const reply = await page.request.get("/api/auth/sessions", { headers: { authorization: `Bearer ${token}` } });
  const { sessions } = (await reply.json()) as { sessions: { current: boolean; newDevice: boolean }[] };
  return sessions.some(({ current, newDevice }) => current && newDevice);
}

test("a login may require an emailed link or a proof of work, and marks the device as known", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const me = await createMember(request);

  await test.step("a login that requires an emailed link offers to send it from the form", async () => {
    const message =
      "There were many wrong passwords for this account. If yours is right, we have mailed you a link to log in.";
    await page.route("**/api/auth/login", (route) =>
      route.fulfill({ status: 429, json: { success: false, code: "login_email_required", message } }),
    );
    await page.goto("/?login=true");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(me.email);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(message);
    await dialog.getByRole("button", { name: "Forgot your password?" }).click();
    await expect(dialog.getByLabel("Email")).toHaveValue(me.email);
  });

  await test.step("a login solves a proof of work if the server requires one", async () => {
    const challenge = JSON.stringify(
      await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        deriveKey,
        cost: 1000,
        counter: 50,
        hmacSignatureSecret: "x",
      }),
    );
    const proofs: unknown[] = [];
    // Replaces the route of the previous step.
    await page.route("**/api/auth/login", async (route) => {
      proofs.push((route.request().postDataJSON() as { proof?: string }).proof);
      if (proofs.length > 1) return route.continue();
      const refusal = { success: false, code: "proof_of_work_required", message: "Not yet.", challenge };
      return route.fulfill({ status: 429, json: refusal });
    });
    await logIn(page, me);
    expect(proofs).toEqual([undefined, expect.stringContaining('"solution"')]);
  });

  await test.step("a login marks the device as known, and a logout keeps the mark and the app's settings", async () => {
    expect(await isNewDevice(page)).toBe(true);
    const find = async () => (await page.context().cookies()).find(({ name }) => name === "spotter_device");
    const cookie = await find();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/auth" });
    const own = ["theme", "analyticsConsent", "installBannerDismissed"];
    await page.evaluate((names) => {
      for (const name of names) localStorage.setItem(name, "kept");
    }, own);
    const answered = page.waitForResponse("**/api/auth/logout");
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    expect(await (await answered).headerValue("clear-site-data")).toBe('"cache"');
    await (await answered).finished();
    await expect(page).toHaveURL("/");
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    expect(stored).toMatchObject({ returningUser: "true", onboardingComplete: "true" });
    for (const name of own) expect(stored[name]).toBe("kept");
    expect(stored).not.toHaveProperty("token");
    expect(await find()).toEqual(cookie);
    await logIn(page, me);
    expect(await isNewDevice(page)).toBe(false);
  });
});
