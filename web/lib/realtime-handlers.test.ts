import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

const key = ["list"];
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** The server responds on `answer` with its data at the time of the request. */
function setUp() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { list: ["ada"], answers: [] as (() => void)[] };
  const queryFn = () => {
    const list = server.list;
    return new Promise<string[]>((resolve) => server.answers.push(() => resolve(list)));
  };
  const observer = new QueryObserver(cache, { queryKey: key, queryFn });
  cleanups.push(
    observer.subscribe(() => undefined),
    () => cache.clear(),
  );
  const answer = async () => {
    server.answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { cache, server, answer, shown: () => cache.getQueryData<string[]>(key) };
}

const append = (name: string) => (list: string[]) => [...list, name];

test("applies a change to cached data without a request", async () => {
  const { cache, answer, shown, server } = setUp();
  await answer();
  updateQuery<string[]>(cache, key, append("ben"));
  expect(shown()).toEqual(["ada", "ben"]);
  expect(server.answers).toHaveLength(0);
});

test("discards a response that is older than a change", async () => {
  const { cache, server, answer, shown } = setUp();
  await answer();
  const refetched = refetchQuery(cache, key);
  server.list = ["ada", "ben"];
  updateQuery<string[]>(cache, key, append("ben"));
  await answer();
  expect(shown()).toEqual(["ada", "ben"]);
  await answer();
  await refetched;
  expect(shown()).toEqual(["ada", "ben"]);
});

test("shows the first response, then refetches to include a change made meanwhile", async () => {
  const { cache, server, answer, shown } = setUp();
  server.list = ["ada", "ben"];
  updateQuery<string[]>(cache, key, append("ben"));
  await answer();
  expect(shown()).toEqual(["ada"]);
  await answer();
  expect(shown()).toEqual(["ada", "ben"]);
});
