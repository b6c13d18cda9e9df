import { expect, test } from "vitest";
import { isSomeoneNew } from "#web/screens/messages/log/chat-log.tsx";
import { buildMessage } from "#web/testing/message-factory.ts";

const MINE = { _id: "me", username: "me" };
const write = (count: number) => Array.from({ length: count }, (_, i) => buildMessage(i + 1, { sender: MINE }));

test("somebody is new until I have written five messages, however many they have written", () => {
  const theirs = Array.from({ length: 30 }, (_, i) => buildMessage(i + 10));
  expect(isSomeoneNew([], "me")).toBe(true);
  expect(isSomeoneNew([...write(4), ...theirs], "me")).toBe(true);
  expect(isSomeoneNew([...write(5), ...theirs], "me")).toBe(false);
});

test("somebody to whom I have sent a picture is not new", () => {
  const image = { messageType: "image" } as const;
  expect(isSomeoneNew([buildMessage(1, { sender: MINE, ...image })], "me")).toBe(false);
  expect(isSomeoneNew([buildMessage(1, image)], "me")).toBe(true);
});
