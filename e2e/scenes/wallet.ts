import { openCheckout } from "#e2e/support/api-fixtures.ts";
import { REJECTION_MESSAGE } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { answer, at, go, press, see, seeSkeleton, UNLIMITED, wallet } from "./navigation.ts";
import type { Scene, SceneGroup, Stage } from "./scene.ts";

const WALLET = "**/api/crushes/data*";
const CHECKOUT = "**/api/test-checkout/*";
const PATH = "/profile/subscription";

const withWallet = (name: string, overrides: object, ready: string | RegExp): Scene => ({
  name,
  open: async (stage) => {
    await wallet(stage.page, overrides);
    await go(stage, "me", PATH, ready);
  },
});

async function openHistory(stage: Stage, who: "me" | "sam" | "newcomer"): Promise<void> {
  await go(stage, who, PATH, "Crush wallet");
  await stage.page.getByRole("tab", { name: "History" }).click();
}

const checkout = (name: string, overrides: object, ready: string): Scene => ({
  name,
  open: async (stage) => {
    const { page, request, cast } = stage;
    const session = await openCheckout(request, cast.newcomer, "power");
    await answer(page, "GET", CHECKOUT, {
      success: true,
      name: "Power Pack: 15 crushes",
      crushes: 15,
      amountCents: 999,
      monthly: false,
      state: "open",
      cancelUrl: "/profile?payment=cancelled&crushes=15",
      ...overrides,
    });
    await go(stage, "newcomer", `/test-checkout/${session}`, ready);
  },
});

const RETURN = "/profile?payment=success&crushes=5&session_id=cs_test_0123456789abcdef01234567";
const CONFIRM = "**/api/crushes/confirm-checkout";

const RETURNS: readonly Scene[] = [
  {
    name: "payment-asking",
    open: async (stage) => {
      await holdRequests(stage.page, CONFIRM);
      await go(stage, "me", RETURN, "Confirming your payment...");
    },
  },
  {
    name: "payment-unanswered",
    expectedMessages: REJECTION_MESSAGE,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", CONFIRM, 500);
      await go(stage, "me", RETURN, "Check again");
    },
  },
  {
    name: "payment-arrived",
    isTemporary: true,
    open: async (stage) => {
      const overrides = { state: "granted", isNews: true, kind: "package", crushes: 5, amountCents: 499, balance: 21 };
      await answer(stage.page, "POST", CONFIRM, { success: true, ...overrides });
      await go(stage, "me", RETURN, "5 crushes are in your wallet.");
    },
  },
  {
    name: "payment-cancelled",
    isTemporary: true,
    open: at("me", "/profile?payment=cancelled&crushes=5", "Checkout cancelled. Nothing was charged."),
  },
  {
    name: "payment-on-its-way",
    open: async (stage) => {
      const checkouts = [{ sessionId: "cs_test_0123456789abcdef01234567", state: "open", kind: "package" }];
      await answer(stage.page, "GET", "**/api/crushes/checkouts", { success: true, checkouts });
      await go(stage, "me", PATH, "Your payment is still on its way.");
    },
  },
  {
    name: "payment-refused",
    expectedMessages: REJECTION_MESSAGE,
    isTemporary: true,
    open: async (stage) => {
      await refuseRequests(stage.page, "POST", "**/api/crushes/create-checkout", 500);
      await go(stage, "me", PATH, "Crush wallet");
      await press(stage.page, "Buy 15 crushes for $9.99");
      await see(stage.page, "Failed to create checkout session");
    },
  },
];

export const buying: SceneGroup = {
  group: "Wallet and checkout",
  scenes: [
    { name: "wallet", open: at("me", PATH, "Crush wallet") },
    withWallet("wallet-low", { balance: 4 }, "Running low."),
    withWallet("wallet-out", { balance: 0 }, "You're out of crushes."),
    withWallet("wallet-3000", { balance: 3000 }, /3,?000 crushes left/),
    withWallet("wallet-unlimited", UNLIMITED, "Unlimited Member"),
    withWallet("wallet-cancelled", { ...UNLIMITED, subscriptionEnds: true }, "Cancelled: it does not renew."),
    withWallet("wallet-paused", { payments: "paused" }, "Payments are paused for this account"),
    withWallet("wallet-not-for-sale", { payments: "off" }, "Buying is switched off here."),
    {
      name: "wallet-loading",
      open: async (stage) => {
        await holdRequests(stage.page, WALLET);
        await go(stage, "me", PATH, "Crush wallet");
        await seeSkeleton(stage.page);
      },
    },
    {
      name: "wallet-error",
      expectedMessages: REJECTION_MESSAGE,
      open: async (stage) => {
        await refuseRequests(stage.page, "GET", WALLET, 500);
        await go(stage, "me", PATH, "Your crushes did not load.");
      },
    },
    {
      name: "wallet-cancel-question",
      open: async (stage) => {
        await wallet(stage.page, UNLIMITED);
        await go(stage, "me", PATH, "Unlimited Member");
        await press(stage.page, "Cancel Subscription");
        await stage.page.getByRole("alertdialog").waitFor();
      },
    },
    { name: "history", open: (stage) => openHistory(stage, "me") },
    { name: "history-one", open: (stage) => openHistory(stage, "newcomer") },
    { name: "history-sam", open: (stage) => openHistory(stage, "sam") },
    checkout("checkout", {}, "Power Pack"),
    checkout(
      "checkout-membership",
      { name: "Unlimited membership", crushes: 0, amountCents: 2999, monthly: true },
      "Unlimited membership",
    ),
    checkout("checkout-paid", { state: "paid" }, "Already paid"),
    checkout("checkout-expired", { state: "expired" }, "Checkout expired"),
    {
      name: "checkout-not-found",
      expectedMessages: REJECTION_MESSAGE,
      open: at("me", "/test-checkout/nothing", "Checkout not found"),
    },
    {
      name: "checkout-paying",
      open: async (stage) => {
        const session = await openCheckout(stage.request, stage.cast.newcomer, "power");
        await holdRequests(stage.page, "**/api/test-checkout/*/pay");
        await go(stage, "newcomer", `/test-checkout/${session}`, "Power Pack");
        await press(stage.page, /^Pay /);
        await see(stage.page, "Paying...");
      },
    },
    ...RETURNS,
  ],
};
