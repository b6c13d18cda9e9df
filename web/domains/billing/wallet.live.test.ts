import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Wallet } from "#contract/billing/wallet.ts";
import type { MemberSummary } from "#contract/schemas.ts";
import { showSettledCheckouts } from "#web/domains/billing/checkout/checkout-status.tsx";
import { walletLive } from "#web/domains/billing/wallet.live.ts";
import { historyKey, walletKey } from "#web/domains/billing/wallet.queries.ts";

vi.mock("#web/domains/billing/checkout/checkout-status.tsx", () => ({ showSettledCheckouts: vi.fn() }));

const cache = new QueryClient();
const balance = () => cache.getQueryData<Wallet>(walletKey)?.balance;
const stale = () => [walletKey, historyKey].map((queryKey) => cache.getQueryState(queryKey)?.isInvalidated);

beforeEach(() => {
  vi.mocked(showSettledCheckouts).mockClear();
  cache.clear();
  cache.setQueryData<Wallet>(walletKey, {
    success: true,
    balance: 5,
    history: [],
    nextCursor: null,
    hasActiveSubscription: false,
    subscriptionEndDate: null,
    subscriptionEnds: false,
    payments: "test",
  });
  cache.setQueryData(historyKey, { pages: [], pageParams: [] });
});

test("balance_changed updates the balance and refetches the history", () => {
  walletLive.balance_changed?.({ balance: 20 }, cache, "me");
  expect(balance()).toBe(20);
  expect(stale()).toEqual([true, true]);
});

test("subscription_changed refetches the wallet", () => {
  walletLive.subscription_changed?.({}, cache, "me");
  expect(stale()).toEqual([true, true]);
});

test("a reconnect refetches the wallet and pending checkouts", () => {
  walletLive.onReconnect?.(cache, "me");
  expect(stale()).toEqual([true, true]);
  expect(showSettledCheckouts).toHaveBeenCalledExactlyOnceWith(cache);
});

test("checkout_settled shows the outcome of the payment", () => {
  walletLive.checkout_settled?.({}, cache, "me");
  expect(showSettledCheckouts).toHaveBeenCalledExactlyOnceWith(cache);
});

test("crush_received refetches only the history", () => {
  const from = { _id: "ada", username: "ada" } as MemberSummary;
  walletLive.crush_received?.({ from }, cache, "me");
  expect(stale()).toEqual([false, true]);
  expect(balance()).toBe(5);
});
