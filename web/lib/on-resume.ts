/** Interval at which a jump of the clock is looked for. */
const BEAT_MS = 20_000;
/** Timers of hidden pages are throttled to a minute. A longer gap means that the device slept. */
const SLEPT_MS = 150_000;
/** A page that was hidden for a shorter time has missed nothing. */
const HIDDEN_MS = 60_000;

/**
 * Calls `act` when events may have been missed unnoticed: the network is back, the device has slept, or the page is shown
 * again after a while.
 * @returns stops it
 */
export function onResume(act: () => void): () => void {
  let last = Date.now();
  let hiddenAt = last;
  const beat = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) act();
    last = now;
  }, BEAT_MS);
  const look = () => {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > HIDDEN_MS) act();
  };
  addEventListener("online", act);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(beat);
    removeEventListener("online", act);
    document.removeEventListener("visibilitychange", look);
  };
}
