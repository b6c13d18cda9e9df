import { expect, test } from "vitest";
import { makeTurns } from "#server/turns.ts";

test("so many work at once, the others in their order, and one too many is refused", async () => {
  const turns = makeTurns(2, 3, () => new Error("busy"));
  let working = 0;
  let most = 0;
  const order: number[] = [];
  const work = (i: number) =>
    turns.take(async () => {
      most = Math.max(most, ++working);
      await new Promise((resolve) => setImmediate(resolve));
      working--;
      order.push(i);
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(results[5]).toMatchObject({ status: "rejected", reason: new Error("busy") });
  await work(6);
  expect(order.at(-1)).toBe(6);
});

test("work that fails gives its turn on", async () => {
  const turns = makeTurns(1, 1, () => new Error("busy"));
  const failing = turns.take(() => Promise.reject(new Error("no")));
  const next = turns.take(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
