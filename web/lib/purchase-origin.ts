import { session } from "#web/lib/session.ts";

/** Session storage: the payment page is another document. */
const STORAGE_KEY = "purchaseOrigin";

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

/** Of the logged-in member: another one may log in meanwhile. */
interface StoredOrigin extends PurchaseOrigin {
  readonly me: string | undefined;
}

const readMe = (): string | undefined => session.read()?.user._id;

/** Keeps it while the member pays; without one, forgets that of an earlier checkout. */
export function keepOrigin(origin: PurchaseOrigin | undefined): void {
  const stored = origin && ({ ...origin, me: readMe() } satisfies StoredOrigin);
  if (stored) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  else sessionStorage.removeItem(STORAGE_KEY);
}

/** The member's kept one. */
export function findOrigin(): PurchaseOrigin | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const { me, path, name } = JSON.parse(text ?? "{}") as Partial<StoredOrigin>;
  return path !== undefined && name !== undefined && me === readMe() ? { path, name } : undefined;
}

/** The member's kept one, which is forgotten. */
export function takeOrigin(): PurchaseOrigin | undefined {
  const origin = findOrigin();
  sessionStorage.removeItem(STORAGE_KEY);
  return origin;
}
