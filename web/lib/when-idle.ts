/** A page that asked for nothing for so long has what it needs, in milliseconds. */
const QUIET_MS = 1_000;
/** Pages that never come to rest are not waited for longer, in milliseconds. */
const LONGEST_MS = 10_000;

const idle = (act: () => void): void => {
  // Safari has none: what is quiet is as good as idle there.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: QUIET_MS });
  else act();
};

function quiet(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, QUIET_MS);
  };
  const watch = new PerformanceObserver(wait);
  const end = (): void => {
    clearTimeout(timer);
    clearTimeout(last);
    watch.disconnect();
    idle(resolve);
  };
  const last = setTimeout(end, LONGEST_MS);
  watch.observe({ type: "resource" });
  wait();
  return promise;
}

let resting: Promise<void> | undefined;

/** Calls when the page that was opened is there, its network quiet and its processor idle: at once from then on. */
export function whenIdle(act: () => void): void {
  if (typeof window === "undefined") return;
  resting ??= new Promise<void>((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  }).then(quiet);
  void resting.then(act);
}
