import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Conversation } from "#contract/chat/messages.ts";
import {
  conversationsQuery,
  loadArchive,
  loadConversation,
  unlessMuted,
} from "#web/domains/chat/conversation-list.queries.ts";
import {
  applyArchive,
  applyConversation,
  applyOlderPage,
  buildList,
  type ConversationsReply,
  type ListState,
  type OlderConversations,
} from "#web/domains/chat/conversation-list.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
import { setOpenConversation } from "#web/domains/chat/tab-state.ts";
import { buildConversation, buildConversationMessage, me } from "#web/testing/conversation-fixture.ts";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** The one with the number `n`, whose last message is older the higher `n` is. */
function row(n: number, { unread = 0, rev = 1, at = 10_000 - n, isArchived = false } = {}) {
  const conversation = buildConversation(rev, unread);
  const { lastMessage } = conversation;
  return {
    ...conversation,
    isArchived,
    conversationId: conversationIdOf(me, idOf(n)),
    otherUser: { ...conversation.otherUser, _id: idOf(n) },
    lastMessage: lastMessage && { ...lastMessage, createdAt: new Date(at * 1000).toISOString() },
  };
}
const numberOf = ({ otherUser }: Conversation) => Number(otherUser._id.slice(-12));
const numbers = (list: readonly Conversation[] | undefined) => list?.map(numberOf);

const reply = (conversations: Conversation[], more: Partial<ConversationsReply> = {}): ConversationsReply => ({
  success: true,
  conversations,
  nextCursor: null,
  ...more,
});
const state = (list: Conversation[], older: Partial<OlderConversations> = {}): ListState => ({
  list,
  older: { nextCursor: "next", unread: 0, archived: 0, hasArchive: false, size: list.length, ...older },
});

describe("buildList", () => {
  test("keeps each conversation once, and counts unread messages of those that are not loaded", () => {
    const pages = [
      reply([row(11, { unread: 2 }), row(12)], { nextCursor: "a", unread: 7 }),
      reply([row(12), row(13, { unread: 1 })], { nextCursor: "b" }),
    ];
    const { list, older } = buildList(pages);
    expect(numbers(list)).toEqual([11, 12, 13]);
    expect(older).toEqual({ nextCursor: "b", unread: 4, archived: 0, hasArchive: false, size: 3 });
  });

  test("knows of none once all are loaded, whatever was read meanwhile", () => {
    expect(buildList([reply([row(11)], { unread: 7 })]).older.unread).toBe(0);
    expect(buildList([reply([row(11, { unread: 9 })], { unread: 7, nextCursor: "a" })]).older.unread).toBe(0);
  });
});

describe("applyOlderPage", () => {
  const pageOf = (...rows: Conversation[]) => reply(rows, { nextCursor: "later" });

  test("adds the rows at the end, and their unread messages no longer count as not loaded", () => {
    const after = applyOlderPage(state([row(11), row(12)], { unread: 5 }), pageOf(row(13, { unread: 2 }), row(14)));
    expect(numbers(after.list)).toEqual([11, 12, 13, 14]);
    expect(after.older).toMatchObject({ nextCursor: "later", unread: 3, size: 4 });
  });

  test("puts them before an older one that was opened, and that one in its place once its page comes", () => {
    const opened = state([row(11), row(19, { unread: 1 })], { unread: 2 });
    const between = applyOlderPage(opened, pageOf(row(12, { unread: 2 }), row(13)));
    expect(numbers(between.list)).toEqual([11, 12, 13, 19]);
    const all = applyOlderPage(between, reply([row(18), row(19, { unread: 1 }), row(20)]));
    expect(numbers(all.list)).toEqual([11, 12, 13, 18, 19, 20]);
    expect(all.older).toMatchObject({ nextCursor: null, unread: 0 });
  });

  test("leaves one where it is that an event has moved to the top since", () => {
    const moved = row(13, { rev: 2, at: 20_000, unread: 1 });
    const after = applyOlderPage(state([moved, row(11), row(12)]), pageOf(row(13), row(14)));
    expect(numbers(after.list)).toEqual([13, 11, 12, 14]);
    expect(after.list[0]).toBe(moved);
  });

  test("keeps the list if the page is empty", () => {
    expect(applyOlderPage(state([row(11)], { unread: 3 }), reply([]))).toEqual({
      list: [row(11)],
      older: { nextCursor: null, unread: 0, archived: 0, hasArchive: false, size: 1 },
    });
  });
});

describe("applyConversation", () => {
  const apply = (before: ListState, n: number, one: Conversation | undefined, unread = 0) =>
    applyConversation(before, idOf(n), reply(one ? [one] : [], { unread }));

  test("puts a new message's conversation first, an older one in its place or last", () => {
    const list = [row(11), row(13), { ...row(12), lastMessage: null }];
    expect(numbers(apply(state(list), 15, row(15, { at: 20_000 })).list)).toEqual([15, 11, 13, 12]);
    expect(numbers(apply(state([row(11), row(13)]), 12, row(12)).list)).toEqual([11, 12, 13]);
    expect(numbers(apply(state(list), 15, row(15)).list)).toEqual([11, 13, 12, 15]);
  });

  test("keeps the place of one whose last message was deleted, and a later revision", () => {
    const list = [row(11, { rev: 4 }), row(12), row(13)];
    const deleted = apply(state(list), 11, row(11, { rev: 5, at: 1 }));
    expect([numbers(deleted.list), deleted.list[0]?.rev]).toEqual([[11, 12, 13], 5]);
    expect(apply(state(list), 11, row(11, { rev: 3, at: 20_000 })).list).toBe(list);
    expect(numbers(apply(state(list), 13, row(13, { rev: 2, at: 20_000 })).list)).toEqual([13, 11, 12]);
  });

  test("removes one that has ended, and what it had unread", () => {
    expect(numbers(apply(state([row(11), row(12)]), 12, undefined).list)).toEqual([11]);
    expect(apply(state([row(11)], { unread: 3 }), 12, undefined, 1).older.unread).toBe(1);
  });

  test("moves its unread messages from those that are not loaded", () => {
    const before = state([row(11, { unread: 1 })], { unread: 5 });
    expect(apply(before, 15, row(15, { unread: 4, at: 20_000 }), 7).older.unread).toBe(2);
    // This device has just read the one above, which the reply still counts.
    expect(apply(state([row(11)], { unread: 5 }), 15, row(15, { unread: 1 }), 9).older.unread).toBe(5);
  });
});

describe("the number of archived conversations that are not loaded", () => {
  const archived = { isArchived: true };

  test("is what the first page counts, without those that it lists, and none once all are loaded", () => {
    const rows = [row(11, archived), row(12)];
    expect(buildList([reply(rows, { nextCursor: "a", archived: 3 })]).older.archived).toBe(2);
    expect(buildList([reply(rows, { archived: 3 })]).older.archived).toBe(0);
  });

  test("falls by those on a later page, and by one that has left the archive, and never rises", () => {
    const before = state([row(11), row(12, archived)], { archived: 3 });
    const paged = applyOlderPage(before, reply([row(13, archived), row(14)], { nextCursor: "later" }));
    expect(paged.older.archived).toBe(2);
    const one = (found: Conversation, total: number) =>
      applyConversation(before, found.otherUser._id, reply([found], { archived: total })).older.archived;
    expect(one(row(15, { at: 20_000 }), 3)).toBe(2);
    // Another device has archived it.
    expect(one(row(15, archived), 5)).toBe(3);
    // This device has just moved the one above out of the archive, which the reply still counts.
    expect(
      applyConversation(state([row(11)], { archived: 3 }), idOf(15), reply([], { archived: 4 })).older.archived,
    ).toBe(3);
  });

  test("is none with the archive, whose conversations are in their places, but for what events have changed", () => {
    const before = state([row(11), row(13), row(15)], { archived: 2, unread: 4 });
    const pages = [
      reply([row(19, { isArchived: true, unread: 1 }), row(13, archived)], { archived: 3, unread: 4 }),
      reply([row(12, archived)]),
    ];
    const { list, older } = applyArchive(before, pages);
    expect(list.map((one) => [numberOf(one), one.isArchived])).toEqual([
      [11, false],
      [12, true],
      [13, false],
      [15, false],
      [19, true],
    ]);
    expect(older).toEqual({ ...before.older, archived: 0, unread: 3, hasArchive: true });
    expect(buildList([reply([row(11), row(13)], { nextCursor: "a", unread: 4, archived: 3 })], pages)).toMatchObject({
      list: [{}, {}, {}, {}],
      older: { nextCursor: "a", size: 2, unread: 3, archived: 0, hasArchive: true },
    });
  });
});

/** A server with so many conversations; each request to it is recorded. */
function serve(count: number, unread: number) {
  const rows: Conversation[] = Array.from({ length: count }, (_, i) => row(i + 100));
  const fetch = vi.fn(async (address: string) => {
    const query = new URL(address, "http://localhost").searchParams;
    const userId = query.get("userId");
    if (userId !== null)
      return Response.json(
        reply(
          rows.filter(({ otherUser }) => otherUser._id === userId),
          { unread, archived: rows.filter(({ isArchived }) => isArchived).length },
        ),
      );
    const archived = rows.filter(({ isArchived }) => isArchived);
    if (query.has("archived")) return Response.json(reply(archived, { unread, archived: archived.length }));
    const [from, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit"))];
    const to = from + limit;
    const more = query.has("cursor") ? {} : { unread, archived: archived.length };
    return Response.json(reply(rows.slice(from, to), { nextCursor: to < count ? String(to) : null, ...more }));
  });
  vi.stubGlobal("fetch", fetch);
  const take = () => fetch.mock.calls.splice(0).map(([address]) => address.replace("/api/messages/conversations", ""));
  const set = (n: number, one: Conversation) => rows.splice(n - 100, 1, one);
  return { take, set };
}

const cached = (cache: QueryClient) => ({
  numbers: numbers(cache.getQueryData<Conversation[]>(messageKeys.conversations)),
  older: cache.getQueryData<OlderConversations>(messageKeys.older),
});

describe("the list in the cache", () => {
  let cache: QueryClient;
  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { visibilityState: "visible" });
    cache = new QueryClient();
  });
  afterEach(() => void vi.unstubAllGlobals());

  const load = () => cache.fetchQuery(conversationsQuery);
  const receive = (n: number, rev = 2) => {
    const other = idOf(n);
    const message = { ...buildConversationMessage(2, other), conversationId: conversationIdOf(me, other) };
    messagesLive.new_message?.({ conversationId: message.conversationId, message, rev }, cache, me);
  };

  test("is one request at first, and a refetch asks for as much as was loaded, up to 300", async () => {
    const server = serve(1000, 3);
    await load();
    expect([server.take(), cached(cache).older]).toEqual([
      ["?limit=30"],
      { nextCursor: "30", unread: 3, archived: 0, hasArchive: false, size: 30 },
    ]);
    for (const [size, requests] of [
      [60, ["?limit=60"]],
      [130, ["?limit=100", "?limit=30&cursor=100"]],
      [900, ["?limit=100", "?limit=100&cursor=100", "?limit=100&cursor=200"]],
    ] as const) {
      cache.setQueryData<OlderConversations>(messageKeys.older, state([], { size }).older);
      await load();
      expect(server.take()).toEqual(requests);
      expect(cached(cache).older?.size).toBe(Math.min(size, 300));
    }
  });

  test("keeps an older conversation while it is open", async () => {
    const server = serve(100, 0);
    await load();
    await loadConversation(cache, idOf(180));
    const close = setOpenConversation(idOf(180));
    server.take();
    await load();
    expect(server.take()).toEqual(["?limit=30", `?userId=${idOf(180)}`]);
    expect(cached(cache).numbers?.slice(-2)).toEqual([129, 180]);
    close();
    await load();
    expect(cached(cache).numbers?.at(-1)).toBe(129);
  });

  test("requests only the conversation that a message is in, and that is not loaded", async () => {
    const server = serve(100, 2);
    await load();
    server.take();
    server.set(180, row(180, { rev: 2, unread: 1, at: 20_000 }));
    receive(180);
    await expect.poll(() => cached(cache).numbers?.[0]).toBe(180);
    expect(server.take()).toEqual([`?userId=${idOf(180)}`]);
    expect(cached(cache).older?.unread).toBe(1);
    // It is loaded now.
    receive(180, 3);
    expect(server.take()).toEqual([]);
  });

  test("requests it again if the answer is older than the event", async () => {
    const server = serve(100, 0);
    await load();
    server.take();
    const early = loadConversation(cache, idOf(180));
    server.set(180, row(180, { rev: 2, at: 20_000 }));
    const late = loadConversation(cache, idOf(180), 2);
    expect((await early)?.rev).toBe(1);
    expect((await late)?.rev).toBe(2);
    expect(server.take()).toHaveLength(2);
    expect(cached(cache).numbers?.[0]).toBe(180);
  });

  test("has the first message with a match, although the chat has just asked for its conversation", async () => {
    const server = serve(100, 0);
    await load();
    const opened = loadConversation(cache, idOf(900));
    server.set(900, row(900, { at: 20_000 }));
    receive(900, 1);
    expect(await opened).toBeNull();
    await expect.poll(() => cached(cache).numbers?.[0]).toBe(900);
  });

  test("requests nothing for what does not show in it", async () => {
    const server = serve(100, 0);
    await load();
    server.take();
    const conversationId = conversationIdOf(me, idOf(180));
    messagesLive.messages_read?.({ conversationId, readerId: idOf(180), readAt: "", rev: 2 }, cache, me);
    messagesLive.message_reacted?.({ conversationId, messageId: "m", by: me, emoji: null, rev: 2 }, cache, me);
    expect(server.take()).toEqual([]);
    messagesLive.messages_read?.({ conversationId, readerId: me, readAt: "", rev: 2 }, cache, me);
    await expect.poll(() => cached(cache).numbers?.at(-1)).toBe(180);
  });

  test("requests the conversation that another device has archived, and a refetch the archive once it was loaded", async () => {
    const server = serve(100, 0);
    await load();
    server.take();
    server.set(180, row(180, { isArchived: true }));
    const conversationId = conversationIdOf(me, idOf(180));
    messagesLive.conversation_settings_changed?.({ conversationId, isMuted: false, isArchived: true }, cache, me);
    await expect.poll(() => cached(cache).numbers?.at(-1)).toBe(180);
    expect(server.take()).toEqual([`?userId=${idOf(180)}`]);
    await load();
    expect([cached(cache).numbers?.at(-1), cached(cache).older?.archived]).toEqual([129, 1]);
    server.take();
    await loadArchive(cache);
    expect(server.take()).toEqual(["?archived=true&limit=100"]);
    await load();
    expect(server.take().toSorted()).toEqual(["?archived=true&limit=100", "?limit=30"]);
    expect([cached(cache).numbers?.at(-1), cached(cache).older?.archived]).toEqual([180, 0]);
  });

  test("an answer that is older than the end of the contact does not bring it back", async () => {
    serve(100, 0);
    await load();
    const loading = loadConversation(cache, idOf(180));
    cache.setQueryData(messageKeys.ended, [idOf(180)]);
    await loading;
    expect(cached(cache).numbers).not.toContain(180);
    await loadConversation(cache, idOf(181));
    expect(cached(cache).numbers).toContain(181);
  });

  test("one deleted account among the older ones keeps its conversation, or ends a match without messages", async () => {
    const server = serve(100, 0);
    await load();
    server.take();
    messagesLive.member_deleted?.({ userId: idOf(180) }, cache, me);
    await expect.poll(() => cached(cache).numbers?.at(-1)).toBe(180);
    messagesLive.member_deleted?.({ userId: idOf(900) }, cache, me);
    await expect.poll(() => cache.getQueryData(messageKeys.ended)).toEqual([idOf(900)]);
  });

  test("tells of a muted conversation once it is known, and never if it cannot be", async () => {
    const server = serve(100, 0);
    const told: (string | undefined)[] = [];
    const tell = (n: number) => unlessMuted(cache, idOf(n), 1, (one) => void told.push(one?.otherUser._id));
    await load();
    server.set(180, { ...row(180), isMuted: true });
    tell(180);
    tell(181);
    expect(told).toEqual([]);
    await expect.poll(() => told).toEqual([idOf(181)]);
    expect(cached(cache).numbers).toContain(180);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    tell(182);
    await expect.poll(() => cache.isFetching()).toBe(0);
    expect(told).toEqual([idOf(181)]);
  });
});
