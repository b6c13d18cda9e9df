const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const short = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });

/** A time as its day here: 'December 20, 2026'. */
export const formatDate = (iso: string): string => long.format(new Date(iso));

/** The same where the year is clear: 'December 20'. */
export const formatMonthDay = (iso: string): string => short.format(new Date(iso));
