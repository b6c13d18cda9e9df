/** A page that nobody has touched for so long is not looked at, however visible it is. */
const IDLE_AFTER_MS = 2 * 60_000;
/** What a person does to a page. Not `scroll`: a page does that by itself, too. */
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

/** Whether this is the one tab of this browser that a person is told in. */
let isActive = false;
const listeners = new Set<() => void>();

/** Whether this is the tab that a person is told in what happens. */
export const isActiveTab = (): boolean => isActive;

/** Whether this tab is looked at as far as it knows by itself: it is the one that a person is told in, or next in the row. */
export const isActiveTabCandidate = (): boolean => tabLockClaim !== undefined || isActive;

/** Calls `act` whenever this becomes the tab that a person is told in. @returns what ends that */
export function onActiveTab(act: () => void): () => void {
  listeners.add(act);
  return () => listeners.delete(act);
}

function setActive(next: boolean): void {
  if (isActive === next) return;
  isActive = next;
  if (next) for (const act of listeners) act();
}

/** What a tab has of the browser's lock: all tabs that are looked at have asked for it, and one of them holds it. */
interface TabLockClaim {
  /** Gives the lock back, or waits for it no longer. */
  readonly release: () => void;
}
let tabLockClaim: TabLockClaim | undefined;

/**
 * Claims to be the tab that a person is told in. The one that is touched takes that from the others, which wait for their turn:
 * when it is left or closed, just one of them is next.
 */
function claimActiveTab(how: "take" | "wait"): void {
  if (!("locks" in navigator)) {
    setActive(true);
    return;
  }
  tabLockClaim?.release();
  const held = Promise.withResolvers<void>();
  const waiting = new AbortController();
  const mine: TabLockClaim = {
    release: () => {
      held.resolve();
      waiting.abort();
    },
  };
  tabLockClaim = mine;
  // Until the lock comes, two tabs may think so; without that, neither might.
  if (how === "take") setActive(true);
  const begin = () => {
    if (tabLockClaim === mine) setActive(true);
    return held.promise;
  };
  const asked = how === "take" ? { steal: true } : { signal: waiting.signal };
  navigator.locks.request("looked at", asked, begin).catch((error: Error) => {
    // Only another tab that took it does so; a browser that gives no locks is not asked again.
    if (tabLockClaim !== mine || error.name !== "AbortError") return;
    setActive(false);
    claimActiveTab("wait");
  });
}

function releaseActiveTab(): void {
  const mine = tabLockClaim;
  tabLockClaim = undefined;
  mine?.release();
  setActive(false);
}

/**
 * Tells whether somebody looks at the page: it is visible, and was opened, shown or touched in the last two minutes. Only what
 * changes is told, until the returned function is called: that ends the look.
 */
export function watchPresence(tell: (looking: boolean) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let looking = false;
  let touchedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function put(next: boolean): void {
    if (looking === next) return;
    looking = next;
    if (!next) releaseActiveTab();
    tell(next);
  }
  function look(): void {
    clearTimeout(timer);
    const rest = touchedAt + IDLE_AFTER_MS - Date.now();
    const isOn = document.visibilityState === "visible" && rest > 0;
    put(isOn);
    if (isOn) timer = setTimeout(look, rest);
  }
  function touch(): void {
    if (document.visibilityState !== "visible") return;
    touchedAt = Date.now();
    // While it is looked at, the timer finds the later touch by itself.
    if (!looking) look();
    if (!isActive) claimActiveTab("take");
  }
  const turn = () => (document.visibilityState === "visible" ? touch() : look());

  document.addEventListener("visibilitychange", turn, { signal });
  for (const kind of ACTIVITY_EVENTS) addEventListener(kind, touch, { signal, capture: true, passive: true });
  turn();
  return () => {
    ended.abort();
    clearTimeout(timer);
    put(false);
  };
}
