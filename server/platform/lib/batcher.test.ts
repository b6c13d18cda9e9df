import { describe, expect, test, vi } from "vitest";
import { createBatcher, tryEach, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";

function makeWork(fails: (items: readonly number[]) => Error | undefined = () => undefined) {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const work = async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => held.push(resolve));
    const failure = fails(items);
    if (failure) throw failure;
    return items.map((item) => item * 10);
  };
  const goOn = async () => {
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, work, goOn };
}

const bad = new Error("bad");
const away = new Error("away");

describe("a batcher", () => {
  test("runs a single item at once, and queued items in batches with a result for each", async () => {
    const { batches, work, goOn } = makeWork();
    const act = createBatcher(work, 3, () => true);
    const results = Promise.all([1, 2, 3, 4, 5].map(act));
    expect(batches).toEqual([[1]]);
    for (let i = 0; i < 3; i++) await goOn();
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await results).toEqual([10, 20, 30, 40, 50]);
  });

  test("runs as many batches at a time as it may", async () => {
    const { batches, work, goOn } = makeWork();
    const act = createBatcher(work, 10, () => true, { batches: 2 });
    const results = Promise.all([1, 2, 3, 4].map(act));
    expect(batches).toEqual([[1], [2]]);
    await goOn();
    expect(batches).toEqual([[1], [2], [3, 4]]);
    for (let i = 0; i < 2; i++) await goOn();
    expect(await results).toEqual([10, 20, 30, 40]);
  });

  test("lets some time pass before the next batch, unless that is full", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const { batches, work, goOn } = makeWork();
    const act = createBatcher(work, 3, () => true, { intervalMs: 100 });
    for (const item of [1, 2, 3]) void act(item);
    expect(batches).toEqual([[1]]);
    await goOn();
    await vi.advanceTimersByTimeAsync(99);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([[1], [2, 3]]);
    for (const item of [4, 5, 6]) void act(item);
    await goOn();
    expect(batches).toEqual([[1], [2, 3], [4, 5, 6]]);
    vi.useRealTimers();
  });

  test("retries ever smaller parts around an item that may have caused the error", async () => {
    const { batches, work, goOn } = makeWork((items) => (items.includes(3) ? bad : undefined));
    const act = createBatcher(work, 10, (error) => error === bad);
    const results = Promise.allSettled([1, 2, 3, 4, 5].map(act));
    for (let i = 0; i < 6; i++) await goOn();
    expect(batches).toEqual([[1], [2, 3, 4, 5], [2, 3], [2], [3], [4, 5]]);
    const statuses = (await results).map(({ status }) => status);
    expect(statuses).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  });

  test("rejects the whole batch on other errors, and continues with the next", async () => {
    let isAway = true;
    const { batches, work, goOn } = makeWork(() => (isAway ? away : undefined));
    const act = createBatcher(work, 10, (error) => error === bad);
    const results = Promise.allSettled([1, 2, 3].map(act));
    for (let i = 0; i < 2; i++) await goOn();
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(batches).toEqual([[1], [2, 3]]);
    isAway = false;
    const again = act(7);
    await goOn();
    expect(await again).toBe(70);
  });

  test("continues if a batch hangs, and rejects items when the queue is full", async () => {
    vi.useFakeTimers();
    const { batches, work } = makeWork();
    const act = createBatcher(work, 1, () => false);
    for (const item of [1, 2]) void act(item);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([[1], [2]]);
    const many = Array.from({ length: 10_001 }, (_, item) => act(item).catch(({ code }: { code: string }) => code));
    expect(await many.at(-1)).toBe("server_busy");
    vi.useRealTimers();
  });
});

const done: number[] = [];
const failOn = (bad: readonly number[]) => async (item: number) => {
  if (bad.includes(item)) throw new Error(`not ${item}`);
  done.push(item);
};

test("tryEach runs the work for all items, and throws the errors at the end", async () => {
  await expect(tryEach([1, 2, 3], failOn([2]))).rejects.toThrow("not 2");
  await expect(tryEach([4, 5, 6], failOn([4, 5]))).rejects.toThrow("2 failed, the first: Error: not 4");
  await tryEach([7], failOn([]));
  expect(done).toEqual([1, 3, 6, 7]);
});

test("tryHalves runs the work at once, and in ever smaller parts only around what fails", async () => {
  const runs: string[] = [];
  const failAt = (bad: readonly number[]) => async (items: readonly number[]) => {
    runs.push(items.join(" "));
    if (items.some((item) => bad.includes(item))) throw new Error(`not ${items}`);
  };
  await tryHalves([], failAt([]));
  await tryHalves([1, 2, 3, 4, 5], failAt([]));
  expect(runs.splice(0)).toEqual(["1 2 3 4 5"]);
  await expect(tryHalves([1, 2, 3, 4, 5], failAt([1]))).rejects.toThrow("not 1");
  expect(runs.splice(0)).toEqual(["1 2 3 4 5", "1 2", "1", "2", "3 4 5"]);
  await expect(tryHalves([1, 2, 3], failAt([1, 3]))).rejects.toThrow("2 failed, the first: Error: not 1");
});

test("tryPages skips rows that stay due because they fail", async () => {
  const due = [1, 2, 3, 4, 5, 6, 7];
  const find = async (after = 0) => due.filter((row) => row > after).slice(0, 2);
  const rows: number[] = [];
  const work = (page: readonly number[]) =>
    tryEach(page, async (row) => {
      if (row < 5) throw new Error(`not ${row}`);
      rows.push(row);
    });
  await expect(tryPages<number>(find, work)).rejects.toThrow("2 failed, the first: AggregateError: 2 failed");
  expect(rows).toEqual([5, 6, 7]);
});
