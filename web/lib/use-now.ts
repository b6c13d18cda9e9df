import { useSyncExternalStore } from "react";

const TICK = 15_000;
const listeners = new Set<() => void>();
let clock = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  clock = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  const current = Date.now();
  if (current - clock >= TICK) clock = current;
  return clock;
}

/** The time, at most 15 seconds old. All components share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, () => 0);
