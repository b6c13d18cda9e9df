import { MESSAGE_MAX } from "#contract/limits.ts";
import { counted } from "#contract/words.ts";

/** Maximum length in the field: longer than a message, so that pasted text can be shortened there. */
export const DRAFT_MAX = 20_000;

/** The counter appears at the first of these values; screen readers announce each one. */
const LEFT_STEPS = [200, 100, 50, 20, 10] as const;
const OVER_STEPS = [1000, 500, 200, 100, 50, 20, 10] as const;

/** Negative if the message is too long. */
export const countCharactersLeft = (content: string): number => MESSAGE_MAX - content.length;

/** Shown when the end of a pasted text may have been cut off. */
const DRAFT_FULL_TEXT = `Only the first ${DRAFT_MAX} characters fit here, and ${MESSAGE_MAX} in a message`;

/** The visible counter: empty until few characters are left, then the count, then the excess. */
export function formatCharacterCount(content: string): string {
  const left = countCharactersLeft(content);
  if (left > LEFT_STEPS[0]) return "";
  if (left >= 0) return `${content.length} / ${MESSAGE_MAX}`;
  return content.length < DRAFT_MAX ? `${counted(-left, "character", "characters")} too many` : DRAFT_FULL_TEXT;
}

/** The announcement for screen readers: constant over a range, so that not every keystroke is announced. */
export function formatSpokenCount(content: string): string {
  const left = countCharactersLeft(content);
  if (left > LEFT_STEPS[0]) return "";
  if (left === 0) return "No characters left";
  if (left > 0) return `No more than ${LEFT_STEPS.findLast((step) => left <= step)} characters left`;
  if (content.length >= DRAFT_MAX) return DRAFT_FULL_TEXT;
  const step = OVER_STEPS.find((one) => -left >= one);
  return step === undefined
    ? "Too long to send by a few characters"
    : `Too long to send by at least ${step} characters`;
}
