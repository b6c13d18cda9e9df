import { createElement } from "react";
import { plural } from "#contract/words.ts";
import { celebrateMatch, whenCelebrated } from "#web/domains/crushes/match-store.ts";
import { call } from "#web/lib/api.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Celebrates the matches that others made while the member was away, the newest first. */
export async function celebrateMissedMatches(): Promise<void> {
  // The next visit shows them.
  const reply = await call("GET /api/crushes/new-matches", {}).catch(() => undefined);
  if (!reply) return;
  for (const member of reply.matches) celebrateMatch(member);
  if (reply.more === 0) return;
  // A celebration clears all toasts.
  await whenCelebrated();
  const text = plural(reply.more, "One more new match waits.", `${reply.more} more new matches wait.`);
  toast(text, "done", undefined, createElement(Link, { to: "/crushes?tab=matches" }, "See your matches"));
}
