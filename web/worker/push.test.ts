import { expect, test } from "vitest";
import { pushMessage } from "#contract/notifications/notifications.ts";
import { buildNotification, parsePush } from "#web/worker/push.ts";
import { message, ORIGIN } from "#web/worker/push-event-fixture.ts";

const balance = {
  to: "me",
  cause: "low_balance",
  url: "/profile?from=push#crushes",
  tag: "low_balance",
  waiting: 0,
} as const;

test.each([
  message,
  { ...message, from: { id: "her" } },
  balance,
  { ...message, cause: "crush", url: "/crushes?from=push" },
  { ...message, cause: "match" },
])("parses a $cause as the contract does", (push) => {
  expect(parsePush({ ...push, more: 1 }, ORIGIN)).toEqual(pushMessage.parse(push));
});

test.each([
  undefined,
  null,
  "message",
  [],
  {},
  { ...message, cause: "marketing" },
  { ...message, cause: "toString" },
  { ...message, from: undefined },
  { ...message, from: { username: "Sam" } },
  { ...message, from: { id: "her", username: 7 } },
  { ...message, url: "https://evil.example/" },
  { ...message, url: "//evil.example/" },
  { ...message, url: "javascript:alert(1)" },
  { ...message, tag: "" },
  { ...message, to: undefined },
  { ...message, waiting: "3" },
  { ...message, waiting: 0.5 },
])("rejects %j", (payload) => {
  expect(parsePush(payload, ORIGIN)).toBeUndefined();
});

test("names the sender and the kind, without any content", () => {
  const textOf = (push: Parameters<typeof buildNotification>[0]) => {
    const { title, options } = buildNotification(push);
    return `${title}: ${options.body}`;
  };
  expect(textOf(message)).toBe("New message: Sam wrote to you");
  expect(textOf({ ...message, cause: "crush" })).toBe("New crush: Sam sent you a crush");
  expect(textOf({ ...message, cause: "match" })).toBe("It's a match: You and Sam crushed each other");
  expect(textOf(balance)).toBe("Low crush balance: You have fewer than 5 crushes left");
  for (const cause of ["message", "crush", "match"] as const)
    expect(textOf({ ...message, cause, from: { id: "her" } })).toBe("Spotter: Something new waits for you");
  expect(textOf(undefined)).toBe("Spotter: Something new waits for you");
  expect(buildNotification(message).options).toMatchObject({
    tag: "message her",
    data: { url: "/messages/her?from=push", cause: "message", from: "her" },
  });
});
