import { expect, test } from "vitest";
import { extendFirstUnread, findFirstUnread } from "#web/domains/chat/first-unread.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

const message = (seq: number, sender: string, readAt: string | null = null) =>
  buildMessage(seq, { _id: `m${seq}`, sender: { _id: sender, username: sender }, read: readAt !== null, readAt });

test("finds the first unread message of the other member", () => {
  const messages = [message(1, "her", "earlier"), message(2, "me"), message(3, "her"), message(4, "her")];
  expect(findFirstUnread(messages, "me")).toBe("m3");
  expect(findFirstUnread(messages, "her")).toBe("m2");
  expect(findFirstUnread([], "me")).toBeUndefined();
});

test("ignores messages that were read on another device", () => {
  const messages = [message(1, "her"), message(2, "her"), message(3, "her")];
  expect(findFirstUnread(messages, "me", 0)).toBeUndefined();
  expect(findFirstUnread(messages, "me", 1)).toBe("m3");
  expect(findFirstUnread(messages, "me", 70)).toBe("m1");
});

test("extends the first unread message to older pages that were read at the same time", () => {
  const messages = [
    message(1, "her", "before"),
    message(2, "me", "before"),
    message(3, "her", "now"),
    message(4, "me"),
    message(5, "her", "now"),
  ];
  expect(extendFirstUnread(messages, "me", "m5")).toBe("m3");
  expect(extendFirstUnread(messages, "me", "m1")).toBe("m1");
  expect(extendFirstUnread(messages, "me", "gone")).toBeUndefined();
  expect(extendFirstUnread(messages, "me", undefined)).toBeUndefined();
});
