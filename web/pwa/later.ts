/**
 * What comes by itself after a page. Their lists of files are long, so they are here, and not in what every
 * page loads first.
 */

export const accompany = async (): Promise<void> => (await import("#web/pwa/companion.tsx")).accompany();

export const newsletterBox = async () => import("#web/features/support/newsletter-box.tsx");

export const cookieNotice = async () => import("#web/features/support/cookie-notice.tsx");

export const introduce = async (): Promise<void> => (await import("#web/routes/introduction.tsx")).introduce();
