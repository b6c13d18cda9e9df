import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import type { Message } from "#contract/chat/messages.ts";
import { type ConversationPages, listMessages } from "#web/domains/chat/conversation-pages.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { messagesLive } from "#web/domains/chat/messages.live.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

const me = "00000000-0000-4000-8000-000000000001";
const her = "00000000-0000-4000-8000-000000000002";
const conversationId = conversationIdOf(me, her);

const message = (seq: number): Message => buildMessage(seq, { conversationId, sender: { _id: her, username: "her" } });

/** With one message. */
const before: ConversationPages = {
  pages: [{ success: true, conversationId, messages: [message(1)], deleted: [], readAt: null, rev: 4, hasMore: false }],
  pageParams: [undefined],
};

const seqs = (cached: ConversationPages | undefined) => cached && listMessages(cached).map((one) => one.seq);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("retries a failed resync with a delay", async () => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue();
  const cache = new QueryClient();
  cache.setQueryData(messageKeys.messages(her), before);
  const missed = { success: true, conversationId, messages: [message(2)], deleted: [], readAt: null, rev: 9 };
  const fetch = vi
    .fn()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValueOnce(Response.json({ success: false, code: "service_unavailable" }, { status: 503 }))
    .mockResolvedValue(Response.json({ ...missed, hasMore: false }));
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("localStorage", { getItem: () => null });
  messagesLive.onReconnect?.(cache, me);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seqs(cache.getQueryData(messageKeys.messages(her)))).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("starts a new resync on reconnect when the previous one hangs", async () => {
  const cache = new QueryClient();
  cache.setQueryData(messageKeys.messages(her), before);
  const missed = { success: true, conversationId, messages: [message(2)], deleted: [], readAt: null, rev: 9 };
  const fetch = vi
    .fn()
    .mockReturnValueOnce(new Promise(() => undefined))
    .mockImplementation(async () => Response.json({ ...missed, hasMore: false }));
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("localStorage", { getItem: () => null });
  messagesLive.onReconnect?.(cache, me);
  messagesLive.onReconnect?.(cache, me);
  await expect.poll(() => seqs(cache.getQueryData(messageKeys.messages(her)))).toEqual([1, 2]);
});

test("resets to the newest page after too many rounds", async () => {
  const cache = new QueryClient();
  cache.setQueryData(messageKeys.messages(her), before);
  const fetch = vi.fn(async (_address: string) => {
    const rev = 10 + fetch.mock.calls.length * 100;
    const messages = [message(rev)];
    return Response.json({ success: true, conversationId, messages, deleted: [], readAt: null, rev, hasMore: true });
  });
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("localStorage", { getItem: () => null });
  messagesLive.onReconnect?.(cache, me);
  await expect.poll(() => cache.getQueryState(messageKeys.messages(her))?.data).toBeUndefined();
  expect(fetch).toHaveBeenCalledTimes(5);
  expect(fetch.mock.calls.at(-1)?.[0]).toBe(`/api/messages/${her}?after=410`);
});
