const plain = new Intl.NumberFormat("en-US");
const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" });

/** '8', '3,000' */
export const formatCount = (number: number): string => plain.format(number);

/** '+5', '−1', '0', with a real minus sign */
export const formatChange = (number: number): string => signed.format(number).replace("-", "−");
