import { onFirstUse } from "#web/lib/on-first-use.ts";

const long = onFirstUse(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long" }));
const short = onFirstUse(() => new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" }));

/** The day in the device's time zone: 'December 20, 2026'. */
export const formatDate = (iso: string): string => long().format(new Date(iso));

/** 'December 20', where the year is clear */
export const formatMonthDay = (iso: string): string => short().format(new Date(iso));
