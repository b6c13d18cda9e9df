/**
 * The day of the last change, stored with each account. Raise it with every change of `web/screens/terms/terms.tsx` or
 * `web/screens/community-guidelines/community-guidelines.tsx`.
 */
export const TERMS_VERSION = "2026-11-29";
