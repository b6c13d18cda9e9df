import { onFirstUse } from "#web/lib/on-first-use.ts";

const plain = onFirstUse(() => new Intl.NumberFormat("en-US"));
const signed = onFirstUse(() => new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" }));

/** '8', '3,000' */
export const formatCount = (number: number): string => plain().format(number);

/** '+5', '−1', '0', with a real minus sign */
export const formatChange = (number: number): string => signed().format(number).replace("-", "−");
