import type { QueryClient } from "@tanstack/react-query";
import type { ServerEvents } from "#contract/events.ts";

/** What a feature does to its own part of the cache when an event arrives. `me` is the member logged in. */
export type Live = {
  readonly [E in keyof ServerEvents]?: (payload: ServerEvents[E], cache: QueryClient, me: string) => void;
};
