import type { Page } from "@playwright/test";
import { createMember, getBalance, logInAs, openCheckout, payWithoutConfirming } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, recordRequests, refuseRequests } from "#e2e/support/network.ts";
import {
  balance,
  buyButton,
  buyPackage,
  listPurchaseEvents,
  packageOption,
  panelToggle,
  payButton,
} from "#e2e/support/wallet-page.ts";

const CONFIRM = "**/api/crushes/confirm-checkout";
const CREATE = "**/api/crushes/create-checkout";
const PROVIDER = "https://pay.example/cs_1";
const returnOf = (sessionId: string) => `/profile?payment=success&crushes=5&session_id=${sessionId}`;

const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

// @spec 4.subscription-return-from 4.purchase-memberships-event 9.packages-membership-names
// @spec 8.checkout-subscription-cancelling
test("a member buys a package, after checkouts that were canceled, failed or left", async ({
  page,
  request,
  expectRefusals,
}) => {
  const me = await createMember(request);
  await logInAs(page, me);
  await page.goto("/profile#crushes");

  await test.step("only one purchase can be started at a time, with visible progress", async () => {
    const release = await holdRequests(page, CREATE);
    const requests = recordRequests(page);
    await buyButton(page).dblclick();
    await expect(page.getByRole("button", { name: "Opening checkout..." })).toBeFocused();
    await expect(packageOption(page, "Starter Pack")).toBeDisabled();
    await expect(page.getByRole("button", { name: /^Go unlimited/ })).toBeDisabled();
    release();
    await expect(payButton(page)).toBeVisible();
    expect(requests.filter((one) => one.includes("create-checkout"))).toHaveLength(1);
  });

  await test.step("canceling at the checkout buys nothing, shows a message and removes the parameter", async () => {
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(toast(page, "Checkout cancelled. Nothing was charged.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(panelToggle(page)).toHaveAttribute("aria-expanded", "true");
    await expect(balance(page, 5)).toBeVisible();
    expect(await listPurchaseEvents(page)).toEqual([]);
    expect(await getBalance(request, me)).toBe(5);
  });

  await test.step("a checkout that cannot start shows the exact reason, which replaces the earlier message", async () => {
    expectRefusals();
    for (const [words, message] of [
      ["Failed to create checkout session", ""],
      ["The price has changed.", "The price has changed."],
    ] as const) {
      const restore = await refuseRequests(page, "POST", CREATE, 400, { message });
      await buyPackage(page, "Starter Pack");
      await expect(toast(page, words)).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(1);
      restore();
    }
  });

  await test.step("a checkout that starts in the wallet's purchase tab continues in its history tab", async () => {
    const release = await holdRequests(page, CREATE);
    await buyPackage(page, "Starter Pack");
    await page.getByRole("tab", { name: "History" }).click();
    release();
    await expect(payButton(page)).toBeVisible();
  });

  await test.step("a pack is bought at the test checkout, granted, recorded once and listed in the history", async () => {
    await expect(page.getByRole("heading", { name: "Test checkout" })).toBeVisible();
    await expect(page.getByText("No money is taken.")).toBeVisible();
    await expect(page.getByText("Starter Pack: 5 crushes")).toBeVisible();
    await expect(page.getByText("$4.99", { exact: true })).toBeVisible();
    await expect(payButton(page)).toHaveText("Pay $4.99");
    await payButton(page).click();

    await expect(toast(page, "5 crushes are in your wallet. You have 10.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(panelToggle(page)).toHaveAttribute("aria-expanded", "true");
    await expect(balance(page, 10)).toBeInViewport();
    const event = { event: "purchase", value: 4.99, currency: "USD", crushes: 5 };
    expect(await listPurchaseEvents(page)).toEqual([event]);
    await page.getByRole("tab", { name: "History" }).click();
    await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toHaveText("Starter PackJust now+5");
    expect(await getBalance(request, me)).toBe(10);
    await page.getByRole("tab", { name: "Balance & Purchase" }).click();
  });

  await test.step("a return without a payment id is answered with a message, and a reload keeps the wallet open", async () => {
    await page.goto("/profile?payment=success&crushes=5");
    await expect(toast(page, "Whatever you paid for arrives in your wallet by itself.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    await page.reload();
    await expect(panelToggle(page)).toHaveAttribute("aria-expanded", "true");
    await expect(balance(page, 10)).toBeVisible();
  });

  await page.route("https://pay.example/**", (route) => route.fulfill({ contentType: "text/html", body: "Pay here" }));
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(CREATE, async (route) => {
    await released.promise;
    await route.fulfill({ json: { success: true, url: PROVIDER } });
    answered.resolve();
  });

  await test.step("a member who opened another screen is not redirected to the payment provider's page", async () => {
    const visited: string[] = [];
    page.on("framenavigated", () => void visited.push(new URL(page.url()).pathname));
    await buyPackage(page, "Starter Pack");
    await goTo(page, "Browse");
    await expect(page).toHaveURL("/browse");
    released.resolve();
    await answered.promise;
    // The page has handled the response once it is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await goTo(page, "Profile");
    await panelToggle(page).click();
    await expect(buyButton(page)).toBeVisible();
    expect(visited).toEqual(["/browse", "/profile"]);
  });

  await test.step("the app navigates to the payment provider's page", async () => {
    await buyPackage(page, "Athlete Bundle");
    await expect(page).toHaveURL(PROVIDER);
  });
});

// @spec 4.subscription-return-from 4.purchase-memberships-event
test("a return from a checkout is confirmed and recorded once, also if it is pending, unknown or fails at first", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  const me = await createMember(request);
  await logInAs(page, me);
  let isLive = false;
  const connected = Promise.withResolvers<void>();
  // An open page with live events would announce a payment before the member returns.
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (!isLive) return;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (String(message).startsWith("40{")) connected.resolve();
    });
  });
  /** @returns the id of a paid checkout that no page has confirmed */
  const payElsewhere = async (): Promise<string> => {
    const session = await openCheckout(request, me, "starter");
    await payWithoutConfirming(request, me, session);
    return session;
  };

  await test.step("a reload, opening the URL again and Back repeat neither event nor message", async () => {
    const session = await payElsewhere();
    await page.goto(returnOf(session));
    await expect(toast(page, "5 crushes are in your wallet.")).toBeVisible();
    expect(await listPurchaseEvents(page)).toHaveLength(1);
    for (const again of [() => page.reload(), () => page.goto(returnOf(session))]) {
      await again();
      await expect(page).toHaveURL("/profile#crushes");
      await expect(page.getByLabel("Username")).toBeVisible();
      expect(await listPurchaseEvents(page)).toEqual([]);
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    await goTo(page, "Browse");
    await expect(page).toHaveURL("/browse");
    await page.goBack();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(balance(page, 10)).toBeVisible();
    expect(await listPurchaseEvents(page)).toEqual([]);
  });

  await test.step("the confirmation of a payment keeps unsaved input without asking", async () => {
    const session = await payElsewhere();
    const release = await holdRequests(page, CONFIRM);
    const releaseWallet = await holdRequests(page, "**/api/crushes/data*");
    await page.goto(returnOf(session));
    const bio = page.getByLabel("Bio", { exact: true });
    const saved = await bio.inputValue();
    await bio.fill("Half done");
    releaseWallet();
    await expect(page.getByText("Confirming your payment...")).toBeVisible();
    release();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(toast(page, "5 crushes are in your wallet.")).toBeVisible();
    await expect(bio).toHaveValue("Half done");
    await expect(bio).toBeFocused();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await bio.fill(saved);
  });

  await test.step("a return that cannot be confirmed can be checked again, and is recorded then", async () => {
    expectOutage();
    const session = await payElsewhere();
    const restore = await abortRequests(page, "POST", CONFIRM);
    await page.goto(returnOf(session));
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    expect(await listPurchaseEvents(page)).toEqual([]);
    const again = page.getByRole("button", { name: "Check again" });
    restore();
    await again.click();
    await expect(toast(page, "5 crushes are in your wallet. You have 20.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    expect(await listPurchaseEvents(page)).toHaveLength(1);
  });

  await test.step("a checkout that is not the member's grants nothing", async () => {
    expectRefusals();
    await page.goto(returnOf("cs_test_nothing"));
    await expect(toast(page, "We could not find that payment in your account.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    expect(await listPurchaseEvents(page)).toEqual([]);
    expect(await getBalance(request, me)).toBe(20);
  });

  await test.step("a pending payment is announced, also after a reload, and so is its later grant, once", async () => {
    const session = await openCheckout(request, me, "starter");
    await page.goto(returnOf(session));
    const note = page.getByRole("status").filter({ hasText: "Your payment is still on its way." });
    await expect(note).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    expect(await listPurchaseEvents(page)).toEqual([]);
    isLive = true;
    await page.goto("/profile/subscription");
    await expect(note).toBeVisible();
    await connected.promise;
    await payWithoutConfirming(request, me, session);
    await expect(toast(page, "5 crushes are in your wallet. You have 25.")).toBeVisible();
    await expect(balance(page, 25)).toBeVisible();
    await expect(note).toHaveCount(0);
    expect(await listPurchaseEvents(page)).toHaveLength(1);
    await page.reload();
    await expect(balance(page, 25)).toBeVisible();
    await expect(note).toHaveCount(0);
    expect(await listPurchaseEvents(page)).toEqual([]);
  });
});
