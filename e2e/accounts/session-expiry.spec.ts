import type { APIRequestContext, Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, type Member, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const LOGGED_OUT_MESSAGE = "You have been logged out. Please log in again.";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

const endElsewhere = async (request: APIRequestContext, { token }: Member): Promise<void> => {
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
};

test("a session that ends on another device closes the open screen immediately, with a message", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Between us");
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("log")).toContainText("Between us");
  await connected;
  await endElsewhere(request, me);
  await expect(page).toHaveURL("/");
  await expect(toast(page, LOGGED_OUT_MESSAGE)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Crushing" }).first()).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test("a password change on another device does so as well, and keeps the session that changed it", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createAccount(request);
  await logInAs(page, me);
  const elsewhere = await person();
  await logInAs(elsewhere, me);
  const connected = [waitForSocket(page), waitForSocket(elsewhere)];
  await elsewhere.goto("/settings");
  await page.goto("/reset-password");
  await Promise.all(connected);
  const fill = (name: string, text: string) => page.getByRole("main").getByLabel(name, { exact: true }).fill(text);
  await fill("Current password", PASSWORD);
  await fill("New password", "a brand new password");
  await fill("Confirm password", "a brand new password");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(elsewhere).toHaveURL("/");
  await expect(toast(elsewhere, LOGGED_OUT_MESSAGE)).toBeVisible();
  await expect(page).toHaveURL("/settings");
  expect(await stored(page)).toBeTruthy();
});

test("no message is shown after pressing Logout", async ({ page, request }) => {
  await logInAs(page, await createAccount(request));
  const connected = waitForSocket(page);
  await page.goto("/settings");
  await connected;
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.waitForTimeout(1500);
  await expect(toast(page, LOGGED_OUT_MESSAGE)).toHaveCount(0);
});

/** Opens a page with the stored session that `logInAs` has prepared, also after the app has ended it before. */
async function openWithSession(page: Page, address: string): Promise<void> {
  await page.evaluate(() => location.protocol.startsWith("http") && localStorage.removeItem("returningUser"));
  await page.goto(address);
}

/** Resolves when the app has ended the stored session. */
const expectEnded = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => [localStorage.getItem("token"), localStorage.getItem("returningUser")]))
    .toEqual([null, "true"]);

test("an expired session does not close pages that need none, and leads from others to the form for a link", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const me = await createAccount(request);
  await endElsewhere(request, me);
  await request.post("/api/auth/forgot-password", { data: { email: me.email } });
  await logInAs(page, me);

  await test.step("an expired session does not close a page that was opened by an emailed link", async () => {
    await openWithSession(page, findLink(await findEmail(me.email, "Reset your password")));
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await expectEnded(page);
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await expect(toast(page, LOGGED_OUT_MESSAGE)).toHaveCount(0);
  });

  for (const [address, title] of [
    ["/verify-email/nonsense", "Invalid or Expired Link"],
    ["/nothing/here", "Nothing on this rack."],
  ] as const) {
    await test.step(`an expired session does not redirect away from ${address}`, async () => {
      await openWithSession(page, address);
      await expectEnded(page);
      await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
      await expect(heading(page, title)).toBeVisible();
      await expect(page).toHaveURL(address);
    });
  }

  await test.step("the page for a new password, without link or session, offers to email a link", async () => {
    await openWithSession(page, "/reset-password");
    await expect(page.getByRole("dialog").getByRole("button", { name: "Send Reset Link" })).toBeVisible();
    await expect(page).toHaveURL("/");
  });
});
