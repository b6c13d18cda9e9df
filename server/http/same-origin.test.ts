import { expect, test } from "vitest";
import { isSameOrigin } from "#server/http/same-origin.ts";

const LOCAL = { publicUrl: undefined, production: false };
const PUBLIC = { publicUrl: "https://spotter.example", production: true };

// @spec 7.socket-same-origin
test.each([
  [LOCAL, undefined, "localhost:3000", true],
  [LOCAL, "http://localhost:3000", "localhost:3000", true],
  [LOCAL, "http://localhost:3001", "localhost:3000", false],
  [LOCAL, "null", "localhost:3000", false],
  [LOCAL, "nonsense", "nonsense", false],
  [PUBLIC, undefined, "10.0.0.1:3000", true],
  [PUBLIC, "https://spotter.example", "10.0.0.1:3000", true],
  [PUBLIC, "http://spotter.example", "10.0.0.1:3000", false],
  [PUBLIC, "https://evil.example", "10.0.0.1:3000", false],
  // DNS rebinding: a foreign name that resolves to this server.
  [PUBLIC, "https://evil.example", "evil.example", false],
])("%j, origin %s, host %s: %s", (config, origin, host, own) => {
  expect(isSameOrigin(config, origin, host)).toBe(own);
});
