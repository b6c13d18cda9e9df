import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHeldRemovals, UNDO_MS } from "#web/screens/profile-editor/photos/held-removals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create() {
  const sent: string[] = [];
  const removals = createHeldRemovals(async (id, isLeaving) => {
    sent.push(isLeaving ? `${id}, leaving` : id);
    if (id === "refused") throw new Error();
  });
  return { sent, removals };
}

test("sends a removal once, when its time is over", async () => {
  const { sent, removals } = create();
  removals.hold("a");
  removals.hold("a");
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect([sent, [...removals.read()]]).toEqual([[], [["a", "held"]]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, removals.read().size]).toEqual([["a"], 0]);
  removals.flush();
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent).toEqual(["a"]);
});

test("sends nothing after an undo, and each held one at once when the page is left", async () => {
  const { sent, removals } = create();
  for (const id of ["a", "b", "c"]) removals.hold(id);
  removals.undo("b");
  removals.flush();
  removals.undo("a");
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(sent).toEqual(["a, leaving", "c, leaving"]);
});

test("starts the time anew after a pause, and releases a removal that was refused", async () => {
  const { sent, removals } = create();
  removals.hold("refused");
  removals.pause("refused");
  await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
  removals.resume("refused");
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, removals.read().size]).toEqual([["refused"], 0]);
});
