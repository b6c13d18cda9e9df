import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPositionSealer, UNKNOWN_POSITION } from "#server/platform/db/read-position.ts";
import { createLagTracker } from "#server/platform/db/replica.ts";

describe("a sealed position", () => {
  const sealer = createPositionSealer(randomBytes(32));

  test("is read by whoever has the key, says nothing, and differs each time", () => {
    for (const position of [0, 1, 2 ** 40 + 1, UNKNOWN_POSITION]) {
      const [sealed, again] = [sealer.seal(position), sealer.seal(position)];
      expect(sealer.open(sealed)).toBe(position);
      expect(sealed).toMatch(/^[\w-]{22}$/);
      expect(again).not.toBe(sealed);
    }
  });

  test("is refused if it was forged", () => {
    expect(createPositionSealer(randomBytes(32)).open(sealer.seal(7))).toBeUndefined();
    for (const forged of ["", "x", randomBytes(16).toString("base64url"), randomBytes(64).toString("base64url")])
      expect(sealer.open(forged)).toBeUndefined();
  });
});

test("the lag is the age of the latest sample that the replica has replayed", () => {
  const tracker = createLagTracker();
  expect(tracker.lagOf(100, 0)).toBe(Number.POSITIVE_INFINITY);
  tracker.addSample(100, 1000);
  tracker.addSample(200, 2000);
  expect(tracker.lagOf(200, 2000)).toBe(0);
  expect(tracker.lagOf(199, 2500)).toBe(1500);
  expect(tracker.lagOf(99, 2500)).toBe(Number.POSITIVE_INFINITY);
  // An idle primary: nothing is missing.
  tracker.addSample(200, 9000);
  expect(tracker.lagOf(200, 9000)).toBe(0);
  // A new primary that is behind the former one.
  tracker.addSample(150, 10_000);
  expect(tracker.lagOf(180, 10_000)).toBe(0);
});
