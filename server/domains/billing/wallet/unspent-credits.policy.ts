import type { LedgerEntry } from "#server/platform/db/schema/wallet.ts";

/** Credits of one origin: a purchase, or everything that was free. */
interface Lot {
  readonly checkoutId: string | undefined;
  left: number;
}

export type BookedEntry = Pick<LedgerEntry, "kind" | "change" | "source">;

const checkoutIn = (source: string): string | undefined => /^checkout:([0-9a-f-]{36})(?::|$)/.exec(source)?.[1];

/** In their order. @returns the credits from each lot */
function take(lots: readonly Lot[], credits: number): Map<Lot, number> {
  const taken = new Map<Lot, number>();
  let missing = credits;
  for (const lot of lots) {
    const part = Math.min(lot.left, missing);
    if (part === 0) continue;
    lot.left -= part;
    missing -= part;
    taken.set(lot, part);
  }
  return taken;
}

/**
 * Free credits are spent first, then those of the oldest purchase, so that most is left of purchases from which a buyer
 * can still withdraw.
 * @param entries all entries of the wallet that change its balance, oldest first
 * @returns credits by checkout
 */
export function countUnspentCredits(entries: readonly BookedEntry[]): ReadonlyMap<string, number> {
  const free: Lot = { checkoutId: undefined, left: 0 };
  const lots: Lot[] = [free];
  const lotOf = (checkoutId: string | undefined): Lot | undefined => lots.find((lot) => lot.checkoutId === checkoutId);
  /** A lot fills again when the crush or the image is paid back. */
  const spentFrom = new Map<string, ReadonlyMap<Lot, number>>();

  for (const { kind, change, source } of entries) {
    const checkoutId = checkoutIn(source);
    if (kind === "purchased") {
      lots.push({ checkoutId, left: change });
    } else if (change < 0) {
      // A purchase that is paid back takes its own credits, and others as far as these are spent.
      const own = checkoutId === undefined ? undefined : lotOf(checkoutId);
      const taken = take(own ? [own, ...lots] : lots, -change);
      if (kind === "sent") spentFrom.set(source, taken);
    } else if ((kind === "refund" || kind === "returned") && spentFrom.has(source)) {
      for (const [lot, credits] of spentFrom.get(source) ?? []) lot.left += credits;
    } else {
      (lotOf(checkoutId) ?? free).left += change;
    }
  }
  return new Map(lots.flatMap(({ checkoutId, left }) => (checkoutId === undefined ? [] : [[checkoutId, left]])));
}
