import { timeFormat } from "#contract/format.ts";

const EXACT = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

const longDate = timeFormat({ dateStyle: "long" });
const monthDay = timeFormat({ month: "long", day: "numeric" });

/** 'December 20, 2026' */
export const formatDate = (iso: string): string => longDate(new Date(iso));

/** 'December 20', where the year is clear */
export const formatMonthDay = (iso: string): string => monthDay(new Date(iso));

/** 'Nov 9' */
export const formatShortDay = timeFormat({ month: "short", day: "numeric" });

/** 'Nov 9, 2024' */
export const formatShortDate = timeFormat({ month: "short", day: "numeric", year: "numeric" });

export const formatWeekday = timeFormat({ weekday: "short", month: "short", day: "numeric" });

/** '3:04 PM' */
export const formatTimeOfDay = timeFormat({ timeStyle: "short" });

/** 'Nov 9, 2024, 3:04 PM' */
export const formatMoment = timeFormat({ dateStyle: "medium", timeStyle: "short" });

/** 'Thu, Nov 26, 3:35 PM' */
export const formatDayAndClock = timeFormat(EXACT);

/** 'Mon, Sep 1, 2025, 9:05 AM' */
export const formatDateAndClock = timeFormat({ ...EXACT, year: "numeric" });
