import { createListeners } from "#web/lib/store.ts";

/** Milliseconds in which a removal can be undone. */
export const UNDO_MS = 6000;

type RemovalState = "held" | "sending";

/**
 * Each removal is sent once, after `UNDO_MS` or by `flush`, and never after `undo`.
 * @param send resolves or rejects when the server has answered; `isLeaving` if the page or the session may end before
 */
export function createHeldRemovals(send: (id: string, isLeaving: boolean) => Promise<unknown>) {
  const { subscribe, notify } = createListeners();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let states: ReadonlyMap<string, RemovalState> = new Map();

  function set(id: string, state: RemovalState | undefined): void {
    const next = new Map(states);
    if (state) next.set(id, state);
    else next.delete(id);
    states = next;
    notify();
  }
  function stopTimer(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }
  function startTimer(id: string): void {
    stopTimer(id);
    timers.set(
      id,
      setTimeout(() => void commit(id, false), UNDO_MS),
    );
  }
  async function commit(id: string, isLeaving: boolean): Promise<void> {
    stopTimer(id);
    if (states.get(id) !== "held") return;
    set(id, "sending");
    await send(id, isLeaving).catch(() => undefined);
    set(id, undefined);
  }

  return {
    subscribe,
    /** The same object until something changes. */
    read: (): ReadonlyMap<string, RemovalState> => states,
    hold(id: string): void {
      if (states.has(id)) return;
      set(id, "held");
      startTimer(id);
    },
    undo(id: string): void {
      stopTimer(id);
      if (states.get(id) === "held") set(id, undefined);
    },
    /** Stops the time until `resume`, which starts it anew. */
    pause: stopTimer,
    resume(id: string): void {
      if (states.get(id) === "held") startTimer(id);
    },
    flush(): void {
      for (const id of states.keys()) void commit(id, true);
    },
  };
}
