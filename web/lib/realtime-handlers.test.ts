import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { refetchQuery, updateQuery } from "#web/lib/realtime-handlers.ts";

const key = ["list"];
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A cache whose list is on the screen, and a server that answers when it is told to, with what it had when it was asked. */
function opened() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const server = { list: ["ada"], answers: [] as (() => void)[] };
  const queryFn = () => {
    const then = server.list;
    return new Promise<string[]>((resolve) => server.answers.push(() => resolve(then)));
  };
  const observer = new QueryObserver(cache, { queryKey: key, queryFn });
  open.push(
    observer.subscribe(() => undefined),
    () => cache.clear(),
  );
  const answer = async () => {
    server.answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { cache, server, answer, shown: () => cache.getQueryData<string[]>(key) };
}

const adding = (name: string) => (list: string[]) => [...list, name];

test("news are written into what is there", async () => {
  const { cache, answer, shown, server } = opened();
  await answer();
  updateQuery<string[]>(cache, key, adding("ben"));
  expect(shown()).toEqual(["ada", "ben"]);
  expect(server.answers).toHaveLength(0);
});

test("an answer from before the news does not undo them", async () => {
  const { cache, server, answer, shown } = opened();
  await answer();
  const late = refetchQuery(cache, key);
  server.list = ["ada", "ben"];
  updateQuery<string[]>(cache, key, adding("ben"));
  await answer();
  expect(shown()).toEqual(["ada", "ben"]);
  await answer();
  await late;
  expect(shown()).toEqual(["ada", "ben"]);
});

test("the first answer is shown, and what happened while it was on its way comes with the next", async () => {
  const { cache, server, answer, shown } = opened();
  server.list = ["ada", "ben"];
  updateQuery<string[]>(cache, key, adding("ben"));
  await answer();
  expect(shown()).toEqual(["ada"]);
  await answer();
  expect(shown()).toEqual(["ada", "ben"]);
});
