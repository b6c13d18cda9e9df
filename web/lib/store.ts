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

/** A value that calls its listeners after each change. */
export function createStore<T>(initial: T) {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    subscribe,
    read: (): T => value,
    set(next: T): void {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
  };
}
