import { afterEach, expect, test, vi } from "vitest";
import { ApiError, call, getErrorMessage } from "#web/lib/api.ts";

afterEach(() => vi.unstubAllGlobals());

test("shows the server's message, else the fallback, and another text if the server did not answer", () => {
  expect(getErrorMessage(new ApiError(400, { message: "Not today." }), "Failed to pay")).toBe("Not today.");
  expect(getErrorMessage(new ApiError(400, {}), "Failed to pay")).toBe("Failed to pay");
  expect(getErrorMessage(new TypeError("fetch failed"), "Failed to pay")).toBe(
    "Something went wrong. Please try again.",
  );
  expect(getErrorMessage(new TypeError("fetch failed"), "Failed to pay", "Unreachable")).toBe("Unreachable");
});

test.each([
  ["has no JSON is the server's", () => new Response("<html>", { status: 502 }), ApiError],
  [
    "is cut off, as when the page is left, is none",
    () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("Load failed")) })),
    TypeError,
  ],
])("a response that %s", async (_what, respond, kind) => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async () => respond());
  await expect(call("GET /api/profile/filters", {})).rejects.toBeInstanceOf(kind);
});
