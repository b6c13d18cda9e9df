import type { ActName } from "#contract/moderation/acts.ts";
import type { CaseNotice, CaseReport } from "#contract/moderation/cases.ts";
import { isActing } from "#web/console/decision/act-options.ts";

type Item = CaseReport | CaseNotice;

/** After 'Its sender learns that'. */
export function describeAnswer(item: Item, isUpheld: boolean, chosen: readonly ActName[]): string {
  if (isUpheld) return isActing(chosen) ? "it was right, and dealt with" : "it was right, and nothing new is decided";
  const isOnlyRefund = chosen.length > 0 && chosen.every((act) => act === "refund_crushes");
  if (isOnlyRefund && !("kind" in item))
    return "they have back what a crush cost, if they sent one, and nothing else is decided";
  return "nothing was found in it";
}
