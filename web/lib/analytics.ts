declare global {
  interface Window {
    /** What a tag manager reads. No tag is loaded here: an operator sets one, and the visitor has to agree. */
    dataLayer?: object[];
  }
}

/** What something cost: `value` in dollars, as tags have it. */
interface Cost {
  readonly value: number;
  readonly currency: "USD";
}

/** What is noted, and with which counts: nothing that a member wrote, and nobody's name or place. */
interface Events {
  readonly profile_updated: { readonly completion: number };
  /** A pack. */
  readonly purchase: Cost & { readonly crushes: number };
  readonly subscription_started: Cost;
}

/** Notes that something happened, for a tag that may be listening. It stays in this page otherwise. */
export function track<E extends keyof Events>(event: E, details: Events[E]): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
}
