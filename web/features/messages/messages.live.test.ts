import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Conversation, conversationOf, type Message, type Thread } from "#contract/messages.ts";
import { aMessage } from "#web/features/messages/a-message.ts";
import { keys, type Typing } from "#web/features/messages/cache.ts";
import {
  listAfterDeletion,
  listAfterMessage,
  listAfterRead,
  messagesLive,
  threadAfterDeletion,
  threadAfterMessage,
  threadAfterRead,
  typingSince,
  typingStill,
} from "#web/features/messages/messages.live.ts";
import { type CachedThread, messagesOf, revOf } from "#web/features/messages/thread.ts";

const me = "00000000-0000-4000-8000-000000000001";
const her = "00000000-0000-4000-8000-000000000002";
const conversationId = conversationOf(me, her);

const message = (seq: number, sender = her, more: Partial<Message> = {}): Message =>
  aMessage(seq, {
    conversationId,
    sender: { _id: sender, username: sender === me ? "me" : "her" },
    content: `text ${seq}`,
    ...more,
  });

const thread = (rev: number, messages: Message[]): CachedThread => {
  const page: Thread = { success: true, conversationId, messages, deleted: [], readAt: null, rev, hasMore: false };
  return { pages: [page], pageParams: [undefined] };
};

const conversation = (rev: number, unreadCount = 0): Conversation => ({
  conversationId,
  otherUser: { _id: her, username: "her", isDemo: false, profile: { age: 30, location: "", photos: [] } },
  unreadCount,
  lastMessage: { sender: { _id: me }, messageType: "text", content: "before", createdAt: new Date(0).toISOString() },
  rev,
});

const other = { ...conversation(9), conversationId: "another" };

const seqs = (cached: CachedThread | undefined) => cached && messagesOf(cached).map((one) => one.seq);

describe("new_message", () => {
  test("the next change is applied and raises the rev", () => {
    const after = threadAfterMessage(thread(4, [message(1)]), { conversationId, message: message(2), rev: 5 });
    expect(seqs(after)).toEqual([1, 2]);
    expect(after && revOf(after)).toBe(5);
  });

  test("one that is there already changes nothing", () => {
    const before = thread(5, [message(1), message(2)]);
    expect(threadAfterMessage(before, { conversationId, message: message(2), rev: 5 })).toBe(before);
  });

  test("after a gap it is not applied: something was missed", () => {
    expect(
      threadAfterMessage(thread(4, [message(1)]), { conversationId, message: message(3), rev: 6 }),
    ).toBeUndefined();
  });

  test("a message that was put in by its sender's own call stays one", () => {
    const mine = message(2, me, { clientId: "c" });
    const after = threadAfterMessage(thread(4, [message(1), mine]), { conversationId, message: mine, rev: 5 });
    expect(seqs(after)).toEqual([1, 2]);
    expect(after && revOf(after)).toBe(5);
  });

  test("the conversation goes on top, with its preview and one more unread", () => {
    const list = listAfterMessage([other, conversation(4)], { conversationId, message: message(2), rev: 5 }, false);
    expect(list?.map((one) => one.conversationId)).toEqual([conversationId, "another"]);
    expect(list?.[0]).toMatchObject({
      unreadCount: 1,
      rev: 5,
      lastMessage: { content: "text 2", sender: { _id: her } },
    });
  });

  test("what is seen or one's own is not counted", () => {
    const list = listAfterMessage([conversation(4)], { conversationId, message: message(2), rev: 5 }, true);
    expect(list?.[0]?.unreadCount).toBe(0);
  });

  test("a list that missed something, or does not know the conversation, is to be asked for anew", () => {
    const event = { conversationId, message: message(2), rev: 6 };
    expect(listAfterMessage([conversation(4)], event, false)).toBeUndefined();
    expect(listAfterMessage([other], event, false)).toBeUndefined();
  });
});

describe("messages_read", () => {
  const readAt = new Date(2500).toISOString();

  test("my own messages up to that moment are read", () => {
    const before = thread(4, [message(1), message(2, me), message(3, me)]);
    const after = threadAfterRead(before, { conversationId, readerId: her, readAt, rev: 5 });
    expect(after && messagesOf(after).map((one) => one.read)).toEqual([false, true, false]);
    expect(after && messagesOf(after)[1]?.readAt).toBe(readAt);
  });

  test("out of turn it is not applied", () => {
    expect(threadAfterRead(thread(4, []), { conversationId, readerId: her, readAt, rev: 7 })).toBeUndefined();
  });

  test("reading on another device of mine clears the count, the other's reading does not", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(listAfterRead([conversation(4, 3)], { ...event, readerId: me }, me)?.[0]).toMatchObject({
      unreadCount: 0,
      rev: 5,
    });
    expect(listAfterRead([conversation(4, 3)], { ...event, readerId: her }, me)?.[0]).toMatchObject({
      unreadCount: 3,
      rev: 5,
    });
  });
});

describe("message_deleted", () => {
  test("the message is gone", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(seqs(threadAfterDeletion(thread(4, [message(1), message(2)]), event))).toEqual([2]);
    expect(threadAfterDeletion(thread(3, [message(1)]), event)).toBeUndefined();
  });

  test("the list is asked for anew unless it knows", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(listAfterDeletion([conversation(4)], event)).toBeUndefined();
    const list = [conversation(5)];
    expect(listAfterDeletion(list, event)).toBe(list);
  });
});

describe("user_typing", () => {
  test("is shown for three seconds from the last signal", () => {
    const typing = typingSince(typingSince({}, her, 1000), her, 2000);
    expect(typingStill(typing, 4999)).toEqual({ [her]: 5000 });
    expect(typingStill(typing, 5000)).toEqual({});
  });

  test("ends with a message", () => {
    expect(typingStill({ [her]: 5000, else: 5000 }, 1000, her)).toEqual({ else: 5000 });
  });
});

describe("messagesLive", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("an event that comes twice is shown once", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(4, [message(1)]));
    cache.setQueryData(keys.conversations, [conversation(4)]);
    vi.stubGlobal("document", { visibilityState: "visible" });
    const event = { conversationId, message: message(2), rev: 5 };
    messagesLive.new_message?.(event, cache, me);
    messagesLive.new_message?.(event, cache, me);
    expect(seqs(cache.getQueryData(keys.thread(her)))).toEqual([1, 2]);
    expect(cache.getQueryData<Conversation[]>(keys.conversations)?.[0]?.unreadCount).toBe(1);
  });

  test("a gap is filled by asking for what was missed", async () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(4, [message(1), message(2, me)]));
    const missed = {
      success: true,
      conversationId,
      messages: [message(3), message(4)],
      deleted: ["message 1"],
      readAt: new Date(9000).toISOString(),
      rev: 8,
      hasMore: false,
    };
    const fetch = vi.fn(async (_address: string) => Response.json(missed));
    vi.stubGlobal("fetch", fetch);
    vi.stubGlobal("localStorage", { getItem: () => null });
    messagesLive.message_deleted?.({ conversationId, messageId: "message 1", rev: 8 }, cache, me);
    await vi.waitFor(() => expect(seqs(cache.getQueryData(keys.thread(her)))).toEqual([2, 3, 4]));
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([`/api/messages/${her}?after=4`]);
    const after = cache.getQueryData<CachedThread>(keys.thread(her));
    expect(after && revOf(after)).toBe(8);
    expect(after && messagesOf(after)[0]?.read).toBe(true);
  });

  test("typing ends by itself", () => {
    vi.useFakeTimers();
    const cache = new QueryClient();
    messagesLive.user_typing?.({ userId: her }, cache, me);
    expect(Object.keys(cache.getQueryData<Typing>(keys.typing) ?? {})).toEqual([her]);
    vi.advanceTimersByTime(3100);
    expect(cache.getQueryData<Typing>(keys.typing)).toEqual({});
  });

  test("a match asks for its conversation anew, which was refused until now", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(0, []));
    messagesLive.matched?.({ with: conversation(0).otherUser }, cache, me);
    expect(cache.getQueryState(keys.thread(her))?.isInvalidated).toBe(true);
  });

  test("contact that ends takes the conversation away, and asks for nothing", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(4, [message(1)]));
    const stranger = { ...other, otherUser: { ...other.otherUser, _id: "else" } };
    cache.setQueryData(keys.conversations, [conversation(4), stranger]);
    cache.setQueryData<Typing>(keys.typing, { [her]: 5000, else: 5000 });
    const kept = new Map([
      [`draft ${me} ${her}`, "Half a thought"],
      [`draft ${me} else`, "Another"],
    ]);
    vi.stubGlobal("sessionStorage", { removeItem: (key: string) => kept.delete(key) });
    messagesLive.contact_ended?.({ userId: her }, cache, me);
    expect(cache.getQueryData(keys.thread(her))).toBeUndefined();
    expect(cache.getQueryData<Conversation[]>(keys.conversations)).toEqual([stranger]);
    expect(cache.getQueryData(keys.typing)).toEqual({ else: 5000 });
    expect([...kept.values()]).toEqual(["Another"]);
    expect(cache.getQueryData(keys.ended)).toEqual([her]);
    messagesLive.matched?.({ with: conversation(0).otherUser }, cache, me);
    expect(cache.getQueryData(keys.ended)).toEqual([]);
  });
});
