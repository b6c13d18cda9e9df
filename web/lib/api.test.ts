import { expect, test } from "vitest";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";

test("shows the server's message, else the fallback, and another text if the server did not answer", () => {
  expect(getErrorMessage(new ApiError(400, { message: "Not today." }), "Failed to pay")).toBe("Not today.");
  expect(getErrorMessage(new ApiError(400, {}), "Failed to pay")).toBe("Failed to pay");
  expect(getErrorMessage(new TypeError("fetch failed"), "Failed to pay")).toBe(
    "Something went wrong. Please try again.",
  );
  expect(getErrorMessage(new TypeError("fetch failed"), "Failed to pay", "Unreachable")).toBe("Unreachable");
});
