import type { APIRequestContext, Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, type Member, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const SAID = "You have been logged out. Please log in again.";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("token"));

const endElsewhere = async (request: APIRequestContext, { token }: Member): Promise<void> => {
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
};

test("a login that ends elsewhere takes the open screen away at once, and says so", async ({
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
  await expect(toast(page, SAID)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Crushing" }).first()).toBeVisible();
  expect(await stored(page)).toBeNull();
});

test("so does a password that is changed elsewhere, and the one who changed it stays", async ({
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
  await expect(toast(elsewhere, SAID)).toBeVisible();
  await expect(page).toHaveURL("/settings");
  expect(await stored(page)).toBeTruthy();
});

test("whoever pressed Logout is told nothing", async ({ page, request }) => {
  await logInAs(page, await createAccount(request));
  const connected = waitForSocket(page);
  await page.goto("/settings");
  await connected;
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.waitForTimeout(1500);
  await expect(toast(page, SAID)).toHaveCount(0);
});

test("a login that has ended does not take a link out of one's hands", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const me = await createAccount(request);
  await endElsewhere(request, me);
  await request.post("/api/auth/forgot-password", { data: { email: me.email } });
  await logInAs(page, me);
  await page.goto(findLink(await findEmail(me.email, "Reset your password")));
  await expect(heading(page, "Choose a new password")).toBeVisible();
  await expect.poll(() => stored(page)).toBeNull();
  await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
  await expect(heading(page, "Choose a new password")).toBeVisible();
  await expect(toast(page, SAID)).toHaveCount(0);
});

for (const [address, title] of [
  ["/verify-email/nonsense", "Invalid or Expired Link"],
  ["/nothing/here", "Nothing on this rack."],
] as const) {
  test(`nor does it lead away from ${address}`, async ({ page, request, expectRefusals }) => {
    expectRefusals();
    const me = await createAccount(request);
    await endElsewhere(request, me);
    await logInAs(page, me);
    await page.goto(address);
    await expect.poll(() => stored(page)).toBeNull();
    await expect(page.getByRole("banner").getByRole("button", { name: "Login" })).toBeVisible();
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(address);
  });
}

test("a new password without a link or a login is asked for by mail", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const me = await createAccount(request);
  await endElsewhere(request, me);
  await logInAs(page, me);
  await page.goto("/reset-password");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Send Reset Link" })).toBeVisible();
  await expect(page).toHaveURL("/");
});
