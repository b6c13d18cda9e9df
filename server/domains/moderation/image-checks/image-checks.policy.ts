import type { RuleKey } from "#contract/moderation/rules.ts";

/** `newer`: copies that are stored from then on. */
export type HeldCopies = "all" | "newer" | "none";

/** A member who shows such a picture may not, however long they have had it. */
const NOBODY_MAY_SHOW: readonly RuleKey[] = ["under_18", "intimate_pictures", "illegal"];

/**
 * Photos are stolen: with the rule against that, a copy is most likely its owner's, and with others an older one may
 * be.
 */
export const copiesHeldBy = (rule: RuleKey): HeldCopies => {
  if (rule === "be_you") return "none";
  return NOBODY_MAY_SHOW.includes(rule) ? "all" : "newer";
};
