import { expect, test } from "vitest";
import type { HistoryItem } from "#contract/wallet.ts";
import { historyLabel, signed } from "#web/features/wallet/history.ts";

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

test("a line names the other one where there is one", () => {
  expect(historyLabel(item({ recipientName: "lucia" }))).toBe("Sent to lucia");
  expect(historyLabel(item({}))).toBe("Sent");
  expect(historyLabel(item({ action: "received", senderName: "yuna", change: 0 }))).toBe("Crush from yuna");
  expect(historyLabel(item({ action: "refund", change: 1 }))).toBe("Given back");
  expect(historyLabel(item({ action: "refund", change: -5 }))).toBe("Money paid back");
});

test("amounts have their sign", () => {
  expect([5, 0, -1].map(signed)).toEqual(["+5", "0", "−1"]);
});
