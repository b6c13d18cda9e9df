import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";

const mock = vi.hoisted(() => ({ listeners: new Set<() => void>() }));

vi.mock("#web/lib/session.ts", () => ({
  session: {
    read: vi.fn(),
    subscribe: (listener: () => void) => mock.listeners.add(listener),
  },
}));

/** Starts a query that never settles. @returns whether it was cancelled */
function startQuery(): () => boolean {
  let querySignal: AbortSignal | undefined;
  queryClient
    .fetchQuery({
      queryKey: ["never"],
      queryFn: ({ signal }) => {
        querySignal = signal;
        return new Promise(() => {});
      },
    })
    .catch(() => {});
  return () => querySignal?.aborted ?? false;
}

afterEach(() => queryClient.clear());

test("cancels running queries when the session ends", () => {
  const isCancelled = startQuery();
  vi.mocked(session.read).mockReturnValue(null);
  for (const listener of mock.listeners) listener();
  expect(isCancelled()).toBe(true);
});

test("keeps running queries when another session replaces the current one", () => {
  const isCancelled = startQuery();
  vi.mocked(session.read).mockReturnValue({ token: "token", user: { _id: "me", username: "me" } });
  for (const listener of mock.listeners) listener();
  expect(isCancelled()).toBe(false);
});
