import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Balance } from "#web/features/wallet/balance.tsx";
import { CreditCounter } from "#web/features/wallet/credit-counter.tsx";

test("formats balances with thousands separators", () => {
  const counter = createElement(CreditCounter, { wallet: { balance: 3000, hasActiveSubscription: false } });
  const balance = createElement(Balance, { balance: 3000, canBuy: true });
  for (const piece of [counter, balance]) expect(renderToStaticMarkup(piece)).toContain(">3,000<");
});
