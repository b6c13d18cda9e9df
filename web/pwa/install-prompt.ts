/** Only Chromium browsers send it. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Stored because the event may fire before the banner mounts. */
export const deferredPrompt: { event?: BeforeInstallPromptEvent | undefined } = {};

declare global {
  /** Set by the inline script of `index.html`, because the event may fire before any script has loaded. */
  var installPrompt: BeforeInstallPromptEvent | undefined;
}

export function captureInstallPrompt(): void {
  deferredPrompt.event = globalThis.installPrompt;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    deferredPrompt.event = event as BeforeInstallPromptEvent;
  });
}
