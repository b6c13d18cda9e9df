import { expect, test } from "vitest";
import { tryEach } from "#server/lib/try-each.ts";

const done: number[] = [];
const failOn = (bad: readonly number[]) => async (item: number) => {
  if (bad.includes(item)) throw new Error(`not ${item}`);
  done.push(item);
};

test("runs the work for all items, and throws the errors at the end", async () => {
  await expect(tryEach([1, 2, 3], failOn([2]))).rejects.toThrow("not 2");
  await expect(tryEach([4, 5, 6], failOn([4, 5]))).rejects.toThrow("2 of 3 failed");
  await tryEach([7], failOn([]));
  expect(done).toEqual([1, 3, 6, 7]);
});
