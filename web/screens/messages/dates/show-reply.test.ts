import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ServerEvents } from "#contract/events.ts";
import { messageKeys } from "#web/domains/chat/conversations.queries.ts";
import { datesLive } from "#web/domains/training/dates.live.ts";
import { showReply } from "#web/screens/messages/dates/show-reply.ts";

const key = [...messageKeys.dates, "her"];
let cache: QueryClient;
/** `reads` reply with the state at the time of their request. */
let server: { state: string; reads: (() => void)[] };

const shown = () => cache.getQueryData<string>(key);
async function answerReads(): Promise<void> {
  for (const answer of server.reads.splice(0)) answer();
  await new Promise((resolve) => setTimeout(resolve, 0));
}
/** With an event. */
function change(state: string): void {
  server.state = state;
  datesLive.week_comparison_changed?.({ userId: "her" } as ServerEvents["week_comparison_changed"], cache, "me");
}

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server = { state: "open", reads: [] };
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const { state } = server;
    return new Promise<string>((resolve, reject) => {
      server.reads.push(() => resolve(state));
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  };
  new QueryObserver(cache, { queryKey: key, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => undefined);
});
afterEach(() => cache.clear());

test("shows a reply at once", async () => {
  await answerReads();
  server.state = "asked";
  showReply(cache, key, "asked");
  expect(shown()).toBe("asked");
  await answerReads();
  expect(shown()).toBe("asked");
});

test("returns to the state that an event has brought before an older reply", async () => {
  await answerReads();
  change("shown");
  await answerReads();
  expect(shown()).toBe("shown");
  showReply(cache, key, "asked");
  await answerReads();
  expect(shown()).toBe("shown");
});

test("shows the state of an event whose read an older reply overtakes", async () => {
  await answerReads();
  change("shown");
  showReply(cache, key, "asked");
  await answerReads();
  expect(shown()).toBe("shown");
});

test("drops a read from before the change, also the first one", async () => {
  const answerLate = server.reads.splice(0);
  server.state = "asked";
  showReply(cache, key, "asked");
  for (const answer of answerLate) answer();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(shown()).toBe("asked");
  await answerReads();
  expect(shown()).toBe("asked");
});
