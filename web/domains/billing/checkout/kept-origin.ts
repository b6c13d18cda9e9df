import type { PurchaseOrigin } from "#web/lib/purchase-origin.ts";
import { session } from "#web/lib/session.ts";

/** Session storage: the payment page is another document. */
const STORAGE_KEY = "purchaseOrigin";

/** For the logged-in member: another one may log in meanwhile. */
interface StoredOrigin extends PurchaseOrigin {
  readonly me: string | undefined;
}

const readMe = (): string | undefined => session.read()?.user._id;

/** Without an origin, forgets that of an earlier checkout. */
export function keepOrigin(origin: PurchaseOrigin | undefined): void {
  const stored = origin && ({ ...origin, me: readMe() } satisfies StoredOrigin);
  if (stored) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  else sessionStorage.removeItem(STORAGE_KEY);
}

/** Only the member's own. */
export function findOrigin(): PurchaseOrigin | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  const { me, path, name } = JSON.parse(text ?? "{}") as Partial<StoredOrigin>;
  return path !== undefined && name !== undefined && me === readMe() ? { path, name } : undefined;
}

/** Forgets it. */
export function takeOrigin(): PurchaseOrigin | undefined {
  const origin = findOrigin();
  sessionStorage.removeItem(STORAGE_KEY);
  return origin;
}
