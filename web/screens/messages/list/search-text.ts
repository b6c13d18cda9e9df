import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";

/** What is searched. The text is kept while they read a result, and goes with the session. */
export function useSearchText(): [text: string, setText: (text: string) => void] {
  const cache = useQueryClient();
  const { data = "" } = useQuery<string>({ queryKey: messageKeys.searchText, queryFn: skipToken });
  return [data, (text) => cache.setQueryData(messageKeys.searchText, text)];
}
