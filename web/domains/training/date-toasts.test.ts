import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import type { ServerEvents } from "#contract/events.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { dateToastsLive } from "#web/domains/training/date-toasts.ts";
// Loaded already, so a short pause is enough for a text.
import "#web/domains/training/date-news.ts";
import { dismissMemberToasts, toastQueue } from "#web/domains/members/limits/toast-queue.ts";
import { attachToastHost } from "#web/domains/notifications/toast-delivery.ts";
import { loadOptional } from "#web/lib/stale-chunks.ts";

vi.mock("#web/domains/notifications/presence.ts", () => ({
  isActiveTabCandidate: () => true,
  isActiveTab: () => true,
  onActiveTab: () => () => undefined,
}));
vi.mock("#web/ui/toast.tsx", () => ({ dismissToastsByTopic: vi.fn() }));
vi.mock("#web/lib/stale-chunks.ts", () => ({
  loadOptional: vi.fn(async (load: () => Promise<unknown>) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    return load();
  }),
}));

const [me, her] = ["me", "her"];
let cache: QueryClient;
let detach: () => void;
let isShown = false;
/** If set, the texts of toasts load until theirs is called. */
let held: (() => void)[] | undefined;

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
const act = (state: WorkoutDate["state"]) => change(her, { date: { ...date, state } as unknown as WorkoutDate });
const { setTimeout: realTimeout } = globalThis;
const pause = () => new Promise((done) => realTimeout(done, 20));

beforeEach(() => {
  // Nothing is shown, however slow the test is.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  toastQueue.clear();
  isShown = false;
  held = undefined;
  cache = new QueryClient();
  cache.setQueryData(["conversations"], [{ otherUser: { _id: her, username: "Kim" }, isMuted: false }]);
  detach = attachToastHost({ cache, show: () => undefined, isShown: () => isShown });
});
afterEach(() => {
  detach();
  vi.useRealTimers();
});

test("says what the other member has done, and links to the chat", async () => {
  change(her);
  await pause();
  expect(listTexts()).toEqual([
    expect.stringMatching(/^Kim agreed: Run, Sat, Nov 28(, 2026)?, 9:00.AM.* \/messages\/her$/),
  ]);
});

test("shows a proposal, and only the latest news of a conversation", async () => {
  const proposed = { sender: { _id: her, username: "Kim" }, date: { ...date, state: "proposed" } };
  const event = { conversationId: `${her}_${me}`, message: proposed, rev: 1 } as unknown as ServerEvents["new_message"];
  dateToastsLive.new_message?.(event, cache, me);
  await pause();
  expect(listTexts()[0]).toMatch(/^Kim asks you: Run/);
  act("called_off");
  await pause();
  expect(listTexts()).toEqual([expect.stringMatching(/^Kim called it off/)]);
});

test("shows nothing of own acts, and drops what an own act on another device has answered", async () => {
  change(me);
  await pause();
  expect(toastQueue.isEmpty()).toBe(true);
  change(her);
  await pause();
  change(me);
  expect(toastQueue.isEmpty()).toBe(true);
});

describe("while the text loads", () => {
  beforeEach(() => {
    held = [];
  });
  const load = async (i: number) => {
    held?.[i]?.();
    await pause();
  };

  test.each<[string, () => void]>([
    ["an own act", () => change(me)],
    ["reading the conversation on another device", () => dismissMemberToasts(her)],
  ])("%s drops the toast", async (_, dismiss) => {
    act("countered");
    dismiss();
    await load(0);
    expect(toastQueue.isEmpty()).toBe(true);
  });

  test("an own act leaves the news that come after it", async () => {
    act("countered");
    change(me);
    act("called_off");
    await load(0);
    await load(1);
    expect(listTexts()).toEqual([expect.stringMatching(/^Kim called it off/)]);
  });

  test("later news replace the earlier ones, whichever text loads first", async () => {
    act("agreed");
    act("called_off");
    await load(1);
    await load(0);
    expect(listTexts()).toEqual([expect.stringMatching(/^Kim called it off/)]);
  });
});

test("says that there are news if their text does not load", async () => {
  vi.mocked(loadOptional).mockResolvedValueOnce(undefined);
  act("agreed");
  await pause();
  expect(listTexts()).toEqual(["Kim has news about your workout /messages/her"]);
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
])("shows nothing if %s", async (_, receive) => {
  receive();
  await pause();
  expect(toastQueue.isEmpty()).toBe(true);
});
