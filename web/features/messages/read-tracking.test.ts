import { expect, test } from "vitest";
import type { Message } from "#contract/messages.ts";
import { extendFirstUnread, findFirstUnread } from "#web/features/messages/read-tracking.ts";

const message = (seq: number, sender: string, readAt: string | null = null): Message => ({
  _id: `m${seq}`,
  conversationId: "her_me",
  sender: { _id: sender, username: sender },
  content: "",
  messageType: "text",
  imageUrl: null,
  image: null,
  createdAt: new Date(seq).toISOString(),
  read: readAt !== null,
  readAt,
  seq,
  clientId: null,
});

test("it is the first that is not read, never my own", () => {
  const messages = [message(1, "her", "earlier"), message(2, "me"), message(3, "her"), message(4, "her")];
  expect(findFirstUnread(messages, "me")).toBe("m3");
  expect(findFirstUnread(messages, "her")).toBe("m2");
  expect(findFirstUnread([], "me")).toBeUndefined();
});

test("what another device has read since is not counted", () => {
  const messages = [message(1, "her"), message(2, "her"), message(3, "her")];
  expect(findFirstUnread(messages, "me", 0)).toBeUndefined();
  expect(findFirstUnread(messages, "me", 1)).toBe("m3");
  expect(findFirstUnread(messages, "me", 70)).toBe("m1");
});

test("with older pages it goes up to where they were read at the same time", () => {
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
