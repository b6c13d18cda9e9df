import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { ReportOutcome } from "#server/domains/moderation/reports/reports.policy.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

const REASON = "You get this because you sent a report on Spotter.";

/** Names neither of the two members nor the reason: others may read the reporter's mail. */
export const receiptEmail = (name: string | undefined, site: string, code: string): Email => ({
  subject: `We have your report ${code}`,
  preview: "A person will look at it. We write again when it is decided.",
  heading: "We have your report",
  paragraphs: [
    greet(name, `Thank you. Your report has the number ${code}.`),
    "A person will look at it, usually within a day, and sooner if somebody is in danger. We write again when it is decided.",
    "Nobody is told who sent it. If you are in danger now, call 911, or 112 in Europe.",
  ],
  button: { label: "Safety tips", url: `${site}/safety` },
  reason: REASON,
});

const OUTCOMES: Readonly<Record<ReportOutcome, (code: string) => string>> = {
  upheld: (code) =>
    `A person looked at your report ${code}. What you told us about goes against our guidelines, and we dealt with it.`,
  noted: (code) =>
    `A person looked at your report ${code}. What you told us about goes against our guidelines. We decided nothing new because of it.`,
  not_upheld: (code) =>
    `A person looked at your report ${code}. We found nothing in it that goes against our guidelines.`,
  refunded: (code) =>
    `A person looked at your report ${code}. If you sent a crush, we gave you back what it cost. We decided nothing else.`,
  unexamined: (code) =>
    `We closed your report ${code} without a closer look, as we do with many at once that look unfounded.`,
};

interface ToldOutcome {
  readonly code: string;
  readonly outcome: ReportOutcome;
  /** An earlier decision was emailed. */
  readonly isAgain: boolean;
  /** Undefined if the reporter cannot object. */
  readonly objectUrl: string | undefined;
}

/** Says whether the report was right, but not what was done. */
export function outcomeEmail(
  name: string | undefined,
  site: string,
  { code, outcome, isAgain, objectUrl }: ToldOutcome,
): Email {
  const isRight = outcome === "upheld" || outcome === "noted";
  return {
    subject: isAgain ? `We looked at your report ${code} again` : `Your report ${code} is decided`,
    preview: isRight ? "You were right to tell us." : "Thank you for looking out.",
    heading: isAgain ? "We looked at your report again" : "Your report is decided",
    paragraphs: [
      greet(name, OUTCOMES[outcome](code)),
      ...(isAgain ? ["This takes the place of what we wrote before."] : []),
      "What exactly we decide about somebody stays between us and them, just as nobody is told who sent a report.",
      isRight
        ? "Thank you for telling us. You can block anyone at any time, and report again if it goes on."
        : "Thank you all the same. You can block anyone at any time. If there is more that we should know, report it again or write to us.",
      ...(objectUrl
        ? [
            "If you think that we got it wrong, you can object once within six months. As a rule somebody else looks at it again.",
          ]
        : []),
    ],
    button: objectUrl
      ? { label: "Ask for another look", url: objectUrl }
      : { label: "Contact us", url: `${site}/contact` },
    reason: REASON,
  };
}
