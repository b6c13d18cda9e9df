/** The version of the text by which members agree to what their 'Show Me' may say about them. Raise it with every change. */
export const SHOW_ME_CONSENT_VERSION = 1;
