import { expect, test } from "vitest";
import { createListeners, createStore } from "#web/lib/store.ts";

test("notifies each listener once per change, until it unsubscribes", () => {
  const store = createStore(1);
  const seen: number[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.read()));
  store.set(2);
  store.set(2);
  store.set(3);
  expect(seen).toEqual([2, 3]);
  unsubscribe();
  store.set(4);
  expect(seen).toEqual([2, 3]);
  expect(store.read()).toBe(4);
});

test("lets a listener unsubscribe while it is notified", () => {
  const listeners = createListeners();
  const calls: string[] = [];
  const unsubscribe = listeners.subscribe(() => {
    calls.push("once");
    unsubscribe();
  });
  listeners.subscribe(() => calls.push("always"));
  listeners.notify();
  listeners.notify();
  expect(calls).toEqual(["once", "always", "always"]);
});
