import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepOrigin, takeOrigin } from "#web/domains/billing/checkout/kept-origin.ts";
import { session } from "#web/lib/session.ts";

const origin = { path: "/profile/ada", name: "ada" };
let me = "";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.spyOn(session, "read").mockImplementation(() => ({ token: "token", user: { _id: me, username: me } }));
  me = "me";
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a purchase leads back once, and only the member who has bought", () => {
  keepOrigin(origin);
  expect(takeOrigin()).toEqual(origin);
  expect(takeOrigin()).toBeUndefined();
  keepOrigin(origin);
  me = "somebody else";
  expect(takeOrigin()).toBeUndefined();
  me = "me";
  expect(takeOrigin()).toBeUndefined();
});
