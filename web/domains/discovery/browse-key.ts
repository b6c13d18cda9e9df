/** The search results of Browse, in pages. */
export const browseKey = ["browse"] as const;
