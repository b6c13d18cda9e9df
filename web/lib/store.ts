import { useSyncExternalStore } from "react";

/** State outside React, for components through `useSyncExternalStore` and for plain functions. */

/** Listeners of state that lives elsewhere, such as in local storage. */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** @returns a function that unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}

/** As `createListeners`, for a choice in local storage, which other tabs change, too. */
export function createStorageListeners() {
  const { subscribe, notify } = createListeners();
  return {
    notify,
    /** @returns a function that unsubscribes */
    subscribe(listener: () => void): () => void {
      const unsubscribe = subscribe(listener);
      window.addEventListener("storage", listener);
      return () => {
        unsubscribe();
        window.removeEventListener("storage", listener);
      };
    },
  };
}

/** A value that notifies its listeners of each change. */
export function createStore<T>(initial: T) {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    subscribe,
    read: (): T => value,
    readInitial: (): T => initial,
    set(next: T): void {
      if (next === value) return;
      value = next;
      notify();
    },
  };
}

interface Store<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => T;
  readonly readInitial: () => T;
}

/** The value of a store; the initial one while a page is prerendered and hydrated. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.read, store.readInitial);
