import { createSessionCache } from "#server/domains/accounts/sessions/session-cache.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** As if the seconds had passed for which a process keeps sessions. Needed after a change in SQL. */
export function forgetSessions(...apps: readonly TestApp[]): void {
  for (const { ctx } of apps) ctx.singleton(createSessionCache).drop(undefined);
}
