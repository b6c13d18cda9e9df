/** The browser's own question, held back until the app asks for it. Only Chromium's browsers have one. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** It may come before anything is there to ask for it. */
export const held: { offer?: InstallOffer | undefined } = {};

/** Notes the offer. */
export function holdInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    held.offer = event as InstallOffer;
  });
}
