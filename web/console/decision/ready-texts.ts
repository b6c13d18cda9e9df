import { PLACEHOLDER } from "#contract/moderation/acts.ts";
import type { CaseDetail, HoldReason } from "#contract/moderation/cases.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { openItems } from "#web/console/decision/item-rules.ts";

/** A statement does not say that somebody reported the facts. */
const FACTS_OF_REASON: Readonly<Record<ReportReason, string>> = {
  "Fake profile or someone else's photos": "The profile shows somebody else.",
  "Spam or a scam": "Messages or a profile that advertise, or ask for money.",
  "Harassment or threats": "Messages that harass or threaten.",
  "Hate or discrimination": "Words that attack people for who they are.",
  "Nudity or sexual content": "Sexual content that nobody asked for.",
  "Seems to be under 18": "Signs that the account belongs to somebody under 18.",
  "Someone is in danger": "Something that puts a person in danger.",
  "Something else": "",
};

const FACTS_OF_NOTICE: Readonly<Record<NoticeKind, string>> = {
  minor: FACTS_OF_REASON["Seems to be under 18"],
  intimate: "An intimate picture of somebody who did not agree to it.",
  illegal: "",
};

const KNOWN_PICTURE = "A copy of a picture that is known to be unwanted.";

/** What a picture can be, whatever a check takes it for. */
const FACTS_OF_PICTURE = [
  "A picture with sexual content.",
  "A picture of somebody else.",
  "A picture that shows something else than the member.",
  "A picture with an address, a number or a link.",
] as const;

const FACTS_OF_HOLD: Readonly<Record<HoldReason, string>> = {
  removed_copy: "A copy of a picture that we removed before.",
  older_copy: "A copy of a picture that we removed before.",
  listed_copy: KNOWN_PICTURE,
  explicit: "",
  unchecked: "",
};

const each = (texts: readonly string[]): readonly string[] => [...new Set(texts.filter((text) => text !== ""))];

/** Offered, and never chosen before somebody has looked: reports are claims, and checks are often wrong. */
export function readyFacts({
  kind,
  hold,
  reports,
  notices,
}: Pick<CaseDetail, "kind" | "hold" | "reports" | "notices">): readonly string[] {
  if (kind === "picture") return each([hold ? FACTS_OF_HOLD[hold.reason] : "", ...FACTS_OF_PICTURE]);
  return each(
    openItems({ reports, notices }).map((item) =>
      "kind" in item ? FACTS_OF_NOTICE[item.kind] : (FACTS_OF_REASON[item.reason as ReportReason] ?? ""),
    ),
  );
}

/** They fit most cases of an act. A text with a placeholder is not sent until it is replaced. */
export const READY_WORDS: readonly { readonly label: string; readonly words: string }[] = [
  { label: "Be kind", words: "Please write to people as you would speak to them at the gym. Take a no as a no." },
  { label: "Photo", words: "Please show yourself, dressed as at the gym, in photos that are yours." },
  { label: "No advertising", words: "Please do not advertise, sell or ask for money here." },
  { label: "Show it is you", words: "Please show us with a selfie that your photos are of you. It takes a minute." },
  { label: "Take out", words: `Please take ${PLACEHOLDER} out of your profile.` },
  { label: "Last warning", words: "This is not the first time. If it happens again, we end your account." },
];
