import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name });

// @spec 2.forgot-reset.modal-send-reset 4.forgot-password-form 5.forgot-password-please 8.failed-send-reset
// @spec 2.signup-login.forgot-your-password 4.closing-resets-form 9.timing-300-350
test("a reset link is requested in a modal, which opens after the login modal has closed", async ({
  page,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();

  await test.step("requesting a link validates the address, shows progress, and reports failures", async () => {
    await page.goto("/reset-password");
    await expect(page).toHaveURL("/");
    const email = dialog(page).getByLabel("Email");
    await button(page, "Send Reset Link").click();
    await expect(email).toHaveAccessibleDescription("Please enter your email address");
    await expect(email).toBeFocused();
    await email.fill("maya@");
    await expect(email).not.toHaveAttribute("aria-invalid");
    await button(page, "Send Reset Link").click();
    await expect(email).toHaveAccessibleDescription("Email is invalid");
    await expectAccessible(page);

    await email.fill("maya@mail.com");
    const address = "**/api/auth/forgot-password";
    const alert = dialog(page).getByRole("alert");
    const answer = await refuseRequests(page, "POST", address, 500);
    await button(page, "Send Reset Link").click();
    await expect(alert).toHaveText("Failed to send reset email");
    answer();
    const allow = await refuseRequests(page, "POST", address, 429, {
      message: "Too many tries. Please wait a moment.",
    });
    await button(page, "Send Reset Link").click();
    await expect(alert).toHaveText("Too many tries. Please wait a moment.");
    allow();
    const restore = await abortRequests(page, "POST", address);
    await button(page, "Send Reset Link").click();
    await expect(alert).toHaveText("Something went wrong. Please try again.");
    restore();

    const release = await holdRequests(page, address);
    await button(page, "Send Reset Link").click();
    await expect(button(page, "Sending...")).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeVisible();
    release();
    await expect(dialog(page).getByRole("heading", { name: "Check Your Email!" })).toBeVisible();

    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
    await button(page, "Forgot your password?").click();
    await expect(dialog(page).getByLabel("Email")).toHaveValue("");
  });

  await test.step("switching between the modals waits until the previous one has closed", async () => {
    await page.clock.install();
    await page.goto("/?login=true");
    await expect(button(page, "Let's Go!")).toBeVisible();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await button(page, "Forgot your password?").click();
    await page.clock.runFor(340);
    await expect(button(page, "Send Reset Link")).toHaveCount(0);
    await page.clock.runFor(20);
    await expect(button(page, "Send Reset Link")).toBeVisible();
    await expect(dialog(page)).toHaveCount(1);
  });
});
