import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Claim, createClaims } from "#web/console/case/claims.ts";

const CASE = "a case";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The ends of claims are `end 1`, `end 2` and so on. */
function setUp() {
  const claimed: string[] = [];
  const released: string[] = [];
  const calls = {
    isRefused: false,
    async claim(caseId: string): Promise<{ claim: Claim }> {
      if (calls.isRefused) throw new Error("A colleague works on it");
      claimed.push(caseId);
      return { claim: { by: "Grace", isMine: true, until: `end ${claimed.length}` } };
    },
    async release(_caseId: string, until: string): Promise<Claim> {
      released.push(until);
      return null;
    },
  };
  return { claims: createClaims(calls), calls, claimed, released, settled: () => vi.runAllTimersAsync() };
}

function later() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { answer: () => promise, resolve, reject };
}

test("a case is claimed when its screen opens, and released when it closes", async () => {
  const { claims, claimed, released, settled } = setUp();
  await claims.enter(CASE, 1);
  claims.leave(CASE);
  await settled();
  expect([claimed, released]).toEqual([[CASE], ["end 1"]]);
  claims.leave(CASE);
  await settled();
  expect(released).toHaveLength(1);
});

test("a screen that is mounted again at once claims once and releases nothing", async () => {
  const { claims, claimed, released, settled } = setUp();
  const first = claims.enter(CASE, 1);
  claims.leave(CASE);
  expect(await claims.enter(CASE, 1)).toBe(await first);
  await settled();
  expect([claimed, released]).toEqual([[CASE], []]);
});

test("a claim in flight is released once it is answered, and one that is refused is not", async () => {
  const { claims, calls, released, settled } = setUp();
  void claims.enter(CASE, 1);
  claims.leave(CASE);
  await settled();
  expect(released).toEqual(["end 1"]);
  calls.isRefused = true;
  await expect(claims.enter(CASE, 1)).rejects.toThrow();
  claims.leave(CASE);
  await settled();
  expect(released).toHaveLength(1);
});

test("a person releases a claim in flight, which happens once it is answered, and nothing if a colleague was faster", async () => {
  const { claims, calls, released, settled } = setUp();
  void claims.enter(CASE, 1);
  expect(await claims.release(CASE, undefined)).toBeNull();
  expect(released).toEqual(["end 1"]);
  claims.leave(CASE);
  await settled();
  expect(released).toHaveLength(1);
  calls.isRefused = true;
  const refused = claims.enter(CASE, 1);
  expect(await claims.release(CASE, undefined)).toBeUndefined();
  await expect(refused).rejects.toThrow();
  expect(released).toHaveLength(1);
});

test("a claim that another tab made is released by the end that is shown", async () => {
  const { claims, released } = setUp();
  await claims.release(CASE, "end of another tab");
  expect(released).toEqual(["end of another tab"]);
});

test("who comes back has a claim of their own, which the late release does not name", async () => {
  const { claims, released, settled } = setUp();
  await claims.enter(CASE, 1);
  claims.leave(CASE);
  await vi.advanceTimersByTimeAsync(1);
  await claims.enter(CASE, 1);
  await settled();
  expect(released).toEqual(["end 1"]);
  await claims.close();
  expect(released).toEqual(["end 1", "end 2"]);
});

test("a decision in flight keeps the claim; one that fails releases it after its screen has closed", async () => {
  const { claims, released, settled } = setUp();
  const call = later();
  await claims.enter(CASE, 1);
  const decided = claims.during(CASE, call.answer);
  expect(claims.isDeciding(CASE)).toBe(true);
  claims.leave(CASE);
  await settled();
  await claims.close();
  expect(released).toEqual([]);
  call.reject(new Error("It has changed"));
  await expect(decided).rejects.toThrow();
  await settled();
  expect(released).toEqual(["end 1"]);
});

test("a screen that opens again while a decision is in flight has a claim that ends with it", async () => {
  const { claims, released, settled } = setUp();
  const call = later();
  await claims.enter(CASE, 1);
  const decided = claims.during(CASE, call.answer);
  claims.leave(CASE);
  await settled();
  await claims.enter(CASE, 1);
  call.reject(new Error("It has changed"));
  await expect(decided).rejects.toThrow();
  await settled();
  expect(released).toEqual([]);
  claims.leave(CASE);
  await settled();
  expect(released).toEqual(["end 2"]);
});

test("a decision that closes the case leaves nothing to release", async () => {
  const { claims, released, settled } = setUp();
  await claims.enter(CASE, 1);
  await claims.during(CASE, async () => claims.settle(CASE));
  claims.leave(CASE);
  await settled();
  await claims.close();
  expect(released).toEqual([]);
});

test("a kept case stays claimed when its screen or the page closes, and is extended by a return, until it is released", async () => {
  const { claims, claimed, released, settled } = setUp();
  await claims.enter(CASE, 1);
  claims.setKept(CASE, true);
  claims.leave(CASE);
  await settled();
  await claims.close();
  expect(released).toEqual([]);
  await claims.enter(CASE, 1);
  expect(claimed).toHaveLength(2);
  await claims.release(CASE, "end 2");
  expect([released, claims.kept.read().has(CASE)]).toEqual([["end 2"], false]);
  claims.leave(CASE);
  await settled();
  expect(released).toHaveLength(1);
});
