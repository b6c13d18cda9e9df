import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerEvents } from "#contract/events.ts";
import type { NotificationFlags } from "#contract/notifications/notification-causes.ts";
import { notificationsLive } from "#web/app/notifications.live.ts";
import type { NotificationToast } from "#web/domains/members/limits/toast-queue.ts";
import { ownProfileKey } from "#web/domains/members/own-profile.queries.ts";
import { isActiveTab, isActiveTabCandidate, onActiveTab } from "#web/domains/notifications/presence.ts";
import { attachToastHost } from "#web/domains/notifications/toast-delivery.ts";

vi.mock("#web/domains/notifications/presence.ts", () => ({
  isActiveTabCandidate: vi.fn(),
  isActiveTab: vi.fn(),
  onActiveTab: vi.fn(),
}));

const me = "me";
const her = "her";
const page = { dialog: null as object | null, body: {}, querySelector: () => page.dialog };
const observers: { notify: () => void }[] = [];
class Observer {
  constructor(callback: () => void) {
    observers.push({ notify: callback });
  }
  observe(): void {}
  disconnect(): void {}
}

let cache: QueryClient;
let shown: string[] = [];
const isShown = vi.fn<(toast: NotificationToast) => boolean>();
let detach = (): void => undefined;

const member = { _id: her, username: "Sam" } as ServerEvents["crush_received"]["from"];
const message = { sender: member } as unknown as ServerEvents["new_message"]["message"];
const emit = <E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void =>
  (notificationsLive[event] as ((payload: ServerEvents[E], cache: QueryClient, me: string) => void) | undefined)?.(
    payload,
    cache,
    me,
  );
const receiveMessage = (from = message) =>
  emit("new_message", { conversationId: `${her}_${me}`, message: from, rev: 1 });
function setActive(next: boolean): void {
  vi.mocked(isActiveTabCandidate).mockReturnValue(next);
  vi.mocked(isActiveTab).mockReturnValue(next);
  if (next) vi.mocked(onActiveTab).mock.lastCall?.[0]();
}
const flushTimers = () => vi.advanceTimersByTimeAsync(400);

function setFlags(flags: Partial<NotificationFlags>): void {
  const all = { emailEnabled: false, newMessage: true, crushReceived: true, newMatch: true, lowCrushBalance: true };
  cache.setQueryData(ownProfileKey, { profile: { notifications: { ...all, marketing: false, ...flags } } });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("MutationObserver", Observer);
  vi.mocked(isActiveTabCandidate).mockReturnValue(true);
  vi.mocked(isActiveTab).mockReturnValue(true);
  vi.mocked(onActiveTab)
    .mockReset()
    .mockReturnValue(() => undefined);
  isShown.mockReset().mockReturnValue(false);
  page.dialog = null;
  cache = new QueryClient();
  shown = [];
  setFlags({});
  detach = attachToastHost({
    cache,
    show: (all) => void shown.push(...all.map(({ text: words, to }) => `${words} ${to}`)),
    isShown,
  });
});
afterEach(() => {
  detach();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("toasts in the active tab", () => {
  test("shows messages, crushes and a low balance with their links", async () => {
    receiveMessage();
    emit("crush_received", { from: { ...member, _id: "else" } });
    emit("balance_low", { balance: 2 });
    await flushTimers();
    expect(shown).toEqual([
      "New message from Sam /messages/her",
      "Sam sent you a crush /crushes",
      "2 crushes left. /profile#crushes",
    ]);
  });

  test("leaves a balance above two to the counter", async () => {
    emit("balance_low", { balance: 4 });
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test("shows nothing of a conversation that is muted", async () => {
    const conversation = { otherUser: member, isMuted: true };
    cache.setQueryData(["conversations"], [conversation]);
    receiveMessage();
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test("shows one toast for several messages of one conversation", async () => {
    for (let i = 0; i < 5; i++) receiveMessage();
    await flushTimers();
    expect(shown).toHaveLength(1);
  });

  test("ignores own messages", async () => {
    receiveMessage({ ...message, sender: { _id: me, username: "me" } });
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test("leaves a crush that makes a match to the match", async () => {
    emit("crush_received", { from: member });
    emit("matched", { with: member });
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test.each([
    ["newMessage", () => receiveMessage()],
    ["crushReceived", () => emit("crush_received", { from: member })],
    ["lowCrushBalance", () => emit("balance_low", { balance: 2 })],
  ] as const)("shows nothing with %s off", async (flag, trigger) => {
    setFlags({ [flag]: false });
    trigger();
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test("shows nothing that the screen already shows, also if it changes before the toast", async () => {
    isShown.mockReturnValue(true);
    receiveMessage();
    isShown.mockReturnValue(false);
    emit("crush_received", { from: member });
    isShown.mockReturnValue(true);
    await flushTimers();
    expect(shown).toEqual([]);
  });

  test("drops a toast when its content is read, seen or removed", async () => {
    for (const [begin, end] of [
      [() => receiveMessage(), () => emit("read_privately", { conversationId: `${her}_${me}`, readAt: "", rev: 1 })],
      [
        () => receiveMessage(),
        () => emit("messages_read", { conversationId: `${her}_${me}`, readerId: me, readAt: "", rev: 2 }),
      ],
      [() => receiveMessage(), () => emit("relationship_ended", { userId: her })],
      [() => emit("crush_received", { from: member }), () => emit("crushes_seen", {})],
      [() => emit("crush_received", { from: member }), () => emit("member_deleted", { userId: her })],
    ] as const) {
      begin();
      end();
      await flushTimers();
    }
    expect(shown).toEqual([]);
    receiveMessage();
    emit("messages_read", { conversationId: `${her}_${me}`, readerId: her, readAt: "", rev: 2 });
    await flushTimers();
    expect(shown).toHaveLength(1);
  });

  test("waits until a dialog is closed", async () => {
    page.dialog = {};
    receiveMessage();
    await flushTimers();
    expect(shown).toEqual([]);
    page.dialog = null;
    observers.at(-1)?.notify();
    await flushTimers();
    expect(shown).toHaveLength(1);
  });

  test("waits until the tab is active again and the dialog is closed", async () => {
    for (const closedWhileAway of [true, false]) {
      shown = [];
      page.dialog = {};
      receiveMessage();
      await flushTimers();
      setActive(false);
      if (closedWhileAway) {
        page.dialog = null;
        observers.at(-1)?.notify();
        await flushTimers();
      }
      expect(shown).toEqual([]);
      setActive(true);
      await flushTimers();
      if (!closedWhileAway) {
        expect(shown).toEqual([]);
        page.dialog = null;
        observers.at(-1)?.notify();
        await flushTimers();
      }
      expect(shown).toEqual(["New message from Sam /messages/her"]);
    }
  });

  test("shows pending toasts after a return to the tab, unless they were read elsewhere", async () => {
    receiveMessage();
    setActive(false);
    await flushTimers();
    expect(shown).toEqual([]);
    emit("crush_received", { from: { ...member, _id: "else" } });
    emit("messages_read", { conversationId: `${her}_${me}`, readerId: me, readAt: "", rev: 2 });
    setActive(true);
    await flushTimers();
    expect(shown).toEqual([]);
    receiveMessage();
    setActive(false);
    await flushTimers();
    setActive(true);
    await flushTimers();
    expect(shown).toHaveLength(1);
  });
});

test("shows nothing in an inactive tab", async () => {
  vi.mocked(isActiveTabCandidate).mockReturnValue(false);
  vi.mocked(isActiveTab).mockReturnValue(false);
  receiveMessage();
  vi.mocked(isActiveTab).mockReturnValue(true);
  await flushTimers();
  expect(shown).toEqual([]);
});

test("shows pending toasts in the next active tab, but none that another tab has shown", async () => {
  vi.mocked(isActiveTab).mockReturnValue(false);
  receiveMessage();
  setActive(true);
  await flushTimers();
  expect(shown).toEqual(["New message from Sam /messages/her"]);

  vi.mocked(isActiveTab).mockReturnValue(false);
  receiveMessage();
  await flushTimers();
  setActive(true);
  await flushTimers();
  expect(shown).toHaveLength(1);
});

test("shows nothing after the session has ended", async () => {
  receiveMessage();
  detach();
  await flushTimers();
  expect(shown).toEqual([]);
});
