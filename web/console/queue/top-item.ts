import type { TopItem } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { HOLD_NAMES } from "#web/console/case/hold.tsx";
import { NOTICE_NAMES } from "#web/console/case/signals.tsx";
import { labelOfAct } from "#web/console/decision/act-options.ts";

/** Why a case is open, by the kind of its most urgent item. */
const REASONS: { readonly [Kind in TopItem["kind"]]: (top: Extract<TopItem, { kind: Kind }>) => string } = {
  report: ({ reason }) => reason,
  notice: ({ about }) => `Notice: ${NOTICE_NAMES[about]}`,
  picture_check: ({ holdReason }) => (holdReason === null ? "A picture that was held" : HOLD_NAMES[holdReason]),
  appeal: ({ acts }) => `Appeal of: ${acts.map(labelOfAct).join(", ")}`,
  fraud: ({ signal }) => signal,
  verification: () => "Selfie",
  objection: ({ to }) => `Another look: ${NOTICE_NAMES[to as NoticeKind] ?? to}`,
  contact_message: ({ subject }) => `Message: ${subject}`,
};

export const reasonOf = (top: TopItem | null): string =>
  top === null ? "Nothing is open" : REASONS[top.kind](top as never);

/** The first line of what was written. */
export const wordsOf = (top: TopItem | null): string => (top !== null && "words" in top ? top.words : "");
