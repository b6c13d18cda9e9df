/** The browser's own question, held back until the app asks for it. Only Chromium's browsers have one. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** It may come before anything is there to ask for it. */
export const deferredPrompt: { event?: BeforeInstallPromptEvent | undefined } = {};

/** Notes the offer. */
export function captureInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    deferredPrompt.event = event as BeforeInstallPromptEvent;
  });
}
