import { describe, expect, test, vi } from "vitest";
import { inBatches } from "#server/lib/batcher.ts";

/** Work whose batches are noted, and which goes on when it is told to. */
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

describe("work in batches", () => {
  test("begins at once, and what comes meanwhile goes together, so many at a time, each with its own answer", async () => {
    const { batches, work, goOn } = makeWork();
    const act = inBatches(work, 3, () => true);
    const results = Promise.all([1, 2, 3, 4, 5].map(act));
    expect(batches).toEqual([[1]]);
    for (let i = 0; i < 3; i++) await goOn();
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await results).toEqual([10, 20, 30, 40, 50]);
  });

  test("tries each alone where one may be bad, so that it takes no other along", async () => {
    const { batches, work, goOn } = makeWork((items) => (items.includes(3) ? bad : undefined));
    const act = inBatches(work, 10, (error) => error === bad);
    const results = Promise.allSettled([1, 2, 3, 4].map(act));
    for (let i = 0; i < 5; i++) await goOn();
    expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  });

  test("fails all of a batch at once where it is nobody's fault, and goes on after it", async () => {
    let isAway = true;
    const { batches, work, goOn } = makeWork(() => (isAway ? away : undefined));
    const act = inBatches(work, 10, (error) => error === bad);
    const results = Promise.allSettled([1, 2, 3].map(act));
    for (let i = 0; i < 2; i++) await goOn();
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(batches).toEqual([[1], [2, 3]]);
    isAway = false;
    const again = act(7);
    await goOn();
    expect(await again).toBe(70);
  });

  test("goes on after a while where one hangs, and refuses what is too much", async () => {
    vi.useFakeTimers();
    const { batches, work } = makeWork();
    const act = inBatches(work, 1, () => false);
    for (const item of [1, 2]) void act(item);
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(batches).toEqual([[1], [2]]);
    const many = Array.from({ length: 10_001 }, (_, item) => act(item).catch(({ code }: { code: string }) => code));
    expect(await many.at(-1)).toBe("server_busy");
    vi.useRealTimers();
  });
});
