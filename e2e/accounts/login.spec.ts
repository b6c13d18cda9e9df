import type { Page } from "@playwright/test";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { createMember, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { pauseClock } from "#e2e/support/clock.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { button, dialog } from "#e2e/support/signup-page.ts";

const LOGIN = "**/api/auth/login";

const alert = (page: Page) => dialog(page).getByRole("alert");
const email = (page: Page) => dialog(page).getByLabel("Email");
const password = (page: Page) => dialog(page).getByLabel("Password", { exact: true });
const openLogin = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Login" }).click();
const submit = (page: Page) => button(page, "Let's Go!").click();

/** On a slow machine the closing animation takes longer than its 300 ms, and both modals are shown for a moment. */
async function follow(page: Page, link: string, content: string): Promise<void> {
  await button(page, link).click();
  await expect(dialog(page).filter({ hasText: content })).toBeVisible();
  await expect(dialog(page)).toHaveCount(1);
}

async function isNewDevice(page: Page): Promise<boolean> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const reply = await page.request.get("/api/auth/sessions", { headers: { authorization: `Bearer ${token}` } });
  const { sessions } = (await reply.json()) as { sessions: { current: boolean; newDevice: boolean }[] };
  return sessions.some(({ current, newDevice }) => current && newDevice);
}

// @spec 2.signup-login.login-e-mail 4.closing-resets-form 9.timing-300-350
// @spec 2.signup-login.sign-switches-login 2.signup-login.forgot-your-password
// @spec 2.forgot-reset.modal-send-reset 4.forgot-password-form 5.forgot-password-please 8.failed-send-reset
test("the modals for login, sign-up and reset links open one after the other, and are cleared once closed", async ({
  page,
  expectRefusals,
}) => {
  expectRefusals();
  await page.clock.install();
  await page.goto("/?login=true");
  await expect(button(page, "Let's Go!")).toBeVisible();

  await test.step("login and sign-up link to each other", async () => {
    await email(page).fill("sam@example.com");
    await follow(page, "Join the movement", "1 of 3");
    await follow(page, "Sign in", "Let's Go!");
    await expect(email(page)).toHaveValue("");
    await email(page).fill("sam@example.com");
    await button(page, "Cancel").click();
    await expect(dialog(page)).toBeHidden();
    await openLogin(page);
    await expect(email(page)).toHaveValue("");
    await follow(page, "Join the movement", "1 of 3");
  });

  await test.step("a commonly guessed password causes a warning, not an error", async () => {
    await expect(password(page)).toHaveAccessibleDescription("At least 8 characters");
    await password(page).fill("password123");
    await expect(password(page)).toHaveAccessibleDescription(/on every guesser's list/);
    await email(page).fill("sam@example.com");
    await dialog(page).getByLabel("Confirm password").fill("password123");
    await button(page, "Continue").click();
    await expect(dialog(page)).toContainText("2 of 3");
  });

  await test.step("a modal is cleared 300 ms after it was closed, and the next one opens after 350 ms", async () => {
    await pauseClock(page);
    // Two frames pass until a modal opens.
    const reopenAfter = async (milliseconds: number) => {
      await button(page, "Close").click();
      await expect(dialog(page)).toBeHidden();
      await page.clock.runFor(milliseconds);
      await page.getByRole("button", { name: "Find Your Crush" }).click();
      await page.clock.runFor(40);
    };
    await reopenAfter(240);
    await expect(dialog(page)).toContainText("2 of 3");
    await reopenAfter(300);
    await expect(dialog(page)).toContainText("1 of 3");
    await expect(email(page)).toHaveValue("");
    for (const [link, next] of [
      ["Sign in", "Let's Go!"],
      ["Forgot your password?", "Send Reset Link"],
    ] as const) {
      await button(page, link).click();
      await page.clock.runFor(340);
      await expect(dialog(page)).toHaveCount(0);
      await page.clock.runFor(20);
      await expect(button(page, next)).toBeVisible();
      await expect(dialog(page)).toHaveCount(1);
    }
    await page.clock.resume();
  });

  await test.step("the request of a reset link validates the email and reports a failure", async () => {
    const send = () => button(page, "Send Reset Link").click();
    await send();
    await expect(email(page)).toHaveAccessibleDescription("Please enter your email address");
    await expect(email(page)).toBeFocused();
    await email(page).fill("maya@mail.com");
    await expect(email(page)).not.toHaveAttribute("aria-invalid");
    const answer = await refuseRequests(page, "POST", "**/api/auth/forgot-password", 500);
    await send();
    await expect(alert(page)).toHaveText("Failed to send reset email");
    answer();
    await send();
    await expect(dialog(page).getByRole("heading", { name: "Check Your Email!" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await openLogin(page);
    await follow(page, "Forgot your password?", "Send Reset Link");
    await expect(email(page)).toHaveValue("");
  });
});

// @spec 2.signup-login.login-e-mail 4.login-stored-browse 5.login-email-required 5.field-errors-clear 8.login-failed-same
test("a member logs in after failures, by an emailed link or a proof of work if required, and the device is known afterwards", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMember(request);
  const fill = async () => {
    await email(page).fill(me.email);
    await password(page).fill(PASSWORD);
  };
  await page.goto("/?login=true");
  await submit(page);
  await expect(email(page)).toHaveAccessibleDescription("Email is required");
  await expect(password(page)).toHaveAccessibleDescription("Password is required");
  await fill();

  await test.step("a login that requires an emailed link offers to send it from the form, and the email is carried over both ways", async () => {
    const message =
      "There were many wrong passwords for this account. If yours is right, we have mailed you a link to log in.";
    const accept = await refuseRequests(page, "POST", LOGIN, 429, { code: "login_email_required", message });
    await submit(page);
    await expect(alert(page)).toHaveText(message);
    await follow(page, "Forgot your password?", "Send Reset Link");
    await expect(email(page)).toHaveValue(me.email);
    accept();
    await follow(page, "Sign in", "Let's Go!");
    await expect(email(page)).toHaveValue(me.email);
    await fill();
  });

  await test.step("a failed login is reported until the input changes", async () => {
    const answer = await refuseRequests(page, "POST", LOGIN, 500);
    await submit(page);
    await expect(alert(page)).toHaveText("Login failed");
    answer();
    await password(page).press("End");
    await password(page).pressSequentially("!");
    await expect(alert(page)).toHaveCount(0);
    await password(page).fill(PASSWORD);
  });

  await test.step("a login shows progress, and solves a proof of work if the server requires one", async () => {
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
    const released = Promise.withResolvers<void>();
    await page.route(LOGIN, async (route) => {
      proofs.push((route.request().postDataJSON() as { proof?: string }).proof);
      if (proofs.length > 1) {
        await released.promise;
        return route.fallback();
      }
      const refusal = { success: false, code: "proof_of_work_required", message: "Not yet.", challenge };
      return route.fulfill({ status: 429, json: refusal });
    });
    await submit(page);
    await expect(button(page, "Crushing it...")).toHaveAttribute("aria-disabled", "true");
    released.resolve();
    await expect(page).toHaveURL("/browse");
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
    await openLogin(page);
    await fill();
    await submit(page);
    await expect(page).toHaveURL("/browse");
    expect(await isNewDevice(page)).toBe(false);
  });
});
