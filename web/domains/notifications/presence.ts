import { MINUTE_MS } from "#contract/durations.ts";
import { createListeners } from "#web/lib/store.ts";

/** Without activity for this long, a visible page counts as unattended. */
const IDLE_AFTER_MS = 2 * MINUTE_MS;
/** User activity. Not `scroll`, which also happens programmatically. */
const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"] as const;

/** Only the browser's active tab shows notifications. */
let isActive = false;
const listeners = createListeners();

export const isActiveTab = (): boolean => isActive;

/** The active tab, or queued to become it. */
export const isActiveTabCandidate = (): boolean => tabLockClaim !== undefined || isActive;

/** @returns a function that unsubscribes */
export const onActiveTab = listeners.subscribe;

function setActive(next: boolean): void {
  if (isActive === next) return;
  isActive = next;
  if (next) listeners.notify();
}

/** Every tab in which the member is present requests the browser-wide lock, and the active tab holds it. */
interface TabLockClaim {
  readonly release: () => void;
}
let tabLockClaim: TabLockClaim | undefined;

/**
 * "take": the tab that is used steals the lock from the others, which queue again. When the active tab is hidden or
 * closed, the next one in the queue becomes active.
 */
function claimActiveTab(mode: "take" | "wait"): void {
  if (!("locks" in navigator)) {
    setActive(true);
    return;
  }
  tabLockClaim?.release();
  const lockHeld = Promise.withResolvers<void>();
  const controller = new AbortController();
  const claim: TabLockClaim = {
    release: () => {
      lockHeld.resolve();
      controller.abort();
    },
  };
  tabLockClaim = claim;
  // Activates before the lock is granted: two active tabs for a moment are better than none.
  if (mode === "take") setActive(true);
  const begin = () => {
    if (tabLockClaim === claim) setActive(true);
    return lockHeld.promise;
  };
  const options = mode === "take" ? { steal: true } : { signal: controller.signal };
  navigator.locks.request("active tab", options, begin).catch((error: Error) => {
    // AbortError means that another tab stole the lock. A browser that denies locks is not asked again.
    if (tabLockClaim !== claim || error.name !== "AbortError") return;
    setActive(false);
    claimActiveTab("wait");
  });
}

function releaseActiveTab(): void {
  const claim = tabLockClaim;
  tabLockClaim = undefined;
  claim?.release();
  setActive(false);
}

/**
 * Present: the page is visible and was opened, shown or used within the last two minutes. Reports changes only.
 * @returns a function that stops it and reports absence
 */
export function watchPresence(report: (isPresent: boolean) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let isPresent = false;
  let lastActivityAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setPresent(next: boolean): void {
    if (isPresent === next) return;
    isPresent = next;
    if (!next) releaseActiveTab();
    report(next);
  }
  function update(): void {
    clearTimeout(timer);
    const remaining = lastActivityAt + IDLE_AFTER_MS - Date.now();
    const isPresentNow = document.visibilityState === "visible" && remaining > 0;
    setPresent(isPresentNow);
    if (isPresentNow) timer = setTimeout(update, remaining);
  }
  function onActivity(): void {
    if (document.visibilityState !== "visible") return;
    lastActivityAt = Date.now();
    // While present, the timer takes later activity into account.
    if (!isPresent) update();
    if (!isActive) claimActiveTab("take");
  }
  const onVisibilityChange = () => (document.visibilityState === "visible" ? onActivity() : update());

  document.addEventListener("visibilitychange", onVisibilityChange, { signal });
  for (const kind of ACTIVITY_EVENTS) addEventListener(kind, onActivity, { signal, capture: true, passive: true });
  onVisibilityChange();
  return () => {
    ended.abort();
    clearTimeout(timer);
    setPresent(false);
  };
}
