import { expect, test } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import { formatDay, groupMessages, isEmojiOnly } from "#web/domains/chat/bubbles/message-groups.ts";
import {
  listQueued,
  listUnconfirmed,
  type OutgoingMessage,
  withOutgoing,
} from "#web/domains/chat/outbox/outbox-store.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

const noon = new Date(2026, 10, 20, 12).getTime();
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

const message = (minutes: number, sender: string, more: Partial<Message> = {}): Message =>
  buildMessage(minutes + 100_000, {
    _id: `message ${minutes}`,
    sender: { _id: sender, username: sender },
    createdAt: at(minutes),
    read: true,
    ...more,
  });

const outgoing = (state: OutgoingMessage["state"], clientId = "c"): OutgoingMessage => ({
  clientId,
  userId: "her",
  content: "hi",
  createdAt: at(0),
  state,
});

const shape = (list: ReturnType<typeof groupMessages>) =>
  list.map(({ first, last, state, day }) => `${day ? `${day}: ` : ""}${first ? "[" : ""}${state}${last ? "]" : ""}`);

test("splits groups by sender, pause and day", () => {
  const messages = [
    message(-1500, "her"),
    message(-40, "her"),
    message(-39, "her"),
    message(-38, "me"),
    message(-20, "me"),
    message(-19, "me", { read: false }),
  ];
  expect(shape(groupMessages(messages, [], "me", noon))).toEqual([
    "Yesterday: [received]",
    "Today: [received",
    "received]",
    "[read]",
    "[read",
    "sent]",
  ]);
});

test("appends sending messages to their group and shows failed ones alone", () => {
  const sent = message(-1, "me", { read: false });
  expect(shape(groupMessages([sent], [outgoing("sending")], "me", noon))).toEqual(["Today: [sent", "sending]"]);
  expect(shape(groupMessages([sent], [outgoing("failed")], "me", noon))).toEqual(["Today: [sent]", "[failed]"]);
});

test("starts a group at the first unread message and after the sent ones for waiting messages", () => {
  const messages = [message(-3, "her"), message(-2, "her"), message(-1, "me")];
  const groups = groupMessages(messages, [outgoing("waiting")], "me", noon, "message -2");
  expect(groups.map((one) => one.fresh)).toEqual([false, true, false, false]);
  expect(shape(groups)).toEqual(["Today: [received]", "[received]", "[read]", "[waiting]"]);
});

test("keeps the key of a bubble when the server confirms it", () => {
  const [before] = groupMessages([], [outgoing("sending")], "me", noon);
  const [after] = groupMessages([message(0, "me", { clientId: "c" })], [], "me", noon);
  expect(after?.key).toBe(before?.key);
});

test("formats days relative to today", () => {
  expect(formatDay(at(-60), noon)).toBe("Today");
  expect(formatDay(at(-24 * 60), noon)).toBe("Yesterday");
  expect(formatDay(at(-48 * 60), noon)).toBe("Wed, Nov 18");
  expect(formatDay(new Date(2025, 10, 9, 12).toISOString(), noon)).toBe("Nov 9, 2025");
});

test.each([
  ["one", "💪"],
  ["skin tones", "💪🏽 🔥"],
  ["a profession", "👩🏽‍🚒"],
  ["a heart, and one that burns", "❤️❤️‍🔥"],
  ["flags", "🇺🇸 🇯🇵"],
  ["flags of a region and of a movement", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈"],
  ["keycaps", "1️⃣ #️⃣*️⃣"],
  ["families", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦"],
  ["families in skin tones", "👨🏽‍👩🏽‍👧🏽‍👦🏽 👨🏽‍👩🏽‍👧🏽‍👦🏽 👨🏽‍👩🏽‍👧🏽‍👦🏽"],
  ["lines", "🔥\n🔥"],
])("shows %s in large size: %s", (_, text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

test.each([
  ["an empty text", ""],
  ["whitespace", " \n"],
  ["digits", "12"],
  ["a sign", "#"],
  ["words", "gym 💪"],
  ["a number before a keycap", "101️⃣"],
  ["four", "💪💪💪💪"],
  ["four keycaps", "1️⃣2️⃣3️⃣4️⃣"],
  ["many", "💪".repeat(500)],
  ["half a flag", "🇺"],
  ["three halves", "🇺🇸🇯"],
  ["a trademark", "™"],
  ["a joiner", "\u200d"],
  ["a heart in text presentation", "❤\ufe0e"],
  ["many combining marks", `💪${"\u0301".repeat(40)}`],
])("shows %s in normal size: %s", (_, text) => {
  expect(isEmojiOnly(text)).toBe(false);
});

test("replaces an outgoing message and leaves out confirmed ones", () => {
  const outbox = withOutgoing(withOutgoing([], outgoing("sending")), outgoing("failed"));
  expect(outbox.map((one) => one.state)).toEqual(["failed"]);
  expect(listUnconfirmed(outbox, [message(0, "me", { clientId: "c" })])).toEqual([]);
  expect(listQueued(outbox, "her")).toEqual([]);
});
