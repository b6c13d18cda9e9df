import type { Unrestored } from "#contract/moderation/acts.ts";
import { RULES, type RuleKey } from "#contract/moderation/rules.ts";
import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Membership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { type Email, formatTimeIn } from "#server/platform/email/email-layout.ts";
import { site as operator } from "#site";

const REASON = "You get this because of your Spotter account.";

export interface Statement {
  readonly acts: readonly string[];
  readonly facts: string;
  readonly rule: RuleKey;
  readonly words: string;
  readonly automated: boolean;
  readonly kind: "suspended" | "suspension_changed" | "ended" | "restricted" | "lifted" | "asked";
  /** If nothing changes until then; undefined if the suspension ends. */
  readonly deletedAt: Date | undefined;
  /** Undefined if nothing is restricted. */
  readonly appeal: { readonly url: string; readonly until: Date } | undefined;
  /** Undefined if the member pays nothing. */
  readonly membership?: Membership | undefined;
  /** The member's. */
  readonly timeZone: string;
}

const SUBJECTS: Readonly<Record<Statement["kind"], string>> = {
  suspended: "Your account is suspended",
  suspension_changed: "Your suspension has changed",
  ended: "Your account has ended",
  restricted: "Your account is restricted",
  lifted: "Your account is not restricted any more",
  asked: "About how you use Spotter",
};

const PREVIEWS: Readonly<Record<Statement["kind"], string>> = {
  suspended: "You cannot log in for now. Here is why, and how to object.",
  suspension_changed: "What we wrote before is not true any more.",
  ended: "Here is why, and how to object.",
  restricted: "Here is why, and how to object.",
  lifted: "You can use all of Spotter again.",
  asked: "Please have a look at our community guidelines.",
};

const OPENING: Readonly<Record<Statement["kind"], string>> = {
  suspended: "We suspended your Spotter account because of our community guidelines.",
  suspension_changed: "Your Spotter account stays suspended, but not as we wrote before.",
  ended: "We ended your Spotter account because of our community guidelines.",
  restricted: "We decided something about your Spotter account because of our community guidelines.",
  lifted: "There is news about your Spotter account.",
  asked: "We looked at something on your account that does not fit our community guidelines.",
};

const decidedBy = (automated: boolean): string =>
  automated
    ? "Our system found and decided this by itself. It applies everywhere on Spotter."
    : "A person decided this, not a computer. It applies everywhere on Spotter.";

const CANCEL = "Cancel your membership";

function describeMembership({ state, periodEnd }: Membership, timeZone: string): string {
  const end = formatTimeIn(periodEnd, timeZone);
  const cancel = `by ‘${CANCEL}’ below, without logging in`;
  switch (state) {
    case "renews":
      return `Your Unlimited membership goes on, and renews on ${end}. You can cancel it ${cancel}.`;
    case "stopped":
      return (
        `Your Unlimited membership is not charged while you are suspended: it ends on ${end}. If the suspension is ` +
        `lifted before, it goes on. If you do not want that, cancel it ${cancel}.`
      );
    case "cancelled":
      return `Your Unlimited membership ends on ${end}. Nothing more is charged.`;
    case "ends_now":
      return "Your Unlimited membership ends now. Nothing more is charged, and the rest of a paid month is lost.";
  }
}

/** The link to the membership works without logging in. */
function secondaryLink({ appeal, membership }: Statement, site: string): Email["secondaryLink"] {
  if (!appeal) return undefined;
  return membership?.state === "renews" || membership?.state === "stopped"
    ? { label: CANCEL, url: `${appeal.url}#membership` }
    : { label: "Contact support", url: `${site}/contact` };
}

/** Names no reporter and no operator. */
export function statementEmail(name: string | undefined, site: string, statement: Statement): Email {
  const { acts, facts, rule, words, automated, kind, deletedAt, appeal, membership, timeZone } = statement;
  const second = secondaryLink(statement, site);
  return {
    subject: SUBJECTS[kind],
    preview: PREVIEWS[kind],
    heading: kind === "asked" ? "A word about our guidelines" : SUBJECTS[kind],
    paragraphs: [
      greet(name, OPENING[kind]),
      ...(kind === "asked" && words === "" && facts === "" ? [] : acts),
      ...(facts === "" ? [] : [`What we found: ${facts}`]),
      ...(rule === "guidelines" ? [] : [`The rule: ‘${RULES[rule]}’, in our community guidelines and terms.`]),
      ...(words === "" ? [] : [`The reason: ${words}`]),
      ...(membership ? [describeMembership(membership, timeZone)] : []),
      ...(appeal
        ? [
            decidedBy(automated),
            ...(deletedAt
              ? [
                  `We delete your account and what is in it on ${formatTimeIn(deletedAt, timeZone)}. If you want a copy of your ` +
                    `data, or have it deleted before, write to ${operator.supportEmail} from the address of your account.`,
                ]
              : []),
            `If you think that this is a mistake, you can object once, until ${formatTimeIn(appeal.until, timeZone)}. ` +
              "The link below works without logging in, and a person looks at it again. You can also go to a court or " +
              "to an out-of-court body for disputes.",
          ]
        : kind === "lifted"
          ? []
          : ["Nothing else happens now. Please read the guidelines: if it goes on, we may suspend your account."]),
    ],
    button: appeal
      ? { label: "Object to this decision", url: appeal.url }
      : { label: "Read the guidelines", url: `${site}/community-guidelines` },
    ...(second && { secondaryLink: second }),
    reason: REASON,
  };
}

const AS_BEFORE = "Your account is as it was before.";
const SORRY = "We are sorry for the trouble.";

const MEMBERSHIP_ENDED =
  "Only your Unlimited membership is not back: it had to end with your account. We pay back what was left of its month, " +
  "and you can buy it again.";

function restored(unrestored: readonly Unrestored[]): readonly string[] {
  const pictures = unrestored.filter((reason) => reason !== "membership_ended");
  if (pictures.length === unrestored.length) return restoredPictures(pictures);
  return [MEMBERSHIP_ENDED, ...(pictures.length > 0 ? restoredPictures(pictures) : [SORRY])];
}

const restoredPictures = (unrestored: readonly Unrestored[]): readonly string[] =>
  unrestored.includes("profile_full")
    ? [
        "Only a photo that we had removed is not back: your profile has six photos again. If you like, remove one and " +
          `add it again. Apart from that, your account is as it was before. ${SORRY}`,
      ]
    : unrestored.length > 0
      ? [`We do not have a picture any more that we had removed. If you like, add it again. ${SORRY}`]
      : [`${AS_BEFORE} ${SORRY}`];

export const undoneEmail = (
  name: string | undefined,
  site: string,
  { acts, unrestored }: { readonly acts: readonly string[]; readonly unrestored: readonly Unrestored[] },
): Email => ({
  subject: "We took back a decision",
  preview: unrestored.length > 0 ? "It does not apply any more." : AS_BEFORE,
  heading: "We took back a decision",
  paragraphs: [
    greet(name, "We took back a decision about your account. It does not apply any more:"),
    ...acts.map((act) => `“${act}”`),
    ...restored(unrestored),
  ],
  button: { label: "Open Spotter", url: `${site}/` },
  reason: REASON,
});

export const appealOutcomeEmail = (
  name: string | undefined,
  site: string,
  {
    isReversed,
    answer,
    unrestored,
  }: { readonly isReversed: boolean; readonly answer: string; readonly unrestored: readonly Unrestored[] },
): Email => ({
  subject: isReversed ? "You were right: we took back our decision" : "We looked at our decision again",
  preview: isReversed
    ? unrestored.length > 0
      ? "It does not apply any more."
      : AS_BEFORE
    : answer === ""
      ? "It stays as it is."
      : "It stays as it is. Here is why.",
  heading: isReversed ? "We took back our decision" : "Our decision stays",
  paragraphs: [
    isReversed
      ? greet(
          name,
          "A person looked at your objection, and you were right. What we had decided does not apply any more.",
        )
      : greet(name, "A person looked at your objection and at all that belongs to it. Our decision stays as it is."),
    ...(answer === "" ? [] : [answer]),
    ...(isReversed
      ? restored(unrestored)
      : ["This was the last step with us. You can go to a court or to an out-of-court body for disputes."]),
  ],
  button: isReversed
    ? { label: "Open Spotter", url: `${site}/` }
    : { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

export const appealReceiptEmail = (name: string | undefined, site: string): Email => ({
  subject: "We have your objection",
  preview: "A person looks at it. We write again when it is decided.",
  heading: "We have your objection",
  paragraphs: [
    greet(name, "Thank you for writing. A person looks at our decision again, usually within a day."),
    "We write again when it is decided. Until then our decision applies.",
  ],
  button: { label: "Read the guidelines", url: `${site}/community-guidelines` },
  reason: REASON,
});
