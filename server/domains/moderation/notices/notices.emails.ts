import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { type Addressee, greet } from "#server/domains/accounts/accounts.emails.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";
import { type Email, formatTimeIn } from "#server/platform/email/email-layout.ts";

const WHEN: Readonly<Record<NoticeKind, string>> = {
  intimate: "We decide on intimate pictures within 48 hours.",
  minor: "We look at this within 4 hours.",
  illegal: "As a rule we decide within 24 hours.",
};

const REASON = "You get this because this address was given with a notice at Spotter.";

/** Contains nothing of what was written: the address is not verified. */
export const noticeReceiptEmail = (number: string, kind: NoticeKind): Email => ({
  subject: `We have your notice ${number}`,
  preview: "A person reads it and decides.",
  heading: "We have your notice",
  paragraphs: [
    `Its number is ${number}. A person reads it and decides; no machine decides alone.`,
    `${WHEN[kind]} We write to you when it is done.`,
    "If it was not you who wrote to us, ignore this mail. Nothing else comes but our answer.",
  ],
  reason: REASON,
});

const OUTCOME_TEXTS: Readonly<Record<NoticeOutcome, { preview: string; heading: string; text: string }>> = {
  acted_on: {
    preview: "We acted on it.",
    heading: "We acted on your notice",
    text: "What you told us about breaks the law or our rules, and we acted on it. Where we removed a picture, copies of it are held back when somebody uploads one.",
  },
  noted: {
    preview: "You were right to tell us.",
    heading: "You were right to tell us",
    text: "What you told us about breaks the law or our rules. We decided nothing new because of it.",
  },
  unfounded: {
    preview: "We found nothing to remove.",
    heading: "We found nothing to remove",
    text: "We looked at what you told us about. As far as we can see, it breaks neither the law nor our rules, or we could not find it.",
  },
  unexamined: {
    preview: "We closed it without a closer look.",
    heading: "We closed your notice",
    text: "We closed it without a closer look, as we do with many at once that look unfounded.",
  },
};

interface ToldOutcome {
  readonly outcome: NoticeOutcome;
  /** An earlier decision was emailed. */
  readonly isAgain: boolean;
  /** Undefined if the sender cannot object. */
  readonly objectUrl: string | undefined;
}

export function noticeOutcomeEmail(number: string, site: string, { outcome, isAgain, objectUrl }: ToldOutcome): Email {
  const { preview, heading, text } = OUTCOME_TEXTS[outcome];
  return {
    subject: isAgain ? `We looked at your notice ${number} again` : `Your notice ${number} is decided`,
    preview,
    heading,
    paragraphs: [
      ...(isAgain ? ["This takes the place of what we wrote before."] : []),
      text,
      "A person decided this.",
      ...(objectUrl
        ? [
            "If you see it differently, or can tell us more, you can object once within six months. As a rule somebody else looks at it again. You can also turn to a court or to the authority in charge where you live.",
          ]
        : ["You can also turn to a court or to the authority in charge where you live."]),
    ],
    button: objectUrl
      ? { label: "Ask for another look", url: objectUrl }
      : { label: "Write to us", url: `${site}/contact` },
    reason: REASON,
  };
}

/** The name is undefined if the recipient's address is not verified. */
export interface FraudNotice extends Addressee {
  /** If the recipient's address is verified. */
  readonly username: string | undefined;
  readonly lastContactAt: Date;
  readonly site: string;
}

export const fraudNoticeEmail = ({ name, timeZone, username, lastContactAt, site }: FraudNotice): Email => ({
  subject: "Somebody you wrote with may not be who they said",
  preview: "We ended an account for fraud. Please do not send money.",
  heading: "We ended an account for fraud",
  paragraphs: [
    greet(
      name,
      `You exchanged messages with ${username ?? "a member"} on Spotter, the last one on ${formatTimeIn(lastContactAt, timeZone)}. We ended that account because of fraud or a scam.`,
    ),
    "The person behind it may have used a false identity, and may try to reach you elsewhere. Do not send money, gift cards, crypto, pictures of documents or bank details, whatever the reason.",
    "If you already have, call your bank first: many payments can be stopped in the first hours. Then report it to the police, in the US also at reportfraud.ftc.gov and ic3.gov. It happens to careful people, and it is not your fault.",
  ],
  button: { label: "Spot a scam", url: `${site}/help/spot-a-scam` },
  secondaryLink: { label: "Write to us", url: `${site}/contact` },
  reason: "You get this because of your Spotter account.",
});

/** Takes back the warning of `fraudNoticeEmail`. */
export const fraudCorrectionEmail = ({ name, timeZone, username, lastContactAt, site }: FraudNotice): Email => ({
  subject: "We were wrong about somebody you wrote with",
  preview: "We took back what we wrote to you about fraud.",
  heading: "We took back a decision",
  paragraphs: [
    greet(
      name,
      `We wrote to you that we had ended the account of ${username ?? "a member"} because of fraud or a scam. You exchanged messages with them, the last one on ${formatTimeIn(lastContactAt, timeZone)}.`,
    ),
    "A person looked at it again, and we took that decision back. Please forget what we wrote about fraud and a false identity. We are sorry, also for the worry.",
    "Whoever it is: do not send money to somebody you have not met.",
  ],
  button: { label: "Open Spotter", url: `${site}/` },
  secondaryLink: { label: "Write to us", url: `${site}/contact` },
  reason: "You get this because of your Spotter account.",
});
