import { expect, test } from "vitest";
import { type HistoryItem, historyItem } from "#contract/billing/wallet.ts";
import { formatHistoryLabel } from "#web/domains/billing/history-list.tsx";

const item = (more: Partial<HistoryItem>): HistoryItem => ({
  _id: "id",
  action: "sent",
  recipientName: null,
  senderName: null,
  amount: 1,
  change: -1,
  createdAt: "2026-11-20T12:00:00.000Z",
  ...more,
});

// @spec 9.history-kinds
test("knows five kinds and no other", () => {
  expect(historyItem.shape.action.options).toEqual(["sent", "received", "purchased", "bonus", "refund"]);
});

// @spec 2.crush-wallet.history-lists-items
test("names the other member if there is one", () => {
  expect(formatHistoryLabel(item({ recipientName: "lucia" }))).toBe("Sent to lucia");
  expect(formatHistoryLabel(item({}))).toBe("Sent");
  expect(formatHistoryLabel(item({ action: "received", senderName: "yuna", change: 0 }))).toBe("Crush from yuna");
});

// @spec 9.history-kinds
test.each([
  [{ recipientName: "lucia", item: "crush" }, "Crush sent to lucia"],
  [{ recipientName: "lucia", item: "image" }, "Image sent to lucia"],
  [{ item: "crush" }, "Crush sent"],
  [{ action: "purchased", change: 15, item: "Power Pack" }, "Power Pack"],
  [{ action: "purchased", change: 15 }, "Bought"],
  [{ action: "bonus", change: 5, item: "welcome" }, "Welcome bonus"],
  [{ action: "bonus", change: 1, item: "full week" }, "For a full week"],
  [{ action: "bonus", change: 5 }, "Free crushes"],
  [{ action: "refund", change: -5, item: "Starter Pack" }, "Refund, Starter Pack"],
  [{ action: "refund", change: -5 }, "Refund"],
  [{ action: "refund", change: -5, item: "welcome" }, "Welcome bonus, once a year"],
  [{ action: "refund", change: 1, item: "crush" }, "Crush given back"],
  [{ action: "refund", change: 1, item: "unopened crush", recipientName: "lucia" }, "Crush given back"],
  [{ action: "refund", change: 5, item: "Starter Pack" }, "Given back, Starter Pack"],
  [{ action: "refund", change: -5, item: "Starter Pack, withdrawn" }, "Starter Pack, withdrawn"],
] as const)("labels %j as '%s'", (entry, label) => expect(formatHistoryLabel(item(entry))).toBe(label));
