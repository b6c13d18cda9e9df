/**
 * The version of the terms and of the community guidelines, which everybody agrees to who joins: the day of their last change.
 * It is stored with each account. Whoever changes what `web/routes/terms.tsx` or `community-guidelines.tsx` say raises it.
 */
export const TERMS_VERSION = "2026-11-22";
