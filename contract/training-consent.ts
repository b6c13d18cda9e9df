/** The version of the text by which members agree that their training week is stored. Raise it with every change. */
export const TRAINING_CONSENT_VERSION = 1;
