import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ServerEvents } from "#contract/events.ts";
import type { NotificationFlags } from "#contract/settings.ts";
import { ownProfileKey } from "#web/features/members/own-profile.queries.ts";
import type { NotificationToast } from "#web/features/members/toast-queue.ts";
import { notificationsLive } from "#web/features/notifications/notifications.live.ts";
import { isActiveTab, isActiveTabCandidate, onActiveTab } from "#web/features/notifications/presence.ts";
import { attachToastHost } from "#web/features/notifications/toast-delivery.ts";

vi.mock("#web/features/notifications/presence.ts", () => ({
  isActiveTabCandidate: vi.fn(),
  isActiveTab: vi.fn(),
  onActiveTab: vi.fn(),
}));

const me = "me";
const her = "her";
const page = { dialog: null as object | null, body: {}, querySelector: () => page.dialog };
const observers: { tell: () => void }[] = [];
class Observer {
  constructor(tell: () => void) {
    observers.push({ tell });
  }
  observe(): void {}
  disconnect(): void {}
}

let cache: QueryClient;
let shown: string[] = [];
const isShown = vi.fn<(news: NotificationToast) => boolean>();
let stop = (): void => undefined;

const member = { _id: her, username: "Sam" } as ServerEvents["crush_received"]["from"];
const message = { sender: member } as unknown as ServerEvents["new_message"]["message"];
const hear = <E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void =>
  (notificationsLive[event] as ((payload: ServerEvents[E], cache: QueryClient, me: string) => void) | undefined)?.(
    payload,
    cache,
    me,
  );
const write = (from = message) => hear("new_message", { conversationId: `${her}_${me}`, message: from, rev: 1 });
/** Leaves the tab, or comes back to it. */
function look(next: boolean): void {
  vi.mocked(isActiveTabCandidate).mockReturnValue(next);
  vi.mocked(isActiveTab).mockReturnValue(next);
  if (next) vi.mocked(onActiveTab).mock.lastCall?.[0]();
}
const settle = () => vi.advanceTimersByTimeAsync(400);

function want(flags: Partial<NotificationFlags>): void {
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
  want({});
  stop = attachToastHost({
    cache,
    show: (all) => void shown.push(...all.map(({ text: words, to }) => `${words} ${to}`)),
    isShown,
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("in the tab that is looked at", () => {
  test("messages, crushes and a low balance are told, with where they lead", async () => {
    write();
    hear("crush_received", { from: { ...member, _id: "else" } });
    hear("balance_low", { balance: 4 });
    await settle();
    expect(shown).toEqual([
      "New message from Sam /messages/her",
      "Sam sent you a crush /crushes",
      "4 crushes left. /profile#crushes",
    ]);
  });

  test("several messages of one conversation are one news", async () => {
    for (let i = 0; i < 5; i++) write();
    await settle();
    expect(shown).toHaveLength(1);
  });

  test("one's own messages are none", async () => {
    write({ ...message, sender: { _id: me, username: "me" } });
    await settle();
    expect(shown).toEqual([]);
  });

  test("a crush that makes a match is told by the match", async () => {
    hear("crush_received", { from: member });
    hear("matched", { with: member });
    await settle();
    expect(shown).toEqual([]);
  });

  test.each([
    ["newMessage", () => write()],
    ["crushReceived", () => hear("crush_received", { from: member })],
    ["lowCrushBalance", () => hear("balance_low", { balance: 4 })],
  ] as const)("with %s off nothing is told of it", async (flag, happen) => {
    want({ [flag]: false });
    happen();
    await settle();
    expect(shown).toEqual([]);
  });

  test("what the screen shows is not told, nor what it has come to show meanwhile", async () => {
    isShown.mockReturnValue(true);
    write();
    isShown.mockReturnValue(false);
    hear("crush_received", { from: member });
    isShown.mockReturnValue(true);
    await settle();
    expect(shown).toEqual([]);
  });

  test("what is read, seen or over meanwhile is told no more", async () => {
    for (const [begin, end] of [
      [() => write(), () => hear("read_privately", { conversationId: `${her}_${me}`, readAt: "", rev: 1 })],
      [
        () => write(),
        () => hear("messages_read", { conversationId: `${her}_${me}`, readerId: me, readAt: "", rev: 2 }),
      ],
      [() => write(), () => hear("relationship_ended", { userId: her })],
      [() => hear("crush_received", { from: member }), () => hear("crushes_seen", {})],
      [() => hear("crush_received", { from: member }), () => hear("member_deleted", { userId: her })],
    ] as const) {
      begin();
      end();
      await settle();
    }
    expect(shown).toEqual([]);
    write();
    hear("messages_read", { conversationId: `${her}_${me}`, readerId: her, readAt: "", rev: 2 });
    await settle();
    expect(shown).toHaveLength(1);
  });

  test("news wait for a dialog to be closed", async () => {
    page.dialog = {};
    write();
    await settle();
    expect(shown).toEqual([]);
    page.dialog = null;
    observers.at(-1)?.tell();
    await settle();
    expect(shown).toHaveLength(1);
  });

  test("who leaves the tab while news wait for a dialog is told when they are back and it is closed", async () => {
    for (const closedWhileAway of [true, false]) {
      shown = [];
      page.dialog = {};
      write();
      await settle();
      look(false);
      if (closedWhileAway) {
        page.dialog = null;
        observers.at(-1)?.tell();
        await settle();
      }
      expect(shown).toEqual([]);
      look(true);
      await settle();
      if (!closedWhileAway) {
        expect(shown).toEqual([]);
        page.dialog = null;
        observers.at(-1)?.tell();
        await settle();
      }
      expect(shown).toEqual(["New message from Sam /messages/her"]);
    }
  });

  test("who leaves just when something happens is told when they are back, unless they have read it elsewhere", async () => {
    write();
    look(false);
    await settle();
    expect(shown).toEqual([]);
    hear("crush_received", { from: { ...member, _id: "else" } });
    hear("messages_read", { conversationId: `${her}_${me}`, readerId: me, readAt: "", rev: 2 });
    look(true);
    await settle();
    expect(shown).toEqual([]);
    write();
    look(false);
    await settle();
    look(true);
    await settle();
    expect(shown).toHaveLength(1);
  });
});

test("a tab that nobody looks at tells nothing", async () => {
  vi.mocked(isActiveTabCandidate).mockReturnValue(false);
  vi.mocked(isActiveTab).mockReturnValue(false);
  write();
  vi.mocked(isActiveTab).mockReturnValue(true);
  await settle();
  expect(shown).toEqual([]);
});

test("the next tab of the row tells what happened just as the one before it was closed, and nothing that one told", async () => {
  vi.mocked(isActiveTab).mockReturnValue(false);
  write();
  look(true);
  await settle();
  expect(shown).toEqual(["New message from Sam /messages/her"]);

  vi.mocked(isActiveTab).mockReturnValue(false);
  write();
  await settle();
  look(true);
  await settle();
  expect(shown).toHaveLength(1);
});

test("nothing is told once the login is over", async () => {
  write();
  stop();
  await settle();
  expect(shown).toEqual([]);
});
