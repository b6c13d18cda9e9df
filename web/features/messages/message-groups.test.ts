import { expect, test } from "vitest";
import { TYPING_IDLE_MS, TYPING_SHOWN_MS } from "#contract/limits.ts";
import type { Message } from "#contract/messages.ts";
import { createTypingSignal } from "#web/features/messages/composer.tsx";
import { formatDay, groupMessages, isEmojiOnly } from "#web/features/messages/message-groups.ts";
import {
  listQueued,
  listUnconfirmed,
  type OutgoingMessage,
  withOutgoing,
} from "#web/features/messages/outbox-store.ts";
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

// @spec 2.messages.text-bubbles-relative
test("a run ends with its speaker, its state, a pause or the day", () => {
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
    "[read]",
    "[sent]",
  ]);
});

test("what is on its way stands last and joins its run; a failed one stands alone", () => {
  const sent = message(-1, "me", { read: false });
  expect(shape(groupMessages([sent], [outgoing("sending")], "me", noon))).toEqual(["Today: [sent", "sending]"]);
  expect(shape(groupMessages([sent], [outgoing("failed")], "me", noon))).toEqual(["Today: [sent]", "[failed]"]);
});

test("a line before the first unread one begins a run; what waits stands under what was sent", () => {
  const messages = [message(-3, "her"), message(-2, "her"), message(-1, "me")];
  const drawn = groupMessages(messages, [outgoing("waiting")], "me", noon, "message -2");
  expect(drawn.map((one) => one.fresh)).toEqual([false, true, false, false]);
  expect(shape(drawn)).toEqual(["Today: [received]", "[received]", "[read]", "[waiting]"]);
});

test("a bubble keeps its key when the server confirms it", () => {
  const [before] = groupMessages([], [outgoing("sending")], "me", noon);
  const [after] = groupMessages([message(0, "me", { clientId: "c" })], [], "me", noon);
  expect(after?.key).toBe(before?.key);
});

test("days are named as a person would", () => {
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
  ["families in colours", "👨🏽‍👩🏽‍👧🏽‍👦🏽 👨🏽‍👩🏽‍👧🏽‍👦🏽 👨🏽‍👩🏽‍👧🏽‍👦🏽"],
  ["lines", "🔥\n🔥"],
])("%s alone is large: %s", (_, text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["blanks", " \n"],
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
  ["a heart that is to be text", "❤\ufe0e"],
  ["what hangs on for ever", `💪${"\u0301".repeat(40)}`],
])("%s is not large: %s", (_, text) => {
  expect(isEmojiOnly(text)).toBe(false);
});

test("the outbox holds a message once, and not what has arrived", () => {
  const outbox = withOutgoing(withOutgoing([], outgoing("sending")), outgoing("failed"));
  expect(outbox.map((one) => one.state)).toEqual(["failed"]);
  expect(listUnconfirmed(outbox, [message(0, "me", { clientId: "c" })])).toEqual([]);
  expect(listQueued(outbox, "her")).toEqual([]);
});

// @spec 4.typing-told-throttled
test("typing is told at once, and every two seconds while it goes on", () => {
  let told = 0;
  const signal = createTypingSignal(() => told++);
  const tells = (now: number) => {
    const before = told;
    signal.keystroke(now);
    return told > before;
  };
  expect(Array.from({ length: 21 }, (_, i) => i * 250).filter(tells)).toEqual([0, 2000, 4000]);
  // It is shown for longer, so it does not go while it goes on.
  expect(TYPING_SHOWN_MS).toBeGreaterThan(TYPING_IDLE_MS);
  expect(tells(9000)).toBe(true);
  signal.done();
  expect(tells(9100)).toBe(true);
});
