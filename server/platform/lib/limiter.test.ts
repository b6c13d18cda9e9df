import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createFairLimiter, createLimiter, throttleReports } from "#server/platform/lib/limiter.ts";

test("runs a limited number at once, queues the rest in order, and rejects a call when the queue is full", async () => {
  const limit = createLimiter(2, 3, () => new Error("busy"));
  let working = 0;
  let most = 0;
  const order: number[] = [];
  const work = (i: number) =>
    limit(async () => {
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

test("frees the slot of work that fails", async () => {
  const limit = createLimiter(1, 1, () => new Error("busy"));
  const failing = limit(() => Promise.reject(new Error("no")));
  const next = limit(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

describe("the fair limiter", () => {
  function makeWork(limit: ReturnType<typeof createFairLimiter>) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const signals = new Map<string, AbortController>();
    const findPlaces = new Map<string, () => number>();
    const bring = (name: string, ...by: string[]) => {
      const abort = new AbortController();
      signals.set(name, abort);
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      };
      return limit(by, work, { signal: abort.signal, onWait: (findPlace) => findPlaces.set(name, findPlace) });
    };
    const places = () => Object.fromEntries([...findPlaces].map(([name, findPlace]) => [name, findPlace()]));
    const leave = (name: string) => signals.get(name)?.abort(new Error(`${name} left`));
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const end = async (name: string) => {
      ends.get(name)?.();
      await settle();
    };
    return { begun, bring, end, settle, places, leave };
  }

  test("leaves a slot to others, however much one network or one member brings", async () => {
    const { begun, bring, end, settle } = makeWork(createFairLimiter(2));
    const all = [bring("a1", "net a", "ada"), bring("a2", "net a", "ann"), bring("b1", "net b", "ada")];
    await settle();
    expect(begun).toEqual(["a1"]);
    all.push(bring("c1", "net c", "cleo"));
    await settle();
    expect(begun).toEqual(["a1", "c1"]);
    for (const name of ["a1", "c1", "a2", "b1"]) await end(name);
    await Promise.all(all);
  });

  test("alternates between networks, and within a network between its members", async () => {
    const { begun, bring, end, settle } = makeWork(createFairLimiter(1));
    const all = [
      bring("a1", "net a", "ada"),
      bring("a2", "net a", "ada"),
      bring("a3", "net a", "ada"),
      bring("a4", "net a", "ann"),
      bring("b1", "net b", "bob"),
      bring("b2", "net b", "bob"),
    ];
    await settle();
    const order = ["a1", "b1", "a4", "b2", "a2", "a3"];
    for (const name of order) await end(name);
    expect(begun).toEqual(order);
    await Promise.all(all);
  });

  test("lets no stream of new networks keep one that waits", async () => {
    const { begun, bring, end, settle, places } = makeWork(createFairLimiter(1));
    const all = [bring("a1", "net a"), bring("a2", "net a"), bring("b1", "net b")];
    await settle();
    await end("a1");
    all.push(bring("c1", "net c"));
    await settle();
    expect(begun).toEqual(["a1", "b1"]);
    expect(places()).toMatchObject({ a2: 1, c1: 2 });
    await end("b1");
    all.push(bring("d1", "net d"));
    for (const name of ["a2", "c1", "d1"]) await end(name);
    expect(begun).toEqual(["a1", "b1", "a2", "c1", "d1"]);
    await Promise.all(all);
  });

  test("refuses the latest work of the network that brings the most, once too much waits", async () => {
    const waiting = { max: 3, maxMs: 60_000, createError: () => new Error("busy") };
    const { begun, bring, end, settle } = makeWork(createFairLimiter(2, { perKey: 2, waiting }));
    const all = ["a1", "a2", "a3", "a4", "a5"].map((name) => bring(name, "net a"));
    const other = bring("b1", "net b");
    await expect(all.at(-1)).rejects.toThrow("busy");
    await settle();
    expect(begun).toEqual(["a1", "a2"]);
    for (const name of ["a1", "b1", "a2", "a3", "a4"]) await end(name);
    expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
    await Promise.all([...all.slice(0, -1), other]);
  });

  test("knows the place of what waits, as one of each network has its turn", async () => {
    const { begun, bring, end, settle, places } = makeWork(createFairLimiter(1));
    const all = [bring("a1", "net a")];
    await settle();
    all.push(
      bring("a2", "net a"),
      bring("a3", "net a"),
      bring("b1", "net b"),
      bring("c1", "net c"),
      bring("b2", "net b"),
    );
    await settle();
    expect(places()).toEqual({ a2: 3, a3: 5, b1: 1, c1: 2, b2: 4 });
    for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) {
      await end(name);
      const waiting = Object.values(places()).filter((place) => place > 0);
      expect(waiting.toSorted()).toEqual(waiting.map((_, i) => i + 1));
    }
    expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    await Promise.all(all);
  });

  test("lets work leave the queue, and refuses what has waited for too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const createError = () => new Error("busy");
    const limit = createFairLimiter(1, { waiting: { max: 10, maxMs: 1000, createError } });
    const { begun, bring, end, settle, places, leave } = makeWork(limit);
    const first = bring("a", "net a");
    await settle();
    const [left, late] = [bring("b", "net b"), bring("c", "net c")].map((one) => one.catch((error: Error) => error));
    await settle();
    expect(places()).toEqual({ b: 1, c: 2 });
    leave("b");
    expect(await left).toMatchObject({ message: "b left" });
    expect(places()).toEqual({ b: 0, c: 1 });
    vi.advanceTimersByTime(1000);
    expect(await late).toMatchObject({ message: "busy" });
    await end("a");
    await first;
    expect(begun).toEqual(["a"]);
  });

  test("frees the slot of work that fails", async () => {
    const limit = createFairLimiter(1);
    const failing = limit(["a"], () => Promise.reject(new Error("no")));
    const next = limit(["a"], () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});

test("throttleReports reports the first call at once, then once per interval with the number of skipped calls", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const reports: (readonly [string, number])[] = [];
  const report = throttleReports<string>(60_000, (subject, skipped) => reports.push([subject, skipped]));
  for (const subject of ["a", "b", "c"]) report(subject);
  vi.advanceTimersByTime(60_000);
  report("d");
  expect(reports).toEqual([
    ["a", 0],
    ["d", 2],
  ]);
  vi.useRealTimers();
});
