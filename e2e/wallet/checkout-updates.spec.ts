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
import { balance, buyButton, fold, noted, pay } from "#e2e/support/wallet-page.ts";

const CREATE = "**/api/crushes/create-checkout";
const returnOf = (sessionId: string) => `/profile?payment=success&crushes=5&session_id=${sessionId}`;
const granted = (page: Page) => toast(page, "5 crushes are in your wallet. You have 10.");

/** Goes to another screen of the app, as by the header. */
const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

for (const [way, url] of [
  ["our own page to pay at", undefined],
  ["a payment provider's page", "https://pay.example/cs_1"],
] as const) {
  test(`whoever has gone elsewhere is not pulled to ${way}`, async ({ page, request }) => {
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

test("what begins in one tab of the wallet goes on in the other", async ({ page, request }) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  const release = await holdRequests(page, CREATE);
  await buyButton(page, "Starter Pack").click();
  await page.getByRole("tab", { name: "History" }).click();
  release();
  await expect(pay(page)).toBeVisible();
});

test("a payment that goes through after its page was left is told where one is", async ({ page, request }) => {
  const me = await createMember(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  await page.goto(address);
  const release = await holdRequests(page, `**/api${address}/pay`);
  await pay(page).click();
  await goTo(page, "Settings");
  release();
  await expect(granted(page)).toBeVisible();
  await expect(page).toHaveURL("/settings");
  expect(await noted(page)).toHaveLength(1);
});

test("a payment whose answer was lost is told all the same", async ({ page, request, expectOutage }) => {
  expectOutage();
  const me = await createMember(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  await page.goto(address);
  await page.route(`**/api${address}/pay`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pay(page).click();
  await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await expect(granted(page)).toBeVisible();
});

// @spec 4.purchase-memberships-event
test("two tabs at one checkout pay, are told and count once", async ({ page, tab, request, expectRefusals }) => {
  expectRefusals();
  const me = await createMember(request);
  await logInAs(page, me);
  const session = await openCheckout(request, me, "starter");
  const other = await tab();
  for (const one of [page, other]) {
    // One that connects only now would ask what there is to tell.
    const connected = waitForSocket(one);
    await one.goto(`/test-checkout/${session}`);
    await expect(pay(one)).toBeVisible();
    await connected;
  }
  await pay(page).click();
  await expect(granted(page)).toBeVisible();
  await pay(other).click();
  await expect(other.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await other.goto(returnOf(session));
  await expect(other).toHaveURL("/profile#crushes");
  await expect(other.getByRole("alert")).toHaveCount(0);
  expect(await noted(page)).toHaveLength(1);
  expect(await noted(other)).toEqual([]);
  expect(await getBalance(request, me)).toBe(10);
});

test("whose login ended while paying is told on the way out, and after the next login", async ({
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
  await expect(granted(page)).toBeVisible();
  await expect(page).toHaveURL("/browse");
  expect(await noted(page)).toHaveLength(1);
});

test("a login that ends at the wallet is told of in one toast", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  await refuseRequests(page, "POST", CREATE, 401, { message: "Please log in again.", code: "unauthorized" });
  await buyButton(page, "Starter Pack").click();
  await expect(page).toHaveURL("/");
  await expect(toast(page, "You have been logged out. Please log in again.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});

test("a return that names no payment is answered, too", async ({ page, request }) => {
  await logInAs(page, await createAccount(request));
  await page.goto("/profile?payment=success&crushes=5");
  await expect(toast(page, "Whatever you paid for arrives in your wallet by itself.")).toBeVisible();
  await expect(page).toHaveURL("/profile#crushes");
});

test("the wallet one came back to is open after a reload", async ({ page, request }) => {
  await logInAs(page, await createMember(request));
  await page.goto("/profile?payment=cancelled&crushes=5");
  await expect(page).toHaveURL("/profile#crushes");
  await page.reload();
  await expect(fold(page)).toHaveAttribute("aria-expanded", "true");
  await expect(balance(page, 5)).toBeVisible();
});

test("of two toasts about one thing the later stands", async ({ page, request, expectOutage }) => {
  expectOutage();
  await logInAs(page, await createMember(request));
  await page.goto("/profile#crushes");
  const mend = await abortRequests(page, "POST", CREATE);
  await buyButton(page, "Starter Pack").click();
  await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
  mend();
  await refuseRequests(page, "POST", CREATE, 400);
  await buyButton(page, "Starter Pack").click();
  await expect(toast(page, "Failed to create checkout session")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(1);
});
