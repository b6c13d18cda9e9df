import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { SEARCH_MIN } from "#contract/limits.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { call } from "#web/lib/api.ts";

/** Waits for more typing before a request. */
const TYPING_MS = 250;

/** The text is kept while they read a result, and goes with the session. */
export function useSearchText(): [text: string, setText: (text: string) => void] {
  const cache = useQueryClient();
  const { data = "" } = useQuery<string>({ queryKey: messageKeys.searchText, queryFn: skipToken });
  return [data, (text) => cache.setQueryData(messageKeys.searchText, text)];
}

async function waitForTyping(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
  signal.throwIfAborted();
}

/** Messages that contain a text. Shows the earlier ones until they are found. */
export const useMessageSearch = (text: string) =>
  useQuery({
    queryKey: messageKeys.search(text),
    queryFn: async ({ signal }) => {
      await waitForTyping(signal);
      return await call("POST /api/messages/search", { body: { text } }, signal);
    },
    enabled: text.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  });
