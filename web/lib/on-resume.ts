const CLOCK_CHECK_MS = 20_000;
/** Timers of hidden pages are throttled to a minute. A longer gap means that the device slept. */
const SLEPT_MS = 150_000;
/** A page that was hidden for less time has missed nothing. */
const HIDDEN_MS = 60_000;

/**
 * The network is back, the device has slept, or the page is shown again after a minute or from the back/forward cache.
 * @returns a function that stops this
 */
export function onResume(callback: () => void): () => void {
  let last = Date.now();
  let hiddenAt = last;
  const clockCheck = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) callback();
    last = now;
  }, CLOCK_CHECK_MS);
  const onVisibilityChange = () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > HIDDEN_MS) callback();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) callback();
  };
  addEventListener("online", callback);
  addEventListener("pageshow", onPageShow);
  document.addEventListener("visibilitychange", onVisibilityChange);
  return () => {
    clearInterval(clockCheck);
    removeEventListener("online", callback);
    removeEventListener("pageshow", onPageShow);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}
