import { DAY_MS } from "#contract/durations.ts";
import { hasVisibleText } from "#contract/form-fields.ts";
import { APPEAL_MONTHS, ENDED_MONTHS } from "#contract/limits.ts";
import {
  type ActChoice,
  FACTS_MAX,
  findPlaceholder,
  isExclusive,
  isRestriction,
  UNDO_DAYS,
  WORDS_MAX,
} from "#contract/moderation/acts.ts";
import { DANGER_RULES, type RuleKey, YOUTH_RULE } from "#contract/moderation/rules.ts";
import { AppError } from "#server/errors.ts";

/** Null if it cannot be undone: what protects people from danger, which a slip must not lift. */
export const undoUntil = (now: Date, acts: readonly ActChoice[], rule: RuleKey): Date | null =>
  DANGER_RULES.includes(rule) && acts.some(({ act }) => isRestriction(act))
    ? null
    : new Date(now.getTime() + UNDO_DAYS * DAY_MS);

export function addMonths(time: Date, months: number): Date {
  const later = new Date(time);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}

export const appealUntil = (now: Date): Date => addMonths(now, APPEAL_MONTHS);

/** For a suspension without an end. See `findEndedAccounts`. */
export const deletionOf = ({ decided_at, rule }: { readonly decided_at: Date; readonly rule: string }): Date =>
  rule === YOUTH_RULE ? appealUntil(decided_at) : addMonths(decided_at, ENDED_MONTHS);

export interface DecisionText {
  /** The member reads it. */
  readonly facts: string;
  readonly rule: RuleKey;
  /** The operator's words to the member; empty for none. */
  readonly words: string;
}

export function assertDecidable(acts: readonly ActChoice[], { facts, words }: DecisionText): void {
  const names = acts.map(({ act }) => act);
  const refuse = (field: string, message: string) => AppError.field("invalid", field, message);
  if (names.length === 0) throw refuse("acts", "Choose what to do.");
  const repeated = names.filter((name, i) => name !== "remove_photo" && names.indexOf(name) !== i);
  const photoIds = acts.flatMap((one) => (one.act === "remove_photo" ? [one.photoId] : []));
  if (repeated.length > 0 || new Set(photoIds).size < photoIds.length) throw refuse("acts", "Choose each act once.");
  for (const one of names) {
    const other = names.find((name) => isExclusive(one, name));
    if (other) throw refuse("acts", `${one} and ${other} exclude each other.`);
  }
  if (facts.length > FACTS_MAX) throw refuse("facts", `The facts can have ${FACTS_MAX} characters.`);
  if (words.length > WORDS_MAX) throw refuse("words", `The words can have ${WORDS_MAX} characters.`);
}

/** A statement must give the facts or the reason. @throws AppError invalid */
export function assertReasoned(acts: readonly ActChoice[], { facts, rule, words }: DecisionText): void {
  if (!acts.some(({ act }) => isRestriction(act))) return;
  if (!hasVisibleText(facts)) throw AppError.field("invalid", "facts", "Say what you found. The member reads it.");
  if (rule === "guidelines" && !hasVisibleText(words))
    throw AppError.field("invalid", "words", "Choose the rule, or say why in your own words.");
}

/** Ready words have a placeholder for what only the person who decides knows. @throws AppError invalid */
export function assertComplete(texts: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(texts)) {
    const placeholder = findPlaceholder(text);
    if (placeholder) throw AppError.field("invalid", field, `Replace ${placeholder} first.`);
  }
}

/** The email must name the change. @throws AppError invalid */
export function assertAsked(acts: readonly ActChoice[], { facts, words }: Pick<DecisionText, "facts" | "words">): void {
  if (acts.some(({ act }) => act === "ask_to_change") && !hasVisibleText(facts + words))
    throw AppError.field("invalid", "words", "Say what the member should change.");
}

const SETTLING: readonly ActChoice["act"][] = ["no_action", "show_picture", "remove_picture"];

/** The picture would stay hidden for good. @throws AppError invalid */
export function assertSettlesPicture(acts: readonly ActChoice[]): void {
  if (!acts.some(({ act }) => SETTLING.includes(act)))
    throw AppError.field("invalid", "acts", "Say whether the picture is shown or removed.");
}

/** As words of its own: somebody called "Ian" is not in "guardian". */
const isNamedIn = (text: string, name: string, flags: "iu" | "u"): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, flags).test(text);

/** Shorter words are in many names and texts. */
const NAME_WORD_MIN = 4;

/** In small letters they are no name: anyone can call themselves "Threats". */
const wordsOf = (name: string): string[] =>
  (name.match(/\p{L}+/gu) ?? [])
    .filter((word) => word.length >= NAME_WORD_MIN)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());

/** People who reported a member. */
export interface Sources {
  /** Usernames of members. */
  readonly usernames: readonly string[];
  readonly names: readonly string[];
}

/** The member reads the texts, which must not name a source. @param texts by field @throws AppError invalid */
export function assertNamesNobody(texts: Readonly<Record<string, string>>, { usernames, names }: Sources): void {
  for (const [field, text] of Object.entries(texts)) {
    const found =
      [...usernames, ...names].find((name) => isNamedIn(text, name, "iu")) ??
      names.flatMap(wordsOf).find((word) => isNamedIn(text, word, "u"));
    if (found !== undefined)
      throw AppError.field(
        "invalid",
        field,
        `The text has “${found}”, the name of somebody who told us about the member.`,
      );
  }
}
