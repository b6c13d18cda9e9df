import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Conversation } from "#contract/messages.ts";
import { conversation, her, me, message, other, thread } from "#web/features/messages/a-conversation.ts";
import { keys, type Typing } from "#web/features/messages/cache.ts";
import { drafts } from "#web/features/messages/draft.ts";
import { messagesLive } from "#web/features/messages/messages.live.ts";
import { type CachedThread, messagesOf } from "#web/features/messages/thread.ts";

/** The other conversation, with somebody else. */
const stranger = { ...other, otherUser: { ...other.otherUser, _id: "else" } };

describe("messagesLive", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test("a match asks for its conversation anew, which was refused until now", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(0, []));
    messagesLive.matched?.({ with: conversation(0).otherUser }, cache, me);
    expect(cache.getQueryState(keys.thread(her))?.isInvalidated).toBe(true);
  });

  test("of somebody who is gone only what one wrote to them stays, and nothing waits to be sent", async () => {
    const cache = new QueryClient();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    vi.spyOn(console, "error").mockReturnValue();
    drafts.write(her, "Half a thought");
    vi.stubGlobal("localStorage", { getItem: () => null });
    const last = { ...conversation(4, 2), lastMessage: { ...conversation(4).lastMessage, sender: { _id: her } } };
    cache.setQueryData(keys.conversations, [last as Conversation, stranger]);
    cache.setQueryData(keys.thread(her), thread(4, [message(1), message(2, me), message(3)]));
    cache.setQueryData<Typing>(keys.typing, { [her]: 5000 });
    messagesLive.member_gone?.({ userId: her }, cache, me);
    const [row, next] = cache.getQueryData<Conversation[]>(keys.conversations) ?? [];
    expect(row).toMatchObject({ otherUser: { username: "Deleted member", isGone: true }, unreadCount: 0 });
    expect([row?.lastMessage, row?.otherUser.profile.photos, next]).toEqual([null, [], stranger]);
    const left = cache.getQueryData<CachedThread>(keys.thread(her));
    expect(left && messagesOf(left).map(({ seq }) => seq)).toEqual([2]);
    expect(cache.getQueryData(keys.typing)).toEqual({});
    expect(drafts.read(her)).toBe("");
    expect(cache.getQueryData(keys.ended)).toBeUndefined();
    await expect.poll(() => console.error).toHaveBeenCalled();
  });

  test("a match to whom nobody has written is over when they are gone", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.conversations, []);
    messagesLive.member_gone?.({ userId: her }, cache, me);
    expect(cache.getQueryData(keys.ended)).toEqual([her]);
  });

  test("contact that ends takes the conversation away, and asks for nothing", () => {
    const cache = new QueryClient();
    cache.setQueryData(keys.thread(her), thread(4, [message(1)]));
    cache.setQueryData(keys.conversations, [conversation(4), stranger]);
    cache.setQueryData<Typing>(keys.typing, { [her]: 5000, else: 5000 });
    drafts.write(her, "Half a thought");
    drafts.write("else", "Another");
    messagesLive.contact_ended?.({ userId: her }, cache, me);
    expect(cache.getQueryData(keys.thread(her))).toBeUndefined();
    expect(cache.getQueryData<Conversation[]>(keys.conversations)).toEqual([stranger]);
    expect(cache.getQueryData(keys.typing)).toEqual({ else: 5000 });
    expect([drafts.read(her), drafts.read("else")]).toEqual(["", "Another"]);
    drafts.close(false);
    expect(cache.getQueryData(keys.ended)).toEqual([her]);
    messagesLive.matched?.({ with: conversation(0).otherUser }, cache, me);
    expect(cache.getQueryData(keys.ended)).toEqual([]);
  });
});
