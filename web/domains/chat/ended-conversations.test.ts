import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/chat/messages.ts";
import { type ConversationPages, listMessages } from "#web/domains/chat/conversation-pages.ts";
import { messageKeys, type TypingUntil } from "#web/domains/chat/conversations.queries.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import {
  buildConversation,
  buildConversationMessage,
  buildConversationPages,
  her,
  me,
  otherConversation,
} from "#web/testing/conversation-fixture.ts";

/** Unrelated. */
const stranger = { ...otherConversation, otherUser: { ...otherConversation.otherUser, _id: "else" } };

describe("messagesLive", () => {
  beforeEach(() => void vi.stubGlobal("localStorage", { getItem: () => null }));
  afterEach(() => void vi.unstubAllGlobals());

  test("invalidates the messages of a new match, which were rejected before", () => {
    const cache = new QueryClient();
    cache.setQueryData(messageKeys.messages(her), buildConversationPages(0, []));
    messagesLive.matched?.({ with: buildConversation(0).otherUser }, cache, me);
    expect(cache.getQueryState(messageKeys.messages(her))?.isInvalidated).toBe(true);
  });

  test("asks the server for conversations again once a suspension is lifted", () => {
    const cache = new QueryClient();
    cache.setQueryData(messageKeys.conversations, [buildConversation(0) as Conversation]);
    messagesLive.relationship_ended?.({ userId: her }, cache, me);
    expect([cache.getQueryData(messageKeys.ended), cache.getQueryData(messageKeys.conversations)]).toEqual([[her], []]);
    messagesLive.discovery_invalidated?.({}, cache, me);
    expect(cache.getQueryData(messageKeys.ended)).toEqual([]);
    expect(cache.getQueryState(messageKeys.conversations)?.isInvalidated).toBe(true);
  });

  test("keeps only own messages of a deleted member and clears unsent content", async () => {
    const cache = new QueryClient();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    vi.spyOn(console, "error").mockReturnValue();
    draftStore.write(her, "Half a thought");
    const last = {
      ...buildConversation(4, 2),
      lastMessage: { ...buildConversation(4).lastMessage, sender: { _id: her } },
    };
    cache.setQueryData(messageKeys.conversations, [last as Conversation, stranger]);
    cache.setQueryData(
      messageKeys.messages(her),
      buildConversationPages(4, [
        buildConversationMessage(1),
        buildConversationMessage(2, me),
        buildConversationMessage(3),
      ]),
    );
    cache.setQueryData<TypingUntil>(messageKeys.typing, { [her]: 5000 });
    messagesLive.member_deleted?.({ userId: her }, cache, me);
    const [row, next] = cache.getQueryData<Conversation[]>(messageKeys.conversations) ?? [];
    expect(row).toMatchObject({ otherUser: { username: "Deleted member", isGone: true }, unreadCount: 0 });
    expect([row?.lastMessage, row?.otherUser.profile.photos, next]).toEqual([null, [], stranger]);
    const left = cache.getQueryData<ConversationPages>(messageKeys.messages(her));
    expect(left && listMessages(left).map(({ seq }) => seq)).toEqual([2]);
    expect(cache.getQueryData(messageKeys.typing)).toEqual({});
    expect(draftStore.read(her)).toBe("");
    expect(cache.getQueryData(messageKeys.ended)).toBeUndefined();
    await expect.poll(() => console.error).toHaveBeenCalled();
  });

  test("ends a match without messages when the member is deleted", () => {
    const cache = new QueryClient();
    cache.setQueryData(messageKeys.conversations, []);
    messagesLive.member_deleted?.({ userId: her }, cache, me);
    expect(cache.getQueryData(messageKeys.ended)).toEqual([her]);
  });

  test("removes the conversation without a request when contact ends", () => {
    const cache = new QueryClient();
    cache.setQueryData(messageKeys.messages(her), buildConversationPages(4, [buildConversationMessage(1)]));
    cache.setQueryData(messageKeys.conversations, [buildConversation(4), stranger]);
    cache.setQueryData<TypingUntil>(messageKeys.typing, { [her]: 5000, else: 5000 });
    draftStore.write(her, "Half a thought");
    draftStore.write("else", "Another");
    messagesLive.relationship_ended?.({ userId: her }, cache, me);
    expect(cache.getQueryData(messageKeys.messages(her))).toBeUndefined();
    expect(cache.getQueryData<Conversation[]>(messageKeys.conversations)).toEqual([stranger]);
    expect(cache.getQueryData(messageKeys.typing)).toEqual({ else: 5000 });
    expect([draftStore.read(her), draftStore.read("else")]).toEqual(["", "Another"]);
    draftStore.close(false);
    expect(cache.getQueryData(messageKeys.ended)).toEqual([her]);
    messagesLive.matched?.({ with: buildConversation(0).otherUser }, cache, me);
    expect(cache.getQueryData(messageKeys.ended)).toEqual([]);
  });
});
