import { describe, expect, test } from "vitest";
import { makeFairTurns, makeTurns } from "#server/lib/limiter.ts";

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

describe("fair turns", () => {
  /** Work that says when it began, and ends when it is told to. */
  function makeWork(take: ReturnType<typeof makeFairTurns>) {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const bring = (name: string, ...by: string[]) =>
      take(by, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const end = async (name: string) => {
      ends.get(name)?.();
      await settle();
    };
    return { begun, bring, end, settle };
  }

  test("leave a slot to others, however much one network or one member brings", async () => {
    const { begun, bring, end, settle } = makeWork(makeFairTurns(2));
    const all = [bring("a1", "net a", "ada"), bring("a2", "net a", "ann"), bring("b1", "net b", "ada")];
    await settle();
    expect(begun).toEqual(["a1"]);
    all.push(bring("c1", "net c", "cleo"));
    await settle();
    expect(begun).toEqual(["a1", "c1"]);
    for (const name of ["a1", "c1", "a2", "b1"]) await end(name);
    await Promise.all(all);
  });

  test("go round networks, and in a network round its members", async () => {
    const { begun, bring, end, settle } = makeWork(makeFairTurns(1));
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

  test("are given on by work that fails", async () => {
    const take = makeFairTurns(1);
    const failing = take(["a"], () => Promise.reject(new Error("no")));
    const next = take(["a"], () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
