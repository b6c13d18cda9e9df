import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { createMember, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { addAuthenticator } from "#e2e/support/console.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { openSettings } from "#e2e/support/settings-page.ts";

// Browsers allow passkeys at localhost, but not at 127.0.0.1.
test.use({ baseURL: (process.env["SPOTTER_ADDRESS"] ?? "").replace("127.0.0.1", "localhost") });

const section = (page: Page) => page.getByRole("region", { name: "Login and security" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function logOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
}

async function openLogin(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  await expect(dialog(page, "Welcome back")).toBeVisible();
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await openLogin(page);
  await dialog(page, "Welcome back").getByLabel("Email").fill(email);
  await dialog(page, "Welcome back").getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

// @spec 2.other-screens.settings-tabs-notifications
test("a passkey, an authenticator app and recovery codes protect the login", async ({
  page,
  request,
  expectRefusals,
}) => {
  // It logs in five times.
  test.slow();
  expectRefusals();
  const me = await createMember(request);
  await logInAs(page, me);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  let codes: string[] = [];

  await test.step("the first passkey comes with recovery codes", async () => {
    await page.goto("/settings/account");
    await section(page).getByRole("button", { name: "Add a Passkey" }).click();
    const shown = dialog(page, "Keep these codes");
    await expect(shown.getByRole("listitem")).toHaveCount(10);
    codes = await shown.getByRole("listitem").allInnerTexts();
    const saved = page.waitForEvent("download");
    await shown.getByRole("button", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe("spotter-recovery-codes.txt");
    await shown.getByRole("button", { name: "I have kept them" }).click();
    await expect(section(page).getByText("10 of 10 left")).toBeVisible();
    await expect(section(page).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("it is renamed", async () => {
    await section(page).getByRole("button", { name: /^Edit/ }).click();
    await dialog(page, "Your passkey").getByLabel("Name").fill("My phone");
    await page.keyboard.press("Enter");
    await expect(section(page).getByText("My phone")).toBeVisible();
  });

  await test.step("it logs in without a password", async () => {
    await logOut(page);
    await openLogin(page);
    // The scenes run at an IP address, where browsers offer no passkeys.
    await expectAccessible(page);
    await dialog(page, "Welcome back").getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(page).toHaveURL(/\/browse/);
  });

  let totp = new TOTP();
  await test.step("an authenticator app is set up with its key", async () => {
    await openSettings(page, "Account");
    await section(page).getByRole("button", { name: "Set Up an App" }).click();
    const setup = dialog(page, "Set up your app");
    await expect(setup.getByRole("img", { name: "QR code of the key" })).toBeVisible();
    totp = new TOTP({ secret: Secret.fromBase32((await setup.locator("code").innerText()).replaceAll(" ", "")) });
    await setup.getByLabel("Code from your app").fill(totp.generate());
    await page.keyboard.press("Enter");
    await expect(toast(page, "Your authenticator app is ready.")).toBeVisible();
    await expect(section(page).getByText("Authenticator app")).toBeVisible();
  });

  await test.step("a password needs one more step", async () => {
    await logOut(page);
    await enterPassword(page, me.email);
    const step = dialog(page, "One more step");
    await step.getByRole("button", { name: "Use your authenticator app" }).click();
    await expect(step.getByLabel("Code from your app")).toBeFocused();
    await step.getByRole("button", { name: "Use a recovery code" }).click();
    await step.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/browse/);
  });

  await test.step("the step is taken with the passkey, too, also after the browser refused it", async () => {
    await logOut(page);
    await enterPassword(page, me.email);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    const step = dialog(page, "One more step");
    await step.getByRole("button", { name: "Use a passkey" }).click();
    await expect(step.getByRole("alert")).toContainText("No passkey was used.");
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await step.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page).toHaveURL(/\/browse/);
  });

  await test.step("a download asks again who it is, and then goes on", async () => {
    let isStale = true;
    // As after ten minutes.
    await page.route("**/api/account/data-copy", async (route) => {
      if (!isStale || route.request().method() !== "POST") return route.fallback();
      isStale = false;
      const body = {
        success: false,
        code: "reauthentication_required",
        message: "Please show once more that it is you.",
      };
      await route.fulfill({ status: 403, json: body });
    });
    await openSettings(page, "Privacy");
    await page.getByRole("main").getByRole("button", { name: "Download my data" }).click();
    await dialog(page, "Download your data?").getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    const question = dialog(page, "Is it you?");
    await expect(question).toBeVisible();
    const saved = page.waitForEvent("download");
    await question.getByRole("button", { name: "Use a passkey" }).click();
    expect((await saved).suggestedFilename()).toBe("spotter-data.zip");
    await expect(question).toBeHidden();
  });

  await test.step("without any factor the password logs in by itself again", async () => {
    await openSettings(page, "Account");
    await section(page).getByRole("button", { name: "Edit My phone" }).click();
    await dialog(page, "Your passkey").getByRole("button", { name: "Remove this passkey" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page, "Your passkey").getByRole("button", { name: "Remove this passkey" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(toast(page, "The passkey is removed.")).toBeVisible();
    await expect(section(page)).toBeFocused();
    await section(page).getByRole("button", { name: "Remove the authenticator app" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("It is your last one");
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(section(page).getByRole("listitem")).toHaveCount(0);
    await expect(section(page)).toBeFocused();
    await logOut(page);
    await enterPassword(page, me.email);
    await expect(page).toHaveURL(/\/browse/);
  });
});
