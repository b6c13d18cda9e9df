import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SEARCH_MIN } from "#contract/limits.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { call } from "#web/lib/api.ts";

/** Waits for more typing before a request. */
const TYPING_MS = 300;

async function waitForTyping(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
  signal.throwIfAborted();
}

/** Requests that a search makes by itself, each of some thousand messages, until it has found enough. */
const PAGES_MAX = 5;
const ENOUGH = 10;

/**
 * Messages that contain a text. Shows those of the text before until some are found.
 * @returns `isGoingOn` while it looks at older messages by itself; `searchOlder` does that once more
 */
export function useMessageSearch(text: string) {
  const search = useInfiniteQuery({
    queryKey: messageKeys.search(text),
    queryFn: async ({ pageParam: cursor, signal }) => {
      if (cursor === undefined) await waitForTyping(signal);
      return await call("POST /api/messages/search", { body: { text, ...(cursor && { cursor }) } }, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: text.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    // Nobody who comes back from a result waits for all pages again.
    staleTime: 60_000,
    gcTime: 60_000,
  });
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = search;
  const found = data?.pages.flatMap(({ messages }) => messages) ?? [];
  const pages = data?.pages.length ?? 0;
  const [wanted, setWanted] = useState({ text, found: ENOUGH, pages: PAGES_MAX });
  if (wanted.text !== text) setWanted({ text, found: ENOUGH, pages: PAGES_MAX });
  const isGoingOn =
    hasNextPage && !isError && !isPlaceholderData && found.length < wanted.found && pages < wanted.pages;
  useEffect(() => {
    if (isGoingOn && !isFetching) void fetchNextPage();
  }, [isGoingOn, isFetching, fetchNextPage]);
  const searchOlder = () => setWanted({ text, found: found.length + ENOUGH, pages: pages + PAGES_MAX });
  return { ...search, found, isGoingOn, searchOlder };
}
