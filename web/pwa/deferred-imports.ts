/**
 * What comes by itself after a page. Their lists of files are long, so they are here, and not in what every
 * page loads first.
 */

export const mountAppOverlays = async (): Promise<void> =>
  (await import("#web/pwa/app-overlays.tsx")).mountAppOverlays();

export const loadNewsletterBox = async () => import("#web/features/support/newsletter-box.tsx");

export const loadCookieNotice = async () => import("#web/features/support/cookie-notice.tsx");

export const mountOnboarding = async (): Promise<void> =>
  (await import("#web/app/onboarding-overlay.tsx")).mountOnboarding();
