/** What a member could not pay for. A purchase leads back there. */
export interface PurchaseOrigin {
  readonly path: string;
  /** After "Back to". */
  readonly name: string;
}

/** The state of a navigation to the wallet. */
export const toOriginState = (purchaseOrigin: PurchaseOrigin | undefined) => ({ purchaseOrigin });

/** @param state of a location; the browser may restore it from an older version of this app */
export function readOrigin(state: unknown): PurchaseOrigin | undefined {
  const { purchaseOrigin } = (state ?? {}) as { purchaseOrigin?: PurchaseOrigin };
  return purchaseOrigin;
}
