import type { Page } from "@playwright/test";
import { createAccount, logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { pauseClock } from "#e2e/support/clock.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const NEW = "a brand new password";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name });
const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function resetLink(page: Page, person: Member): Promise<string> {
  await page.request.post("/api/auth/forgot-password", { data: { email: person.email } });
  return findLink(await findEmail(person.email, "Reset your password"));
}

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

// @spec 2.routes.reset-password-token 2.signup-login.forgot-your-password 2.forgot-reset.check-your-email
// @spec 2.forgot-reset.form-success-profile 4.reset-password-verifying 9.reset-link-1
// @spec 2.forgot-reset.invalid-expired-link 8.failed-reset-password 2.forgot-reset.verifying
// @spec 3.reset-form 5.password-required-password-2
test("a forgotten password is replaced with an emailed link, after a used link and failed requests", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  // Two members, because a member gets one link a minute.
  const [late, me] = [await createAccount(request), await createAccount(request)];
  const submit = () => button(page, "Reset Password").click();

  await test.step("a link that was not verified is verified again, and the expired session of the browser does not close its page", async () => {
    const link = await resetLink(page, late);
    await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${late.token}` } });
    await logInAs(page, late);
    await page.clock.install();
    const restore = await abortRequests(page, "GET", "**/api/auth/verify-reset-token/*");
    await page.goto(link);
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    const release = await holdRequests(page, "**/api/auth/verify-reset-token/*");
    await button(page, "Try again").click();
    await expect(page.getByRole("status").filter({ hasText: "One moment..." })).toBeVisible();
    release();
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
    await expect.poll(async () => (await stored(page))["token"]).toBeUndefined();
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await expect(toast(page, "You have been logged out.")).toHaveCount(0);

    // The link is used in another tab while the form is open.
    await field(page, "New password").fill(NEW);
    await field(page, "Confirm password").fill(NEW);
    const token = link.split("/").at(-1);
    await request.post("/api/auth/reset-password", { data: { token, newPassword: NEW, confirmPassword: NEW } });
    await submit();
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await expect(page.getByText("This password reset link is invalid or has expired.")).toBeVisible();
    expect((await stored(page))["token"]).toBeUndefined();
  });

  await test.step("the page of a used link offers a new one, which is emailed", async () => {
    await button(page, "Get a new link").click();
    await dialog(page).getByLabel("Email").fill(me.email);
    await button(page, "Send Reset Link").click();
    await expect(dialog(page).getByRole("heading", { name: "Check Your Email!" })).toBeVisible();
    await expect(dialog(page)).toContainText("expires in 1 hour");
    await expect(dialog(page)).toContainText("spam");
    await expect(button(page, "Back to Login")).toBeFocused();
    await button(page, "Back to Login").click();
    await expect(button(page, "Let's Go!")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
  });

  await test.step("a new password is validated by field", async () => {
    await page.goto(findLink(await findEmail(me.email, "Reset your password")));
    await expect(heading(page, "Choose a new password")).toBeFocused();
    await expect(page).toHaveTitle("Reset password · Spotter");
    const [first, second] = [field(page, "New password"), field(page, "Confirm password")];
    await submit();
    await expect(first).toHaveAccessibleDescription("Password is required");
    await expect(first).toBeFocused();
    await first.fill("password123");
    await second.fill("password124");
    await submit();
    await expect(second).toHaveAccessibleDescription("Passwords do not match");
    await expect(second).toBeFocused();
    await second.fill("password123");
    await expect(second).not.toHaveAttribute("aria-invalid");
    await expect(first).toHaveAttribute("type", "password");
    await button(page, "Show password").first().click();
    await expect(first).toHaveAttribute("type", "text");
  });

  await test.step("a new password that was not saved can be saved again, which logs in and opens the profile after two seconds", async () => {
    const answer = await refuseRequests(page, "POST", "**/api/auth/reset-password", 500);
    await submit();
    await expect(toast(page, "Failed to reset password")).toBeVisible();
    answer();
    const release = await holdRequests(page, "**/api/auth/reset-password");
    await submit();
    await expect(button(page, "Saving...")).toHaveAttribute("aria-disabled", "true");
    await pauseClock(page);
    release();
    await expect(heading(page, "Password changed")).toBeVisible();
    const { token, user } = await stored(page);
    expect(token).toBeTruthy();
    expect(JSON.parse(user ?? "")).toEqual({ username: me.username, _id: me.id });
    await page.clock.runFor(1900);
    await expect(heading(page, "Password changed")).toBeFocused();
    await page.clock.runFor(100);
    await expect(page).toHaveURL("/profile");
    await page.clock.resume();
    await expect(heading(page, "Profile")).toBeVisible();
  });
});
