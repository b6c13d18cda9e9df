/** The version of the text by which members agree that their training week is stored. Raise it with every change. */
export const TRAINING_CONSENT_VERSION = 2;
/** The first version that says that two members who both ask can compare weeks. */
export const COMPARISON_CONSENT_VERSION = 2;
