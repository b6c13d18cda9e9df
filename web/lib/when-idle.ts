/** A page without requests for this long counts as loaded. */
const QUIET_MS = 1_000;
/** Limit for pages that keep requesting. */
const MAX_WAIT_MS = 10_000;

export const runWhenIdle = (task: () => void): void => {
  // Not available in Safari.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(task, { timeout: QUIET_MS });
  else task();
};

function waitForQuietNetwork(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout>;
  const restartTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, QUIET_MS);
  };
  const observer = new PerformanceObserver(restartTimer);
  const end = (): void => {
    clearTimeout(timer);
    clearTimeout(maxTimer);
    observer.disconnect();
    runWhenIdle(resolve);
  };
  const maxTimer = setTimeout(end, MAX_WAIT_MS);
  observer.observe({ type: "resource" });
  restartTimer();
  return promise;
}

let pageIdle: Promise<void> | undefined;

/** Once the page is loaded and the network idle, each in an idle moment of its own. */
export function whenIdle(task: () => void): void {
  if (typeof window === "undefined") return;
  pageIdle ??= new Promise<void>((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  }).then(waitForQuietNetwork);
  void pageIdle.then(() => runWhenIdle(task));
}
