const whole = new Intl.NumberFormat("en-US");
const gained = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" });

/** A count for people: '8', '3,000'. */
export const formatCount = (number: number): string => whole.format(number);

/** What came or went: '+5', '−1', '0', with a real minus. */
export const formatChange = (number: number): string => gained.format(number).replace("-", "−");
