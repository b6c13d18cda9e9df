import { useLayoutEffect, useState } from "react";
import { ApiError } from "#web/lib/api.ts";

const SECOND_MS = 1000;

/** The time of the next attempt after a 429, in epoch milliseconds; 0 for other errors. */
export const getRetryTime = (error: unknown): number =>
  error instanceof ApiError && error.status === 429 ? Date.now() + error.retryAfter * SECOND_MS : 0;

/** Whole seconds until `moment` (epoch milliseconds), counted down to 0. */
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
