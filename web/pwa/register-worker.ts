import { whenIdle } from "#web/lib/when-idle.ts";

/** Interval of checks whether the first screen has loaded. */
const CHECK_MS = 1000;

/** Only Chromium browsers have it. */
interface NavigatorConnection {
  readonly connection?: { readonly saveData?: boolean };
}

function isInWindow(image: HTMLImageElement): boolean {
  const { top, bottom, left, right } = image.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && image.checkVisibility();
}

/** Placeholders, or an incomplete image in the window. */
const isScreenLoading = (): boolean =>
  document.querySelector("[data-loading]") !== null ||
  [...document.images].some((image) => !image.complete && isInWindow(image));

/** `whenIdle` does not notice downloads that take long: the browser reports them at their end. */
function whenScreenLoaded(task: () => void): void {
  if (isScreenLoading()) setTimeout(() => whenScreenLoaded(task), CHECK_MS);
  else task();
}

/**
 * Once the first screen has loaded its data and images, because a first installation downloads all files of the app.
 * Where a worker is active, the browser checks for a new version by itself. If the member saves data, only enabling
 * push notifications registers the worker (`push-device.ts`).
 */
export function registerWorkerWhenIdle(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || workers.controller || (navigator as NavigatorConnection).connection?.saveData) return;
  whenIdle(() =>
    whenScreenLoaded(() => {
      // Fails when storage is blocked. The app works without a service worker.
      workers.register("/sw.js").catch(() => undefined);
    }),
  );
}
