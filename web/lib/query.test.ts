import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";

const login = vi.hoisted(() => ({ listeners: new Set<() => void>() }));

vi.mock("#web/lib/session.ts", () => ({
  session: {
    read: vi.fn(),
    subscribe: (listener: () => void) => login.listeners.add(listener),
  },
}));

/** Asks for something that never comes. @returns whether that was given up */
function ask(): () => boolean {
  let given: AbortSignal | undefined;
  queryClient
    .fetchQuery({
      queryKey: ["never"],
      queryFn: ({ signal }) => {
        given = signal;
        return new Promise(() => {});
      },
    })
    .catch(() => {});
  return () => given?.aborted ?? false;
}

afterEach(() => queryClient.clear());

test("what a login was still asking for is given up in the moment in which it ends", () => {
  const isGivenUp = ask();
  vi.mocked(session.read).mockReturnValue(null);
  for (const listener of login.listeners) listener();
  expect(isGivenUp()).toBe(true);
});

test("nothing is given up where a login takes the place of another", () => {
  const isGivenUp = ask();
  vi.mocked(session.read).mockReturnValue({ token: "token", user: { _id: "me", username: "me" } });
  for (const listener of login.listeners) listener();
  expect(isGivenUp()).toBe(false);
});
