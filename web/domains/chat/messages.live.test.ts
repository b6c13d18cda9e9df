import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/chat/messages.ts";
import { type ConversationPages, getRevision, listMessages } from "#web/domains/chat/conversation-pages.ts";
import { messageKeys, type TypingUntil } from "#web/domains/chat/conversations.queries.ts";
import {
  updateListAfterChange,
  updateListAfterDeletion,
  updateListAfterMessage,
  updateListAfterOwnRead,
  updateListAfterRead,
  updateMessagesAfterChange,
  updateMessagesAfterDeletion,
  updateMessagesAfterNew,
  updateMessagesAfterRead,
  withoutExpiredTyping,
  withTyping,
} from "#web/domains/chat/message-events.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
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
  test("applies the next revision", () => {
    const after = updateMessagesAfterNew(buildConversationPages(4, [buildConversationMessage(1)]), {
      conversationId,
      message: buildConversationMessage(2),
      rev: 5,
    });
    expect(listSequences(after)).toEqual([1, 2]);
    expect(after && getRevision(after)).toBe(5);
  });

  test("does not apply a revision after a gap", () => {
    const event = { conversationId, message: buildConversationMessage(3), rev: 6 };
    expect(updateMessagesAfterNew(buildConversationPages(4, [buildConversationMessage(1)]), event)).toBeUndefined();
  });

  test("moves the conversation to the top with its last message and a higher unread count", () => {
    const list = updateListAfterMessage(
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

  test("does not count a message that is open or own as unread", () => {
    const list = updateListAfterMessage(
      [buildConversation(4)],
      { conversationId, message: buildConversationMessage(2), rev: 5 },
      true,
    );
    expect(list?.[0]?.unreadCount).toBe(0);
  });

  test("requires a refetch of the list after a gap and for an unknown conversation", () => {
    const event = { conversationId, message: buildConversationMessage(2), rev: 6 };
    expect(updateListAfterMessage([buildConversation(4)], event, false)).toBeUndefined();
    expect(updateListAfterMessage([otherConversation], event, false)).toBeUndefined();
  });
});

describe("messages_read", () => {
  // @spec 4.read-notice-turns
  test("marks own messages up to that time as read", () => {
    const before = buildConversationPages(4, [
      buildConversationMessage(1),
      buildConversationMessage(2, me),
      buildConversationMessage(3, me),
    ]);
    const after = updateMessagesAfterRead(before, { conversationId, readerId: her, readAt, rev: 5 });
    expect(after && listMessages(after).map((one) => one.read)).toEqual([false, true, false]);
    expect(after && listMessages(after)[1]?.readAt).toBe(readAt);
  });

  test("does not apply a revision after a gap", () => {
    expect(
      updateMessagesAfterRead(buildConversationPages(4, []), { conversationId, readerId: her, readAt, rev: 7 }),
    ).toBeUndefined();
  });

  test("keeps as unread what came while I read", () => {
    const event = { conversationId, readAt, rev: 5, unreadCount: 2 };
    expect(updateListAfterRead([buildConversation(4, 3)], { ...event, readerId: me }, me)?.[0]?.unreadCount).toBe(2);
    expect(updateListAfterOwnRead([buildConversation(5, 3)], event)?.[0]?.unreadCount).toBe(2);
  });

  test("clears the unread count when I read on another device, but not when the other member reads", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(updateListAfterRead([buildConversation(4, 3)], { ...event, readerId: me }, me)?.[0]).toMatchObject({
      unreadCount: 0,
      rev: 5,
    });
    expect(updateListAfterRead([buildConversation(4, 3)], { ...event, readerId: her }, me)?.[0]).toMatchObject({
      unreadCount: 3,
      rev: 5,
    });
  });
});

describe("message_changed", () => {
  const image = { mediumUrl: "/m", thumbnailUrl: "/t", width: 4, height: 5, blur: "" };
  const clear = { ...buildConversationMessage(1), messageType: "image" } as const;
  const waiting = { ...clear, imageCheck: "pending" } as const;
  const event = { conversationId, message: { ...clear, imageUrl: "/i", image }, rev: 5 };

  test("shows the image of a message in its place once it was checked", () => {
    const before = buildConversationPages(4, [waiting, buildConversationMessage(2)]);
    const after = updateMessagesAfterChange(before, event);
    expect(after && listMessages(after)).toMatchObject([{ seq: 1, imageUrl: "/i", image }, { seq: 2 }]);
    expect(after && listMessages(after)[0]?.imageCheck).toBeUndefined();
    expect(updateMessagesAfterChange(before, { ...event, rev: 7 })).toBeUndefined();
  });

  test("restores a message that was deleted, and raises the revision of the list", () => {
    const after = updateMessagesAfterChange(buildConversationPages(4, []), event);
    expect(after && listSequences(after)).toEqual([1]);
    expect(updateListAfterChange([buildConversation(4)], event)?.[0]?.rev).toBe(5);
  });

  test("updates the summary of a workout date in the list, if it is the last message", () => {
    const { sender, createdAt } = buildConversationMessage(1);
    const lastMessage = { sender, messageType: "date", content: "Workout date: Run", createdAt } as const;
    const message = { ...buildConversationMessage(1), content: "Workout date: Ride" };
    const list = [{ ...buildConversation(4), lastMessage }];
    expect(updateListAfterChange(list, { ...event, message })?.[0]?.lastMessage?.content).toBe("Workout date: Ride");
    const earlier = { ...message, createdAt: "2026-01-01T00:00:00.000Z" };
    expect(updateListAfterChange(list, { ...event, message: earlier })?.[0]?.lastMessage).toEqual(lastMessage);
  });
});

describe("read_privately", () => {
  test("clears the unread count at the same revision and requires a refetch otherwise", () => {
    const event = { conversationId, readAt, rev: 5 };
    expect(updateListAfterOwnRead([otherConversation, buildConversation(5, 3)], event)).toMatchObject([
      {},
      { unreadCount: 0, rev: 5 },
    ]);
    for (const list of [[buildConversation(4, 3)], [buildConversation(6, 3)], [otherConversation]]) {
      expect(updateListAfterOwnRead(list, event)).toBeUndefined();
    }
  });

  test("marks only received messages up to that time as read", () => {
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
  test("removes the message", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(
      listSequences(
        updateMessagesAfterDeletion(
          buildConversationPages(4, [buildConversationMessage(1), buildConversationMessage(2)]),
          event,
        ),
      ),
    ).toEqual([2]);
    expect(
      updateMessagesAfterDeletion(buildConversationPages(3, [buildConversationMessage(1)]), event),
    ).toBeUndefined();
  });

  test("requires a refetch of the list unless it contains the deletion", () => {
    const event = { conversationId, messageId: "message 1", rev: 5 };
    expect(updateListAfterDeletion([buildConversation(4)], event)).toBeUndefined();
    const list = [buildConversation(5)];
    expect(updateListAfterDeletion(list, event)).toBe(list);
  });
});

describe("user_typing", () => {
  // @spec 4.typing-told-throttled
  test("expires three seconds after the last signal", () => {
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

  test("applies a repeated event once", () => {
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
  test("resyncs after a gap", async () => {
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

  test("asks how often both have trained after a deletion, only if there is something to count", async () => {
    const fetch = vi.fn(async (_address: string) =>
      Response.json({ success: true, conversationId, messages: [], deleted: [], readAt: null, rev: 9, hasMore: false }),
    );
    vi.stubGlobal("fetch", fetch);
    vi.stubGlobal("localStorage", { getItem: () => null });
    const readCount = (cache: QueryClient) =>
      cache.getQueryData<ConversationPages>(messageKeys.messages(her))?.pages[0]?.trainedTogether;
    const withCount = (trainedTogether?: number) => {
      const cache = new QueryClient();
      const { pages, ...thread } = buildConversationPages(8, [
        buildConversationMessage(1),
        buildConversationMessage(2),
      ]);
      const counted = pages.map((page) => ({ ...page, ...(trainedTogether && { trainedTogether }) }));
      cache.setQueryData(messageKeys.messages(her), { ...thread, pages: counted });
      return cache;
    };
    const event = { conversationId, messageId: "message 1", rev: 9 };
    messagesLive.message_deleted?.(event, withCount(), me);
    expect(fetch).not.toHaveBeenCalled();
    const cache = withCount(1);
    messagesLive.message_deleted?.(event, cache, me);
    await expect.poll(() => readCount(cache)).toBeUndefined();
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([`/api/messages/${her}?after=9`]);
  });

  test("expires typing with a timer", () => {
    vi.useFakeTimers();
    const cache = new QueryClient();
    messagesLive.user_typing?.({ userId: her }, cache, me);
    expect(Object.keys(cache.getQueryData<TypingUntil>(messageKeys.typing) ?? {})).toEqual([her]);
    vi.advanceTimersByTime(3100);
    expect(cache.getQueryData<TypingUntil>(messageKeys.typing)).toEqual({});
  });
});
