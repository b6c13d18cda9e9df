import { MESSAGE_MAX } from "#contract/limits.ts";

/** What the field holds at most, in characters: much more than can be sent, so that a paste can be cut down to size in it. */
export const DRAFT_MAX = 20_000;

/** The counter shows when no more than this is left, and a screen reader hears of it at each step down. */
const LEFT_STEPS = [200, 100, 50, 20, 10] as const;
const OVER_STEPS = [1000, 500, 200, 100, 50, 20, 10] as const;

/** How many characters a message can still have; negative where it is too long. */
export const countCharactersLeft = (content: string): number => MESSAGE_MAX - content.length;

/** Said where something pasted may have lost its end. */
const DRAFT_FULL_TEXT = `Only the first ${DRAFT_MAX} characters fit here, and ${MESSAGE_MAX} in a message`;

const formatCharacters = (count: number): string => (count === 1 ? "1 character" : `${count} characters`);

/** What stands under the text: nothing while there is room, then the count, then how much has to go. */
export function formatCharacterCount(content: string): string {
  const left = countCharactersLeft(content);
  if (left > LEFT_STEPS[0]) return "";
  if (left >= 0) return `${content.length} / ${MESSAGE_MAX}`;
  return content.length < DRAFT_MAX ? `${formatCharacters(-left)} too many` : DRAFT_FULL_TEXT;
}

/** What a screen reader says of it. The same words over a range, so that not every keystroke is commented on. */
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
