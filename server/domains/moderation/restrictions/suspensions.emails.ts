import { type Addressee, greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Membership } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import type { SuspensionTerms } from "#server/domains/members/members.service.ts";
import { type Email, formatTimeIn } from "#server/platform/email/email-layout.ts";

const REASON = "You get this because of your Spotter account.";

const termsParagraphs = ({ until, memberMessage }: SuspensionTerms, timeZone: string): string[] => [
  until
    ? `The suspension ends by itself on ${formatTimeIn(until, timeZone)}. Until then you cannot log in, and nobody sees your profile.`
    : "It has no end of its own. You cannot log in, and nobody sees your profile.",
  ...(memberMessage === "" ? [] : [`The reason: ${memberMessage}`]),
  "If you think that this is a mistake, write to us: a person will look at it again.",
];

export const suspensionEmail = ({ name, timeZone }: Addressee, site: string, terms: SuspensionTerms): Email => ({
  subject: "Your account is suspended",
  preview: "You cannot log in for now. Here is how to reach us.",
  heading: "Your account is suspended",
  paragraphs: [
    greet(name, "We suspended your Spotter account because of our community guidelines."),
    ...termsParagraphs(terms, timeZone),
  ],
  button: { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

export const suspensionChangedEmail = ({ name, timeZone }: Addressee, site: string, terms: SuspensionTerms): Email => ({
  subject: "Your suspension has changed",
  preview: "What we wrote before is not true any more.",
  heading: "Your suspension has changed",
  paragraphs: [
    greet(name, "Your Spotter account stays suspended, but not as we wrote before."),
    ...termsParagraphs(terms, timeZone),
  ],
  button: { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

/** @param membership the charges from now on; undefined for none */
export const suspensionLiftedEmail = (
  { name, timeZone }: Addressee,
  site: string,
  membership: Membership | undefined,
): Email => ({
  subject: "Your account is open again",
  preview: "Everything is where you left it.",
  heading: name === undefined ? "Welcome back" : `Welcome back, ${name}`,
  paragraphs: [
    "Your Spotter account is not suspended any more. Your matches and your crushes are where you left them.",
    ...(membership?.state === "renews"
      ? [
          `Your Unlimited membership goes on, and renews on ${formatTimeIn(membership.periodEnd, timeZone)}. You can cancel it in your wallet.`,
        ]
      : []),
  ],
  button: { label: "Log in", url: `${site}/?login=true` },
  reason: REASON,
});
