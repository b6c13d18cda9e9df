const EVENTS = ["load", "pointerdown", "keydown", "focusin"];

/**
 * Starts the app of a prerendered page, which can be read without scripts: after the page has loaded, or when the reader
 * uses it. Starts at once if the app will change the page.
 */
export function startAppLate(): void {
  const { entry, auth, onboarding } = document.documentElement.dataset;
  if (!entry) return;
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  };
  if (auth === "member" || onboarding === "" || location.search || location.hash) start();
  else for (const event of EVENTS) addEventListener(event, start, { once: true });
}
