import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/messages.ts";
import {
  conversation,
  conversationId,
  her,
  me,
  message,
  other,
  seqs,
  thread,
} from "#web/features/messages/a-conversation.ts";
import { keys, type Typing } from "#web/features/messages/cache.ts";
import {
  listAfterDeletion,
  listAfterMessage,
  listAfterRead,
  listAfterReadUntold,
  messagesLive,
  threadAfterDeletion,
  threadAfterMessage,
  threadAfterRead,
  typingSince,
  typingStill,
} from "#web/features/messages/messages.live.ts";
import { type CachedThread, messagesOf, revOf } from "#web/features/messages/thread.ts";

const readAt = new Date(2500).toISOString();

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
    const event = { conversationId, message: message(3), rev: 6 };
    expect(threadAfterMessage(thread(4, [message(1)]), event)).toBeUndefined();
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

describe("read_untold", () => {
  test("clears the count of a list that knows as much, and has any other asked for anew", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(listAfterReadUntold([other, conversation(5, 3)], event)).toMatchObject([{}, { unreadCount: 0, rev: 5 }]);
    for (const list of [[conversation(4, 3)], [conversation(6, 3)], [other]]) {
      expect(listAfterReadUntold(list, event)).toBeUndefined();
    }
  });

  test("marks what I was sent by then, and nothing of mine", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(5, [message(1), message(2, me), message(3)]));
    cache.setQueryData(keys.conversations, [conversation(5, 2)]);
    messagesLive.read_untold?.({ conversationId, readAt, rev: 5 }, cache, me);
    const after = cache.getQueryData<CachedThread>(keys.thread(her));
    expect(after && messagesOf(after).map((one) => one.read)).toEqual([true, false, false]);
    expect(after && revOf(after)).toBe(5);
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
    vi.useFakeTimers();
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(4, [message(1)]));
    cache.setQueryData(keys.conversations, [conversation(4)]);
    vi.stubGlobal("document", { visibilityState: "visible" });
    const event = { conversationId, message: message(2), rev: 5 };
    messagesLive.new_message?.(event, cache, me);
    messagesLive.new_message?.(event, cache, me);
    expect(seqs(cache.getQueryData(keys.thread(her)))).toEqual([1, 2]);
    expect(cache.getQueryData<Conversation[]>(keys.conversations)?.[0]?.unreadCount).toBe(1);
    vi.runAllTimers();
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
    await expect.poll(() => seqs(cache.getQueryData(keys.thread(her)))).toEqual([2, 3, 4]);
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
});
