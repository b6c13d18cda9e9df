import { PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { formatAlternatives, formatCount, formatPrice } from "#contract/format.ts";
import * as limits from "#contract/limits.ts";
import { INTERESTS, LEVEL_LABELS, PROMPTS, SHOW_ME, SHOW_ME_CHOICES } from "#contract/members/catalog.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { spellCrushes } from "#contract/words.ts";

const { CARDS_A_DAY, FILE_BYTES_MAX, NEW_PEOPLE_A_DAY, PROFILES_A_DAY } = limits;

const counts: Readonly<Record<string, unknown>> = {
  ...limits,
  CARDS_A_DAY: CARDS_A_DAY.standard,
  CARDS_A_DAY_RESTRICTED: CARDS_A_DAY.restricted,
  FILE_MB_MAX: FILE_BYTES_MAX / 1024 / 1024,
  INTERESTS_COUNT: INTERESTS.length,
  NEW_PEOPLE_A_DAY: NEW_PEOPLE_A_DAY.standard,
  PROFILES_A_DAY: PROFILES_A_DAY.standard,
  PROFILES_A_DAY_RESTRICTED: PROFILES_A_DAY.restricted,
  PROMPTS_COUNT: PROMPTS.length,
  REPORT_REASONS_COUNT: REPORT_REASONS.length,
};

/** Such as `STARTER_PRICE`. */
const packages = PACKAGES.flatMap(({ id, name, crushes, priceCents }): [string, string][] => [
  [`${id.toUpperCase()}_NAME`, name],
  [`${id.toUpperCase()}_CRUSHES`, formatCount(crushes)],
  [`${id.toUpperCase()}_PRICE`, formatPrice(priceCents)],
  [`${id.toUpperCase()}_PRICE_EACH`, formatPrice(priceCents / crushes)],
]);

/**
 * The values that articles write as `{NAME}`, which the build fills in: each number of `contract/limits.ts` by its name,
 * and these of the catalog.
 */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(counts).flatMap(([name, count]): [string, string][] =>
    typeof count === "number" ? [[name, formatCount(count)]] : [],
  ),
  ...packages,
  ["CRUSH_PRICE", spellCrushes(limits.CRUSH_COST)],
  ["LEVEL_FIRST", LEVEL_LABELS[0]],
  ["LEVEL_LAST", LEVEL_LABELS[LEVEL_LABELS.length - 1] ?? ""],
  ["PICTURE_PRICE", spellCrushes(limits.ATTACHMENT_COST)],
  ["SHOW_ME", formatAlternatives(SHOW_ME)],
  ["SHOW_ME_CHOICES", formatAlternatives(SHOW_ME_CHOICES)],
  ["SUBSCRIPTION_PRICE", formatPrice(SUBSCRIPTION_PRICE_CENTS)],
]);
