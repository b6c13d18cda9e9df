declare global {
  interface Window {
    /** What a tag manager reads. No tag is loaded here: an operator sets one, and the visitor has to agree. */
    dataLayer?: object[];
  }
}

/**
 * Notes that something happened, for a tag that may be listening. It stays in this page otherwise.
 * @param details no more than counts: nothing that a member wrote, and nobody's name or place
 */
export function track(event: "profile_updated", details: Readonly<Record<string, number>> = {}): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
}
