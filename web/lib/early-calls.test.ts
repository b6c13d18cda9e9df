import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeEarlyResponse } from "#web/lib/early-calls.ts";

const URL = "/api/crushes";
const response = Promise.resolve(new Response());

beforeEach(() => {
  globalThis.earlyCalls = { token: "mine", responses: new Map([[URL, response]]) };
  vi.spyOn(performance, "now").mockReturnValue(1000);
});
afterEach(() => {
  globalThis.earlyCalls = undefined;
  vi.restoreAllMocks();
});

test("hands a response over once", () => {
  expect(takeEarlyResponse(URL, "mine")).toBe(response);
  expect(takeEarlyResponse(URL, "mine")).toBeUndefined();
});

test("has none for another URL, and keeps the others", () => {
  expect(takeEarlyResponse("/api/crushes?limit=1", "mine")).toBeUndefined();
  expect(takeEarlyResponse(URL, "mine")).toBe(response);
});

test.each(["of another session", undefined])("never hands a response over to a caller with the token: %s", (token) => {
  expect(takeEarlyResponse(URL, token)).toBeUndefined();
  // Not later either, because it is outdated by then.
  expect(takeEarlyResponse(URL, "mine")).toBeUndefined();
});

test("does not hand over a response from half a minute ago", () => {
  vi.mocked(performance.now).mockReturnValue(30_000);
  expect(takeEarlyResponse(URL, "mine")).toBeUndefined();
});

test("has none on pages without early calls", () => {
  globalThis.earlyCalls = undefined;
  expect(takeEarlyResponse(URL, "mine")).toBeUndefined();
});
