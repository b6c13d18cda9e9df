import { expect, test } from "vitest";
import { isOwnOrigin } from "#server/origin.ts";

test.each([
  [undefined, undefined, "localhost:3000", true],
  [undefined, "http://localhost:3000", "localhost:3000", true],
  [undefined, "http://localhost:3001", "localhost:3000", false],
  ["https://spotter.example", "https://spotter.example", "10.0.0.1:3000", true],
  ["https://spotter.example", "http://spotter.example", "10.0.0.1:3000", false],
  ["https://spotter.example", "https://evil.example", "10.0.0.1:3000", false],
  [undefined, "null", "localhost:3000", false],
  [undefined, "nonsense", "nonsense", false],
])("public %s, origin %s, host %s: %s", (publicUrl, origin, host, own) => {
  expect(isOwnOrigin(publicUrl, origin, host)).toBe(own);
});
