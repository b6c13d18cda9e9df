import { ATTACHMENT_COST, CRUSH_COST } from "#contract/limits.ts";
import { spellCredits, spelled } from "#contract/words.ts";

/**
 * Prices of crushes in money, and prices in crushes in sentences. These, `spellCrushes` and the placeholders of the
 * help articles are in all texts that state a price, so that a changed price changes them.
 */

export interface CrushPackage {
  readonly id: string;
  readonly name: string;
  readonly crushes: number;
  readonly priceCents: number;
  readonly note?: string;
  readonly popular?: true;
}

export const PACKAGES: readonly CrushPackage[] = [
  { id: "starter", name: "Starter Pack", crushes: 5, priceCents: 499 },
  { id: "power", name: "Power Pack", crushes: 15, priceCents: 999, note: "33% off", popular: true },
  { id: "athlete", name: "Athlete Bundle", crushes: 30, priceCents: 1499, note: "50% off" },
  { id: "champion", name: "Champion Bundle", crushes: 60, priceCents: 2499, note: "58% off" },
];

export const SUBSCRIPTION_PRICE_CENTS = 2999;

/** Goes on after the price of a crush: 'so does a picture in a chat', 'a picture in a chat takes 2' */
export const describePictures = (crush: number = CRUSH_COST, picture: number = ATTACHMENT_COST): string =>
  picture === crush ? "so does a picture in a chat" : `a picture in a chat takes ${spelled(picture)}`;

/** Begins a sentence: 'Sending a crush, and sending a picture in a chat, spends one credit' */
export const describeSpending = (crush: number = CRUSH_COST, picture: number = ATTACHMENT_COST): string =>
  picture === crush
    ? `Sending a crush, and sending a picture in a chat, spends ${spellCredits(crush)}`
    : `Sending a crush spends ${spellCredits(crush)}, and sending a picture in a chat ${spellCredits(picture)}`;
