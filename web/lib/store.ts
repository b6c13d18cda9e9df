import { useSyncExternalStore } from "react";

/** For components through `useSyncExternalStore` and for plain functions. */

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

/** Other tabs change local storage, too. */
export function createStorageListeners() {
  const { subscribe, notify } = createListeners();
  return {
    notify,
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

/** The initial value while a page is prerendered and hydrated. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.read, store.readInitial);
