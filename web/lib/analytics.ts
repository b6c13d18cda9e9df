declare global {
  interface Window {
    /** Read by the analytics tag, which loads only if the operator configured one and the visitor consented. */
    dataLayer?: object[];
  }
}

/** `value` is in dollars, as tags expect. */
interface Cost {
  readonly value: number;
  readonly currency: "USD";
}

interface Events {
  readonly profile_updated: { readonly completion: number };
  readonly purchase: Cost & { readonly crushes: number };
  readonly subscription_started: Cost;
}

type Listener = (event: string, details: object) => void;

let listener: Listener | undefined;

export function track<E extends keyof Events>(event: E, details: Events[E]): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...details });
  listener?.(event, details);
}

/** To a tag that the visitor consented to. */
export function setTagListener(next: Listener): void {
  listener = next;
}

/** The operator's tag id, written into the page by the build; empty if none is configured. */
export const getTagId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="analytics-tag"]')?.content ?? "";
