import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";

const mock = vi.hoisted(() => ({ listeners: new Set<() => void>() }));

vi.mock("#web/lib/session.ts", () => ({
  session: {
    read: vi.fn(),
    subscribe: (listener: () => void) => mock.listeners.add(listener),
  },
}));

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

function changeSession(token: string | null): void {
  vi.mocked(session.read).mockReturnValue(token === null ? null : { token, user: { _id: "me", username: "me" } });
  for (const listener of mock.listeners) listener();
}

beforeEach(() => changeSession("first"));
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("cancels running queries when the session ends", () => {
  const isCancelled = startQuery();
  changeSession(null);
  expect(isCancelled()).toBe(true);
});

test("keeps running queries and data while the session is the same", () => {
  const isCancelled = startQuery();
  queryClient.setQueryData(["profile"], "mine");
  changeSession("first");
  expect(isCancelled()).toBe(false);
  expect(queryClient.getQueryData(["profile"])).toBe("mine");
});

test.each([["second"], [null, "second"]])(
  "drops running queries and data when the session becomes: %s, %s",
  (...tokens) => {
    const isCancelled = startQuery();
    queryClient.setQueryData(["profile"], "mine");
    for (const token of tokens) changeSession(token);
    expect(isCancelled()).toBe(true);
    expect(queryClient.getQueryData(["profile"])).toBeUndefined();
  },
);

test("requests nothing for a screen that is mounted after the session has ended, until a member has logged in", async () => {
  vi.stubGlobal("window", {});
  const queryFn = vi.fn(async () => "mine");
  changeSession(null);
  const observer = new QueryObserver(queryClient, { queryKey: ["profile"], queryFn });
  const leave = observer.subscribe(() => {});
  await Promise.resolve();
  expect(queryFn).not.toHaveBeenCalled();
  changeSession("second");
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledOnce());
  leave();
});

// @spec 8.loading-failures-only
test("repeats a load that fails twice, then logs the failure, but takes a rejection as it is", async () => {
  vi.useFakeTimers();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const countAttempts = async (key: string, error: Error) => {
    const load = vi.fn(() => Promise.reject(error));
    const settled = queryClient
      .fetchQuery({ queryKey: [key], queryFn: load, retry: queryClient.getDefaultOptions().queries?.retry ?? false })
      .catch(() => {});
    await vi.runAllTimersAsync();
    await settled;
    return load.mock.calls.length;
  };
  expect(await countAttempts("rejected", new ApiError(429, {}))).toBe(1);
  expect(log).not.toHaveBeenCalled();
  expect(await countAttempts("crushes", new TypeError("Failed to fetch"))).toBe(3);
  expect(log.mock.calls.map(([text]) => text)).toEqual(["crushes could not be loaded"]);
  vi.useRealTimers();
  log.mockRestore();
});
