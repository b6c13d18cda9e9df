/** A purchase leads back to it. */
export interface PurchaseOrigin {
  readonly path: string;
  /** After "Back to". */
  readonly name: string;
}

export const toOriginState = (purchaseOrigin: PurchaseOrigin | undefined) => ({ purchaseOrigin });

/** @param state of a location; the browser may restore it from an older version of this app */
export function readOrigin(state: unknown): PurchaseOrigin | undefined {
  const { purchaseOrigin } = (state ?? {}) as { purchaseOrigin?: PurchaseOrigin };
  return purchaseOrigin;
}
