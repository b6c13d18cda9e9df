import type { Page } from "@playwright/test";
import {
  createAccount,
  createMember,
  getBalance,
  logInAs,
  openCheckout,
  PASSWORD,
  payWithoutConfirming,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests, waitForSocket } from "#e2e/support/network.ts";
import { balance, buyButton, listPurchaseEvents, panelToggle, payButton } from "#e2e/support/wallet-page.ts";

const CREATE = "**/api/crushes/create-checkout";
const returnOf = (sessionId: string) => `/profile?payment=success&crushes=5&session_id=${sessionId}`;
const grantToast = (page: Page) => toast(page, "5 crushes are in your wallet. You have 10.");

/** Opens another screen with the header. */
const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

for (const [way, url] of [
  ["our own page to pay at", undefined],
  ["a payment provider's page", "https://pay.example/cs_1"],
] as const) {
  test(`a member who opened another screen is not redirected to ${way}`, async ({ page, request }) => {
    await logInAs(page, await createMember(request));
    await page.goto("/profile#crushes");
    if (url) await page.route(CREATE, (route) => route.fulfill({ json: { success: true, url } }));
    const release = await holdRequests(page, CREATE);
    await buyButton(page, "Starter Pack").click();
    await goTo(page, "Browse");
    await expect(page).toHaveURL("/browse");
    const answered = page.waitForResponse(CREATE);
    release();
    await answered;
    await page.waitForTimeout(500);
    await expect(page).toHaveURL("/browse");
  });
}

test("a checkout that starts in the wallet's purchase tab continues in its history tab", async ({ page, request }) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  const release = await holdRequests(page, CREATE);
  await buyButton(page, "Starter Pack").click();
  await page.getByRole("tab", { name: "History" }).click();
  release();
  await expect(payButton(page)).toBeVisible();
});

test("a payment that succeeds after leaving its page is announced on the current screen", async ({ page, request }) => {
  const me = await createMember(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  await page.goto(address);
  const release = await holdRequests(page, `**/api${address}/pay`);
  await payButton(page).click();
  await goTo(page, "Settings");
  release();
  await expect(grantToast(page)).toBeVisible();
  await expect(page).toHaveURL("/settings");
  expect(await listPurchaseEvents(page)).toHaveLength(1);
});

test("a payment whose response was lost is announced", async ({ page, request, expectOutage }) => {
  expectOutage();
  const me = await createMember(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  await page.goto(address);
  await page.route(`**/api${address}/pay`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await expect(grantToast(page)).toBeVisible();
});

// @spec 4.purchase-memberships-event
test("two tabs with the same checkout announce and count the payment once", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMember(request);
  await logInAs(page, me);
  const session = await openCheckout(request, me, "starter");
  const other = await tab();
  for (const one of [page, other]) {
    // A tab that connects later would fetch pending results.
    const connected = waitForSocket(one);
    await one.goto(`/test-checkout/${session}`);
    await expect(payButton(one)).toBeVisible();
    await connected;
  }
  await payButton(page).click();
  await expect(grantToast(page)).toBeVisible();
  await payButton(other).click();
  await expect(other.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await other.goto(returnOf(session));
  await expect(other).toHaveURL("/profile#crushes");
  await expect(other.getByRole("alert")).toHaveCount(0);
  expect(await listPurchaseEvents(page)).toHaveLength(1);
  expect(await listPurchaseEvents(other)).toEqual([]);
  expect(await getBalance(request, me)).toBe(10);
});

test("if the session ended during payment, a message is shown, and the payment is announced after the next login", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMember(request);
  await logInAs(page, me);
  await page.goto("/browse");
  const session = await openCheckout(request, me, "starter");
  await payWithoutConfirming(request, me, session);
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
  await page.goto(returnOf(session));
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(toast(page, "What you paid for arrives: log in to see it.")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(me.email);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Let's Go!" }).click();
  await expect(grantToast(page)).toBeVisible();
  await expect(page).toHaveURL("/browse");
  expect(await listPurchaseEvents(page)).toHaveLength(1);
});

test("a session that ends at the wallet causes one toast", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  await refuseRequests(page, "POST", CREATE, 401, { message: "Please log in again.", code: "unauthorized" });
  await buyButton(page, "Starter Pack").click();
  await expect(page).toHaveURL("/");
  await expect(toast(page, "You have been logged out. Please log in again.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test("a return without a payment id is answered with a message", async ({ page, request }) => {
  await logInAs(page, await createAccount(request));
  await page.goto("/profile?payment=success&crushes=5");
  await expect(toast(page, "Whatever you paid for arrives in your wallet by itself.")).toBeVisible();
  await expect(page).toHaveURL("/profile#crushes");
});

test("the wallet stays expanded after returning from a checkout and reloading", async ({ page, request }) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile?payment=cancelled&crushes=5");
  await expect(page).toHaveURL("/profile#crushes");
  await page.reload();
  await expect(panelToggle(page)).toHaveAttribute("aria-expanded", "true");
  await expect(balance(page, 5)).toBeVisible();
});

test("a new toast about the same subject replaces the earlier one", async ({ page, request, expectOutage }) => {
  expectOutage();
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  const restore = await abortRequests(page, "POST", CREATE);
  await buyButton(page, "Starter Pack").click();
  await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
  restore();
  await refuseRequests(page, "POST", CREATE, 400);
  await buyButton(page, "Starter Pack").click();
  await expect(toast(page, "Failed to create checkout session")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});
