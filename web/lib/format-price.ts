const price = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** US cents as a price: 499 is '$4.99'. Parts of a cent are rounded: a package's price for each crush has them. */
export const formatPrice = (cents: number): string => price.format(cents / 100);
