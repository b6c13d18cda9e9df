/** How often it is looked whether time stood still. */
const BEAT_MS = 20_000;
/** Hidden pages have their timers slowed down to a minute; longer than this, the device slept. */
const SLEPT_MS = 150_000;
/** Who looks elsewhere for a moment has missed nothing. */
const HIDDEN_MS = 60_000;

/**
 * Calls `act` whenever news may have been missed without anybody noticing: the network is back, the device has slept, or
 * the page is looked at after a while. @returns what ends that
 */
export function onWake(act: () => void): () => void {
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
