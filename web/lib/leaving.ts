/** A reload would replace the navigation of a person who is leaving the page. */

/** Most servers have answered by then. Otherwise loading was stopped, or the link was a download, and the page stays. */
const LEAVE_MAX_MS = 30_000;
const CHECK_MS = 200;

interface Leave {
  readonly at: number;
  /** Not given if the page is certainly being left. A handler may prevent a click, and keep the page. */
  readonly click?: Event;
}

declare global {
  /** The last attempt to leave the page. Global, because the inline script records those before the app has loaded. */
  var leave: Leave | undefined;
}

export const markLeaving = (): void => {
  globalThis.leave = { at: Date.now() };
};

/** If no handler prevents it. */
function isFollowed({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button || ctrlKey || metaKey || shiftKey || altKey) return false;
  const link = (target as Element).closest<HTMLAnchorElement>("a[href]:not([download],[target=_blank])");
  if (!link?.href.startsWith("http")) return false;
  const [address, fragment] = link.href.split("#");
  return fragment === undefined || address !== location.href.split("#")[0];
}

/** Follows `keepInput` of the inline script once the app listens. */
export function watchLeaving(): void {
  addEventListener(
    "click",
    (click) => {
      if (isFollowed(click)) globalThis.leave = { at: Date.now(), click };
    },
    true,
  );
  addEventListener("beforeunload", markLeaving);
  addEventListener("pagehide", markLeaving);
  addEventListener("pageshow", ({ persisted }) => {
    // Back to a page that the browser has kept.
    if (persisted) globalThis.leave = undefined;
  });
}

export function isLeaving(): boolean {
  const leave = globalThis.leave;
  return leave !== undefined && !leave.click?.defaultPrevented && Date.now() - leave.at < LEAVE_MAX_MS;
}

/** At once, or, if the page is being left, once it turns out to stay. */
export function whenStaying(task: () => void): void {
  if (isLeaving()) setTimeout(() => whenStaying(task), CHECK_MS);
  else task();
}

export const reloadPage = (): void =>
  whenStaying(() => {
    markLeaving();
    location.reload();
  });
