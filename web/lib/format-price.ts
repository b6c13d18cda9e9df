import { onFirstUse } from "#web/lib/on-first-use.ts";

const price = onFirstUse(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));

/** US cents as a price: 499 is '$4.99'. Fractions of a cent are rounded: a package's price per crush has them. */
export const formatPrice = (cents: number): string => price().format(cents / 100);
