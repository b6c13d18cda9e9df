import type { Page } from "@playwright/test";
import { createMatch, logInAs, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";

const NEW = "a brand new password";
const LOGGED_OUT_MESSAGE = "You have been logged out. Please log in again.";

const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

/** `logInAs` has prepared the session. Works also after the app has ended it before. */
async function openWithSession(page: Page, address: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem("returningUser"));
  await page.goto(address);
}

const expectEnded = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => [localStorage.getItem("token"), localStorage.getItem("returningUser")]))
    .toEqual([null, "true"]);

// @spec 2.other-screens.settings-tabs-notifications
test("a new password ends the sessions on other devices at once, and an expired session leaves only pages that need one", async ({
  page,
  person,
  request,
  expectRefusals,
  expectOutage,
}) => {
  expectRefusals();
  expectOutage();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Between us");
  await logInAs(page, me);
  const elsewhere = await person();

  await test.step("the page for a new password has a URL and leads to the settings", async () => {
    await page.goto("/reset-password");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL("/settings");
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Account" }).click();
    await page.getByRole("link", { name: "Change Password" }).click();
    await expect(heading(page, "Change your password")).toBeFocused();
    await expect(page).toHaveTitle(/Change password · Spotter$/);
  });

  await test.step("a new password requires the current one, and keeps the session that set it", async () => {
    await logInAs(elsewhere, me);
    const connected = waitForSocket(elsewhere);
    await elsewhere.goto(`/messages/${other.id}`);
    await expect(elsewhere.getByRole("log")).toContainText("Between us");
    await connected;

    const [current, submit] = [field(page, "Current password"), page.getByRole("button", { name: "Change Password" })];
    await current.fill("not the password");
    await field(page, "New password").fill(NEW);
    await field(page, "Confirm password").fill(NEW);
    await submit.click();
    await expect(current).toHaveAccessibleDescription("Your current password is incorrect.");
    await expect(current).toBeFocused();
    await current.fill(PASSWORD);
    await submit.click();
    await expect(toast(page, "Your password has been changed.")).toBeVisible();
    await expect(page).toHaveURL("/settings/account");
    const token = await stored(page);
    expect(token).toBeTruthy();
    expect(token).not.toBe(me.token);
    await page.getByRole("link", { name: "Profile" }).first().click();
    await expect(heading(page, "Profile")).toBeVisible();
  });

  await test.step("the open screen of another device closes, with a message", async () => {
    await expect(elsewhere).toHaveURL("/");
    await expect(toast(elsewhere, LOGGED_OUT_MESSAGE)).toBeVisible();
    await expect(elsewhere.getByRole("button", { name: "Start Crushing" }).first()).toBeVisible();
    expect(await stored(elsewhere)).toBeNull();
  });

  await test.step("no message is shown after pressing Logout", async () => {
    const answered = page.waitForResponse("**/api/auth/logout");
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await answered;
    await expect(page).toHaveURL("/");
    await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Let's Go!" })).toBeVisible();
    await expect(toast(page, LOGGED_OUT_MESSAGE)).toHaveCount(0);
  });

  await test.step("an expired session keeps the visitor on a public page", async () => {
    await openWithSession(page, "/nothing/here");
    await expectEnded(page);
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
    await expect(heading(page, "Nothing on this rack.")).toBeVisible();
    await expect(page).toHaveURL("/nothing/here");
  });

  await test.step("the page for a new password, without link or session, offers to email a link", async () => {
    await openWithSession(page, "/reset-password");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Send Reset Link" })).toBeVisible();
    await expect(page).toHaveURL("/");
  });

  await test.step("a session whose end was not announced leads to the landing page at the next request", async () => {
    const reply = await request.post("/api/auth/login", { data: { email: me.email, password: NEW } });
    const { token, user } = (await reply.json()) as { token: string; user: object };
    await page.evaluate((session) => Object.assign(localStorage, session), { token, user: JSON.stringify(user) });
    await page.routeWebSocket(/socket\.io/, () => {});
    await page.goto("/settings");
    await expect(page.getByRole("switch").first()).toBeEnabled();
    // A request that is still under way would discover the end.
    await page.waitForLoadState("networkidle");
    await page.getByRole("link", { name: "Browse" }).focus();
    await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
  });
});
