import type { Page } from "@playwright/test";
import { createMember, getBalance, logInAs, subscribe } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests, sendHeldCrushes, showOnly, waitForSocket } from "#e2e/support/network.ts";
import { balance, listPurchaseEvents, payButton } from "#e2e/support/wallet-page.ts";

const WALLET = "**/api/crushes/data*";
const SUBSCRIBE = "**/api/crushes/create-subscription";
const CANCEL = "**/api/crushes/cancel-subscription";
const RESUME = "**/api/crushes/resume-subscription";
const goUnlimited = (page: Page) => page.getByRole("button", { name: /^Go unlimited/ });
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel Subscription" });
const resume = (page: Page) => page.getByRole("button", { name: "Resume Subscription" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Cancel your membership?" });
const unlimited = (page: Page) => page.getByRole("region", { name: "Unlimited Member", exact: true });

/** In the format of the test browser. */
function inAMonth(options: Intl.DateTimeFormatOptions): string {
  const end = new Date();
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + 1, 1);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "America/Chicago" }).format(end);
}

/** Presses while the call is rejected without a message. */
async function pressInVain(page: Page, address: string, words: string, press: () => Promise<void>): Promise<void> {
  const restore = await refuseRequests(page, "POST", address, 400);
  await press();
  await expect(toast(page, words)).toBeVisible();
  await toast(page, words).getByRole("button", { name: "Dismiss" }).click();
  restore();
}

// @spec 2.routes.profile-subscription 2.crush-wallet.balance-unlimited-member 2.crush-wallet.membership-card-package
// @spec 4.subscription-return-from 4.purchase-memberships-event 4.subscribers-crush-spends 6.subscribers-send-free
// @spec 9.subscribers-pay-nothing 2.browse.unlimited-crushes
test("a subscription is bought, canceled, resumed, shown in all tabs, and makes crushes free", async ({
  page,
  tab,
  request,
}) => {
  const until = inAMonth({ dateStyle: "long" });
  const [me, liked] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [liked]);
  const other = await tab();
  const connected = waitForSocket(other);

  await test.step("a subscription is bought in the profile's wallet, and another tab shows it", async () => {
    for (const one of [page, other]) {
      await one.goto("/profile/subscription");
      await expect(balance(one, 5)).toBeVisible();
    }
    await connected;
    await expect(page.getByText("$29.99 a month", { exact: true }).first()).toBeVisible();
    await goUnlimited(page).click();
    await expect(page).toHaveURL(/\/test-checkout\//);
    await expect(page.getByText("$29.99 a month", { exact: true })).toBeVisible();
    await payButton(page).click();

    await expect(toast(page, "You are an Unlimited Member now.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    expect(await listPurchaseEvents(page)).toEqual([{ event: "subscription_started", value: 29.99, currency: "USD" }]);
    await expect(unlimited(page)).toContainText(`Active until ${until}`);
    await expect(unlimited(page)).toContainText(`Renews on ${inAMonth({ month: "long", day: "numeric" })} for $29.99.`);
    await expect(unlimited(page).getByRole("img", { name: "∞" })).toBeVisible();
    await expect(page.getByRole("region", { name: "5 crushes in reserve" })).toContainText(
      "Crushes cost nothing extra",
    );
    await expect(unlimited(other)).toContainText("Renews on");
  });

  await test.step("it is canceled after a confirmation, active until its end, and resumed in another tab", async () => {
    await unlimited(page).getByRole("link", { name: "Manage Subscription" }).click();
    await expect(page).toHaveURL("/profile/subscription");
    await cancel(page).click();
    await expect(question(page)).toContainText(`You keep unlimited crushes until ${until}.`);
    await question(page).getByRole("button", { name: "Keep it" }).click();
    await expect(cancel(page)).toBeFocused();
    await cancel(page).click();
    await question(page).getByRole("button", { name: "Cancel Subscription" }).click();
    await expect(toast(page, "Your membership is cancelled. You keep it until the end of the period.")).toBeVisible();
    for (const one of [page, other]) {
      await expect(unlimited(one)).toContainText(`Active until ${until}`);
      await expect(unlimited(one)).toContainText("Cancelled: it does not renew.");
    }
    await resume(other).click();
    await expect(toast(other, "Your membership goes on.")).toBeVisible();
    await expect(cancel(other)).toBeFocused();
    await expect(unlimited(page)).toContainText("Renews on");
    await other.close();
  });

  await test.step("a subscriber's crush costs nothing", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("button", { name: /^My Crushes/ })).toContainText("∞ Unlimited Member");
    await page.getByRole("banner").getByRole("link", { name: "Browse", exact: true }).click();
    await expect(page.getByText("∞ Unlimited Crushes")).toBeVisible();
    await page.getByRole("button", { name: "Send Crush", exact: true }).click();
    await sendHeldCrushes(page);
    await expect(page.getByRole("button", { name: "Crush Sent", exact: true })).toBeVisible();
    expect(await getBalance(request, me)).toBe(5);
  });
});

// @spec 8.checkout-subscription-cancelling
test("failures show exact messages, and a subscription bought elsewhere is shown when buying again", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const me = await createMember(request);
  await logInAs(page, me);
  // Without live events, the page does not notice the subscription that is bought elsewhere.
  await page.routeWebSocket(/socket\.io/, () => {});

  await test.step("a failed load of the wallet can be repeated", async () => {
    const restore = await abortRequests(page, "GET", WALLET);
    const failed = page.waitForEvent("requestfailed", (one) => new URL(one.url()).pathname === "/api/crushes/data");
    await page.goto("/profile/subscription");
    await failed;
    // Counted from the first failure, which may be late on a busy machine.
    await expect(page.getByText("Your crushes did not load.")).toBeVisible({ timeout: 2500 });
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(balance(page, 5)).toBeVisible();
  });

  await test.step("a failure to subscribe shows its message", () =>
    pressInVain(page, SUBSCRIBE, "Failed to create subscription", () => goUnlimited(page).click()));

  await test.step("a subscription bought elsewhere without an event is shown when buying again", async () => {
    await subscribe(request, me);
    await goUnlimited(page).click();
    await expect(toast(page, "You are an Unlimited Member already.")).toBeVisible();
    await expect(unlimited(page)).toBeVisible();
  });

  await test.step("failures to cancel and to resume show exact messages", async () => {
    const press = async () => {
      await cancel(page).click();
      await question(page).getByRole("button", { name: "Cancel Subscription" }).click();
    };
    await pressInVain(page, CANCEL, "Failed to cancel subscription", press);
    await press();
    await pressInVain(page, RESUME, "Failed to resume subscription", () => resume(page).click());
  });
});
