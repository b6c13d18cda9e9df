/** Raise it with every change of the text. */
export const TRAINING_CONSENT_VERSION = 1;
