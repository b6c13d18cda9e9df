import { useLayoutEffect, useState } from "react";
import { ApiError } from "#web/lib/api.ts";

const SECOND_MS = 1000;

/** Until when a server that is asked too often wants to hear nothing, in milliseconds of the clock; 0 where it said no such thing. */
export const getRetryTime = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? Date.now() + error.retryAfter * SECOND_MS : 0;

/** Whole seconds until a moment of the clock, counted down; 0 from then on. */
export function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const ms = Math.max(0, moment - Date.now());
      setLeft(Math.ceil(ms / SECOND_MS));
      if (ms > 0) timer = setTimeout(tick, ms % SECOND_MS || SECOND_MS);
    };
    tick();
    return () => clearTimeout(timer);
  }, [moment]);
  return left;
}
