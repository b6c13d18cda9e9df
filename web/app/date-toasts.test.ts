import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { ServerEvents } from "#contract/events.ts";
import type { Message } from "#contract/messages.ts";
import { dateToastsLive } from "#web/app/date-toasts.ts";
import { toastQueue } from "#web/features/members/toast-queue.ts";
import { attachToastHost } from "#web/features/notifications/toast-delivery.ts";

vi.mock("#web/features/notifications/presence.ts", () => ({
  isActiveTabCandidate: () => true,
  isActiveTab: () => true,
  onActiveTab: () => () => undefined,
}));
vi.mock("#web/ui/toast.tsx", () => ({ dismissToastsByTopic: vi.fn() }));

const [me, her] = ["me", "her"];
let cache: QueryClient;
let isShown = false;

const date = {
  sport: "run",
  times: ["2026-11-28T15:00:00.000Z"],
  timeZone: "America/Chicago",
  state: "agreed",
  onMyWay: [],
};
/** A card that I have proposed. */
const message = { sender: { _id: me, username: "Max" }, date } as unknown as Message;
const listTexts = () => toastQueue.list().map(({ text, to }) => `${text} ${to}`);

function change(by: string | undefined, changed: Partial<Message> = {}): void {
  const event = { conversationId: `${her}_${me}`, message: { ...message, ...changed }, rev: 2, ...(by && { by }) };
  dateToastsLive.message_changed?.(event as ServerEvents["message_changed"], cache, me);
}
const settle = () => vi.waitFor(() => expect(toastQueue.isEmpty()).toBe(false));

beforeEach(() => {
  toastQueue.clear();
  isShown = false;
  cache = new QueryClient();
  cache.setQueryData(["conversations"], [{ otherUser: { _id: her, username: "Kim" }, isMuted: false }]);
  attachToastHost({ cache, show: () => undefined, isShown: () => isShown });
});

test("says what the other member has done, and links to the chat", async () => {
  change(her);
  await settle();
  expect(listTexts()).toEqual([
    expect.stringMatching(/^Kim agreed: Run, Sat, Nov 28(, 2026)?, 9:00.AM.* \/messages\/her$/),
  ]);
});

test("shows a proposal, and only the latest news of a conversation", async () => {
  const proposed = { sender: { _id: her, username: "Kim" }, date: { ...date, state: "proposed" } };
  const event = { conversationId: `${her}_${me}`, message: proposed, rev: 1 } as unknown as ServerEvents["new_message"];
  dateToastsLive.new_message?.(event, cache, me);
  await settle();
  expect(listTexts()[0]).toMatch(/^Kim asks you: Run/);
  change(her, { date: { ...date, state: "called_off" } as unknown as NonNullable<Message["date"]> });
  await vi.waitFor(() => expect(listTexts()).toEqual([expect.stringMatching(/^Kim called it off/)]));
});

test("shows nothing of own acts, and drops what an own act on another device has answered", async () => {
  change(me);
  await new Promise((done) => setTimeout(done, 20));
  expect(toastQueue.isEmpty()).toBe(true);
  change(her);
  await settle();
  change(me);
  expect(toastQueue.isEmpty()).toBe(true);
});

test.each([
  ["nobody has acted on it", () => change(undefined)],
  [
    "it is no workout date",
    () => {
      const event = { conversationId: `${her}_${me}`, message: { ...message, date: undefined }, rev: 2, by: her };
      dateToastsLive.message_changed?.(event as ServerEvents["message_changed"], cache, me);
    },
  ],
  [
    "the conversation is open",
    () => {
      isShown = true;
      change(her);
    },
  ],
  [
    "the conversation is muted",
    () => {
      cache.setQueryData(["conversations"], [{ otherUser: { _id: her, username: "Kim" }, isMuted: true }]);
      change(her);
    },
  ],
])("shows nothing if %s", async (_, act) => {
  act();
  await new Promise((done) => setTimeout(done, 20));
  expect(toastQueue.isEmpty()).toBe(true);
});
