import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/messages.ts";
import { type ConversationPages, getRevision, listMessages } from "#web/features/messages/conversation-pages.ts";
import { messageKeys, type TypingUntil } from "#web/features/messages/conversations.queries.ts";
import {
  listAfterDeletion,
  listAfterMessage,
  listAfterOwnRead,
  listAfterRead,
  messagesAfterDeletion,
  messagesAfterNew,
  messagesAfterRead,
  messagesLive,
  withoutExpiredTyping,
  withTyping,
} from "#web/features/messages/messages.live.ts";
import {
  buildConversation,
  buildConversationMessage,
  buildConversationPages,
  conversationId,
  her,
  listSequences,
  me,
  otherConversation,
} from "#web/testing/conversation-fixture.ts";

const readAt = new Date(2500).toISOString();

describe("new_message", () => {
  test("the next change is applied and raises the rev", () => {
    const after = messagesAfterNew(buildConversationPages(4, [buildConversationMessage(1)]), {
      conversationId,
      message: buildConversationMessage(2),
      rev: 5,
    });
    expect(listSequences(after)).toEqual([1, 2]);
    expect(after && getRevision(after)).toBe(5);
  });

  test("one that is there already changes nothing", () => {
    const before = buildConversationPages(5, [buildConversationMessage(1), buildConversationMessage(2)]);
    expect(messagesAfterNew(before, { conversationId, message: buildConversationMessage(2), rev: 5 })).toBe(before);
  });

  test("after a gap it is not applied: something was missed", () => {
    const event = { conversationId, message: buildConversationMessage(3), rev: 6 };
    expect(messagesAfterNew(buildConversationPages(4, [buildConversationMessage(1)]), event)).toBeUndefined();
  });

  test("a message that was put in by its sender's own call stays one", () => {
    const mine = buildConversationMessage(2, me, { clientId: "c" });
    const after = messagesAfterNew(buildConversationPages(4, [buildConversationMessage(1), mine]), {
      conversationId,
      message: mine,
      rev: 5,
    });
    expect(listSequences(after)).toEqual([1, 2]);
    expect(after && getRevision(after)).toBe(5);
  });

  test("the conversation goes on top, with its preview and one more unread", () => {
    const list = listAfterMessage(
      [otherConversation, buildConversation(4)],
      { conversationId, message: buildConversationMessage(2), rev: 5 },
      false,
    );
    expect(list?.map((one) => one.conversationId)).toEqual([conversationId, "another"]);
    expect(list?.[0]).toMatchObject({
      unreadCount: 1,
      rev: 5,
      lastMessage: { content: "text 2", sender: { _id: her } },
    });
  });

  test("what is seen or one's own is not counted", () => {
    const list = listAfterMessage(
      [buildConversation(4)],
      { conversationId, message: buildConversationMessage(2), rev: 5 },
      true,
    );
    expect(list?.[0]?.unreadCount).toBe(0);
  });

  test("a list that missed something, or does not know the conversation, is to be asked for anew", () => {
    const event = { conversationId, message: buildConversationMessage(2), rev: 6 };
    expect(listAfterMessage([buildConversation(4)], event, false)).toBeUndefined();
    expect(listAfterMessage([otherConversation], event, false)).toBeUndefined();
  });
});

describe("messages_read", () => {
  // @spec 4.read-notice-turns
  test("my own messages up to that moment are read", () => {
    const before = buildConversationPages(4, [
      buildConversationMessage(1),
      buildConversationMessage(2, me),
      buildConversationMessage(3, me),
    ]);
    const after = messagesAfterRead(before, { conversationId, readerId: her, readAt, rev: 5 });
    expect(after && listMessages(after).map((one) => one.read)).toEqual([false, true, false]);
    expect(after && listMessages(after)[1]?.readAt).toBe(readAt);
  });

  test("out of turn it is not applied", () => {
    expect(
      messagesAfterRead(buildConversationPages(4, []), { conversationId, readerId: her, readAt, rev: 7 }),
    ).toBeUndefined();
  });

  test("reading on another device of mine clears the count, the other's reading does not", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(listAfterRead([buildConversation(4, 3)], { ...event, readerId: me }, me)?.[0]).toMatchObject({
      unreadCount: 0,
      rev: 5,
    });
    expect(listAfterRead([buildConversation(4, 3)], { ...event, readerId: her }, me)?.[0]).toMatchObject({
      unreadCount: 3,
      rev: 5,
    });
  });
});

describe("read_privately", () => {
  test("clears the count of a list that knows as much, and has any other asked for anew", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(listAfterOwnRead([otherConversation, buildConversation(5, 3)], event)).toMatchObject([
      {},
      { unreadCount: 0, rev: 5 },
    ]);
    for (const list of [[buildConversation(4, 3)], [buildConversation(6, 3)], [otherConversation]]) {
      expect(listAfterOwnRead(list, event)).toBeUndefined();
    }
  });

  test("marks what I was sent by then, and nothing of mine", () => {
    const cache = new QueryClient();
    cache.setQueryData(
      messageKeys.messages(her),
      buildConversationPages(5, [
        buildConversationMessage(1),
        buildConversationMessage(2, me),
        buildConversationMessage(3),
      ]),
    );
    cache.setQueryData(messageKeys.conversations, [buildConversation(5, 2)]);
    messagesLive.read_privately?.({ conversationId, readAt, rev: 5 }, cache, me);
    const after = cache.getQueryData<ConversationPages>(messageKeys.messages(her));
    expect(after && listMessages(after).map((one) => one.read)).toEqual([true, false, false]);
    expect(after && getRevision(after)).toBe(5);
  });
});

describe("message_deleted", () => {
  // @spec 4.deleted-notice-removes
  test("the message is gone", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(
      listSequences(
        messagesAfterDeletion(
          buildConversationPages(4, [buildConversationMessage(1), buildConversationMessage(2)]),
          event,
        ),
      ),
    ).toEqual([2]);
    expect(messagesAfterDeletion(buildConversationPages(3, [buildConversationMessage(1)]), event)).toBeUndefined();
  });

  test("the list is asked for anew unless it knows", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(listAfterDeletion([buildConversation(4)], event)).toBeUndefined();
    const list = [buildConversation(5)];
    expect(listAfterDeletion(list, event)).toBe(list);
  });
});

describe("user_typing", () => {
  // @spec 4.typing-told-throttled
  test("is shown for three seconds from the last signal", () => {
    const typing = withTyping(withTyping({}, her, 1000), her, 2000);
    expect(withoutExpiredTyping(typing, 4999)).toEqual({ [her]: 5000 });
    expect(withoutExpiredTyping(typing, 5000)).toEqual({});
  });

  test("ends with a message", () => {
    expect(withoutExpiredTyping({ [her]: 5000, else: 5000 }, 1000, her)).toEqual({ else: 5000 });
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
    cache.setQueryData(messageKeys.messages(her), buildConversationPages(4, [buildConversationMessage(1)]));
    cache.setQueryData(messageKeys.conversations, [buildConversation(4)]);
    vi.stubGlobal("document", { visibilityState: "visible" });
    const event = { conversationId, message: buildConversationMessage(2), rev: 5 };
    messagesLive.new_message?.(event, cache, me);
    messagesLive.new_message?.(event, cache, me);
    expect(listSequences(cache.getQueryData(messageKeys.messages(her)))).toEqual([1, 2]);
    expect(cache.getQueryData<Conversation[]>(messageKeys.conversations)?.[0]?.unreadCount).toBe(1);
    vi.runAllTimers();
  });

  // @spec 7.what-was-missed
  test("a gap is filled by asking for what was missed", async () => {
    const cache = new QueryClient();
    cache.setQueryData(
      messageKeys.messages(her),
      buildConversationPages(4, [buildConversationMessage(1), buildConversationMessage(2, me)]),
    );
    const missed = {
      success: true,
      conversationId,
      messages: [buildConversationMessage(3), buildConversationMessage(4)],
      deleted: ["message 1"],
      readAt: new Date(9000).toISOString(),
      rev: 8,
      hasMore: false,
    };
    const fetch = vi.fn(async (_address: string) => Response.json(missed));
    vi.stubGlobal("fetch", fetch);
    vi.stubGlobal("localStorage", { getItem: () => null });
    messagesLive.message_deleted?.({ conversationId, messageId: "message 1", rev: 8 }, cache, me);
    await expect.poll(() => listSequences(cache.getQueryData(messageKeys.messages(her)))).toEqual([2, 3, 4]);
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([`/api/messages/${her}?after=4`]);
    const after = cache.getQueryData<ConversationPages>(messageKeys.messages(her));
    expect(after && getRevision(after)).toBe(8);
    expect(after && listMessages(after)[0]?.read).toBe(true);
  });

  test("typing ends by itself", () => {
    vi.useFakeTimers();
    const cache = new QueryClient();
    messagesLive.user_typing?.({ userId: her }, cache, me);
    expect(Object.keys(cache.getQueryData<TypingUntil>(messageKeys.typing) ?? {})).toEqual([her]);
    vi.advanceTimersByTime(3100);
    expect(cache.getQueryData<TypingUntil>(messageKeys.typing)).toEqual({});
  });
});
