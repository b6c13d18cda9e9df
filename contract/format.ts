import { onFirstUse } from "#contract/on-first-use.ts";

/**
 * Only this file names a locale or calls `Intl` for a text (`.oxlintrc.json`), so that another language has one place.
 */
const LOCALE = "en-US";

const counts = onFirstUse(() => new Intl.NumberFormat(LOCALE));
const changes = onFirstUse(() => new Intl.NumberFormat(LOCALE, { signDisplay: "exceptZero" }));
const prices = onFirstUse(() => new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" }));
const lists = onFirstUse(() => new Intl.ListFormat(LOCALE, { type: "conjunction" }));

/** '8', '3,000' */
export const formatCount = (number: number): string => counts().format(number);

/** '+5', '−1', '0', with a real minus sign */
export const formatChange = (number: number): string => changes().format(number).replace("-", "−");

/** US cents as a price: 499 is '$4.99'. A package's price per crush has fractions of a cent, which are rounded. */
export const formatPrice = (cents: number): string => prices().format(cents / 100);

/** 'Sam', 'Sam and Kim', 'Sam, Kim, and Lee' */
export const formatList = (names: readonly string[]): string => lists().format(names);

/** 'Man or Woman' */
export const formatAlternatives = (names: readonly string[]): string =>
  new Intl.ListFormat(LOCALE, { type: "disjunction" }).format(names);

/** For a format that is used once, or for one of many time zones. By default in the device's time zone. */
export const createTimeFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALE, options);

/** @returns the text of an instant, in milliseconds if it is a number */
export function timeFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  const format = onFirstUse(() => createTimeFormat(options));
  return (at) => format().format(at);
}

/** The name of a time zone at an instant, in milliseconds: 'CST' if `short`, 'Central Time' if `longGeneric`. */
export const nameOfZone = (timeZone: string, style: "short" | "longGeneric", at: number): string =>
  createTimeFormat({ timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** By the two letters of ISO 3166. */
export const createCountryNames = (): Intl.DisplayNames => new Intl.DisplayNames(LOCALE, { type: "region" });

/** Splits a text into user-perceived characters. */
export const createCharacterSplitter = (): Intl.Segmenter => new Intl.Segmenter(LOCALE, { granularity: "grapheme" });

/** Orders texts with numbers by these: 'week 9' is before 'week 10'. */
export const compareByNumbers = (a: string, b: string): number => a.localeCompare(b, LOCALE, { numeric: true });
