import type { Page } from "@playwright/test";
import {
  createMember,
  getBalance,
  logInAs,
  openCheckout,
  PASSWORD,
  payWithoutConfirming,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests, waitForSocket } from "#e2e/support/network.ts";
import { buyPackage, listPurchaseEvents, panelToggle, payButton } from "#e2e/support/wallet-page.ts";

const CREATE = "**/api/crushes/create-checkout";
const returnOf = (sessionId: string) => `/profile?payment=success&crushes=5&session_id=${sessionId}`;
const grantToast = (page: Page, count: number) => toast(page, `5 crushes are in your wallet. You have ${count}.`);

const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

// @spec 4.purchase-memberships-event
test("a payment is announced and counted once on any screen, in two tabs, after a lost response and after a login", async ({
  page,
  tab,
  request,
  expectRefusals,
  expectOutage,
}) => {
  const me = await createMember(request);
  await logInAs(page, me);

  await test.step("a payment that succeeds after leaving its page is announced on the current screen", async () => {
    const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
    await page.goto(address);
    const release = await holdRequests(page, `**/api${address}/pay`);
    await payButton(page).click();
    await goTo(page, "Settings");
    release();
    await expect(grantToast(page, 10)).toBeVisible();
    await expect(page).toHaveURL("/settings");
    expect(await listPurchaseEvents(page)).toHaveLength(1);
  });

  await test.step("two tabs with the same checkout announce and count the payment once", async () => {
    expectRefusals();
    const session = await openCheckout(request, me, "starter");
    const other = await tab();
    // A tab that connects later would fetch pending results.
    const connected = [page, other].map(waitForSocket);
    for (const one of [page, other]) {
      await one.goto(`/test-checkout/${session}`);
      await expect(payButton(one)).toBeVisible();
    }
    await Promise.all(connected);
    await payButton(page).click();
    await expect(grantToast(page, 15)).toBeVisible();
    await payButton(other).click();
    await expect(other.getByRole("heading", { name: "Already paid" })).toBeVisible();
    await other.goto(returnOf(session));
    await expect(other).toHaveURL("/profile#crushes");
    await expect(other.getByRole("alert")).toHaveCount(0);
    expect(await listPurchaseEvents(page)).toHaveLength(1);
    expect(await listPurchaseEvents(other)).toEqual([]);
    expect(await getBalance(request, me)).toBe(15);
    await other.close();
  });

  await test.step("a payment whose response was lost is announced", async () => {
    expectOutage();
    await buyPackage(page, "Starter Pack");
    await page.route("**/api/test-checkout/*/pay", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payButton(page).click();
    await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
    await expect(grantToast(page, 20)).toBeVisible();
  });

  await test.step("if the session ended during payment, a message is shown, and the payment is announced after the next login", async () => {
    // An open page would announce the payment.
    await page.goto("/symbol.svg");
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
    await expect(grantToast(page, 25)).toBeVisible();
    await expect(page).toHaveURL("/browse");
    expect(await listPurchaseEvents(page)).toHaveLength(1);
  });

  await test.step("a session that ends at the wallet causes one toast", async () => {
    await goTo(page, "Profile");
    await panelToggle(page).click();
    await refuseRequests(page, "POST", CREATE, 401, { message: "Please log in again.", code: "unauthorized" });
    await buyPackage(page, "Starter Pack");
    await expect(page).toHaveURL("/");
    await expect(toast(page, "You have been logged out. Please log in again.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(1);
  });
});
