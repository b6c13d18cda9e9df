/** Only Chromium browsers send it. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Stored because the event may fire before the banner mounts. */
export const deferredPrompt: { event?: BeforeInstallPromptEvent | undefined } = {};

export function captureInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    deferredPrompt.event = event as BeforeInstallPromptEvent;
  });
}
