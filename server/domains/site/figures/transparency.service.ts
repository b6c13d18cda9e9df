import type { Context } from "#server/context.ts";
import { findTransparencyReport, type TransparencyReport } from "#server/domains/site/figures/transparency.queries.ts";
import { CommandError } from "#server/errors.ts";

const FIRST_YEAR = 2020;

/** @throws CommandError for an invalid year, or one that has not begun */
function parseYear(text: string, now: Date): number {
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(year) || year < FIRST_YEAR || year > now.getUTCFullYear())
    throw new CommandError(`${text || "Nothing"} is not a year from ${FIRST_YEAR} to ${now.getUTCFullYear()}.`);
  return year;
}

/** One calendar year in UTC, without personal data. @throws CommandError for an invalid year */
export const createTransparencyReport = (ctx: Context, year: string): Promise<TransparencyReport> =>
  findTransparencyReport(ctx.db, parseYear(year, ctx.now()));
