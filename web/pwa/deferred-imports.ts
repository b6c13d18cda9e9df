/** These imports list all files of their modules, so they are kept out of the entry chunk. */

export const mountAppOverlays = async (): Promise<void> =>
  (await import("#web/pwa/app-overlays.tsx")).mountAppOverlays();

export const loadCookieNotice = async () => import("#web/domains/site/cookie-notice.tsx");

export const mountOnboarding = async (): Promise<void> =>
  (await import("#web/app/onboarding-overlay.tsx")).mountOnboarding();
