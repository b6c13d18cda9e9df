import type { QueryClient } from "@tanstack/react-query";
import { loadOptional } from "#web/lib/stale-chunks.ts";

/** Loaded when contact ends, because it needs the caches of all screens. Undefined on failure: the event does the same. */
export const loadContactEnd = () => loadOptional(() => import("#web/domains/chat/contact-end.ts"));

/** Shows that contact has ended, which an error response reveals. */
export async function showContactEnded(cache: QueryClient, userId: string): Promise<void> {
  (await loadContactEnd())?.onContactEnded(cache, userId);
}
