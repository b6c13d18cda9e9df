/** Only Chromium browsers send it. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  /** The browser's deferred prompt. */
  var installPrompt: BeforeInstallPromptEvent | undefined;
}

/** Part of the inline script, because the event may fire before any other script has loaded. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    globalThis.installPrompt = event as BeforeInstallPromptEvent;
  });
}
