declare global {
  interface Window {
    /** What a tag reads. None is loaded here: an operator sets one, and the visitor has to agree. */
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
  /** A package of crushes. */
  readonly purchase: Cost & { readonly crushes: number };
  readonly subscription_started: Cost;
}

type Listener = (event: string, details: object) => void;

let listener: Listener | undefined;

/** Notes that something happened, for a tag that may be listening. It stays in this page otherwise. */
export function track<E extends keyof Events>(event: E, details: Events[E]): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
  listener?.(event, details);
}

/** Has what is noted from now on told to a tag, which was agreed to. */
export function setTagListener(tell: Listener): void {
  listener = tell;
}

/** The tag that the operator has set, as the build wrote it into the page; none: an empty text. */
export const getTagId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="analytics-tag"]')?.content ?? "";
