import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Balance } from "#web/domains/billing/balance.tsx";
import { CreditCounter } from "#web/domains/billing/credit-counter.tsx";

test("formats balances with thousands separators", () => {
  const wallet = { balance: 3000, hasActiveSubscription: false };
  const counter = createElement(MemoryRouter, null, createElement(CreditCounter, { wallet }));
  const balance = createElement(Balance, { balance: 3000, canBuy: true });
  for (const piece of [counter, balance]) expect(renderToStaticMarkup(piece)).toContain(">3,000<");
  expect(renderToStaticMarkup(counter)).toContain('href="/profile#crushes"');
});
