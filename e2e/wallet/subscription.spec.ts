import type { Page } from "@playwright/test";
import { createMember, getBalance, logInAs, subscribe } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests, sendHeldCrushes, showOnly, waitForSocket } from "#e2e/support/network.ts";
import { balance, listPurchaseEvents, payButton } from "#e2e/support/wallet-page.ts";

const SUBSCRIBE = "**/api/crushes/create-subscription";
const CANCEL = "**/api/crushes/cancel-subscription";
const RESUME = "**/api/crushes/resume-subscription";
const goUnlimited = (page: Page) => page.getByRole("button", { name: /^Go unlimited/ });
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel Subscription" });
const resume = (page: Page) => page.getByRole("button", { name: "Resume Subscription" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Cancel your membership?" });
const unlimited = (page: Page) => page.getByRole("region", { name: "Unlimited Member", exact: true });

/** The date in one month, in the format of the test browser. */
function inAMonth(options: Intl.DateTimeFormatOptions): string {
  const end = new Date();
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + 1, 1);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "America/Chicago" }).format(end);
}

// @spec 2.routes.profile-subscription 2.crush-wallet.balance-unlimited-member 2.crush-wallet.membership-card-package
// @spec 4.subscription-return-from 4.purchase-memberships-event
test("a subscription is bought after a canceled checkout, canceled after a confirmation, active until its end and resumed", async ({
  page,
  request,
}) => {
  test.slow();
  const until = inAMonth({ dateStyle: "long" });
  await logInAs(page, await createMember(request));

  await test.step("canceling at the checkout creates no subscription", async () => {
    await page.goto("/profile/subscription");
    await goUnlimited(page).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(toast(page, "Checkout cancelled. Nothing was charged.")).toBeVisible();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(goUnlimited(page)).toBeVisible();
    expect(await listPurchaseEvents(page)).toEqual([]);
  });

  await test.step("a subscription is bought in the profile's wallet", async () => {
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
    await expect(page.getByRole("region", { name: "5 crushes in reserve" })).toContainText("You pay nothing");
    await page.reload();
    await expect(unlimited(page)).toBeVisible();
    await page.getByRole("button", { name: "My Crushes", expanded: true }).click();
    await page.getByRole("button", { name: /^My Crushes.*Unlimited Member/ }).click();
    expect(await listPurchaseEvents(page)).toEqual([]);
  });

  await test.step("it is canceled after a confirmation, active until its end and resumed", async () => {
    await unlimited(page).getByRole("link", { name: "Manage Subscription" }).click();
    await expect(page).toHaveURL("/profile/subscription");
    await cancel(page).click();
    await expect(question(page)).toContainText(`You keep unlimited crushes until ${until}.`);
    await question(page).getByRole("button", { name: "Keep it" }).click();
    await expect(cancel(page)).toBeFocused();
    await cancel(page).click();
    await question(page).getByRole("button", { name: "Cancel Subscription" }).click();
    await expect(toast(page, "Your membership is cancelled. You keep it until the end of the period.")).toBeVisible();
    await expect(unlimited(page)).toContainText(`Active until ${until}`);
    await expect(unlimited(page)).toContainText("Cancelled: it does not renew.");
    await page.reload();
    await resume(page).click();
    await expect(toast(page, "Your membership goes on.")).toBeVisible();
    await expect(cancel(page)).toBeFocused();
    await expect(unlimited(page)).toContainText("Renews on");
    await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveURL("/profile");
  });
});

// @spec 2.crush-wallet.balance-unlimited-member 4.subscribers-crush-spends 6.subscribers-send-free
// @spec 9.subscribers-pay-nothing
test("all open tabs show the subscription and its end, and a subscriber's crush costs nothing", async ({
  page,
  tab,
  request,
}) => {
  test.slow();
  const [me, liked] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [liked]);

  await test.step("all open tabs show the subscription, and its end", async () => {
    await page.goto("/profile/subscription");
    const other = await tab();
    const connected = waitForSocket(other);
    await other.goto("/profile/subscription");
    await expect(balance(other, 5)).toBeVisible();
    await connected;
    await goUnlimited(page).click();
    await payButton(page).click();
    await expect(unlimited(other)).toContainText("Renews on");
    await cancel(page).click();
    await question(page).getByRole("button", { name: "Cancel Subscription" }).click();
    await expect(unlimited(other)).toContainText("Cancelled: it does not renew.");
    await resume(other).click();
    await expect(unlimited(page)).toContainText("Renews on");
    await other.close();
  });

  await test.step("a subscriber's crush costs nothing", async () => {
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
  test.slow();
  expectOutage();
  const me = await createMember(request);
  await logInAs(page, me);
  // Without live events, the page does not notice the subscription that is bought elsewhere.
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto("/profile/subscription");
  await expect(goUnlimited(page)).toBeVisible();
  /** Presses while the call is rejected without and with a message, and while it fails. */
  const failing = async (address: string, fallback: string, unreachable: string, press: () => Promise<void>) => {
    const ways = [
      [fallback, () => refuseRequests(page, "POST", address, 400)],
      ["Not today.", () => refuseRequests(page, "POST", address, 400, { message: "Not today." })],
      [unreachable, () => abortRequests(page, "POST", address)],
    ] as const;
    for (const [words, fail] of ways) {
      const restore = await fail();
      await press();
      await expect(toast(page, words)).toBeVisible();
      await toast(page, words).getByRole("button", { name: "Dismiss" }).click();
      restore();
    }
  };

  await test.step("failures to subscribe show exact messages", async () => {
    const unreachable = "Something went wrong. Please try again.";
    await failing(SUBSCRIBE, "Failed to create subscription", unreachable, () => goUnlimited(page).click());
  });

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
    await failing(CANCEL, "Failed to cancel subscription", "Failed to cancel subscription", press);
    await press();
    await expect(resume(page)).toBeVisible();
    const message = "Failed to resume subscription";
    await failing(RESUME, message, message, () => resume(page).click());
  });
});

test("axe finds no violations at a subscriber's wallet", async ({ page, request }) => {
  test.slow();
  const me = await createMember(request);
  await subscribe(request, me);
  await logInAs(page, me);
  for (const [colorScheme, width] of [
    ["light", 360],
    ["dark", 1280],
  ] as const) {
    await test.step(`${colorScheme}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const path of ["/profile#crushes", "/profile/subscription"]) {
        await page.goto(path);
        await expect(unlimited(page)).toBeVisible();
        await expectAccessible(page);
      }
      await cancel(page).click();
      await question(page).getByRole("button", { name: "Cancel Subscription" }).click();
      await expect(resume(page)).toBeVisible();
      await expectAccessible(page);
      await resume(page).click();
      await expect(cancel(page)).toBeVisible();
    });
  }
});
