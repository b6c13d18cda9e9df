/**
 * The day of the last change, stored with each account. Raise it with every change of `web/routes/terms.tsx` or
 * `web/routes/community-guidelines.tsx`.
 */
export const TERMS_VERSION = "2026-11-29";
