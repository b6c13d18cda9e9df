import { type Letter, momentWords } from "#server/email/email-layout.ts";
import { greet } from "#server/modules/accounts/accounts.emails.ts";
import type { Terms } from "#server/modules/members/standing.service.ts";

const REASON = "You get this because of your Spotter account.";

/** Tells a member that what they did was looked at. It does not say who told of it, nor what. */
export const warnedLetter = (name: string | undefined, site: string): Letter => ({
  subject: "About how you use Spotter",
  preview: "Please have a look at our community guidelines.",
  heading: "A word about our guidelines",
  paragraphs: [
    greet(name, "We looked at something on your account that does not fit our community guidelines."),
    "Nothing else happens now. Please read them: if it goes on, we may suspend your account.",
  ],
  button: { label: "Read the guidelines", url: `${site}/community-guidelines` },
  reason: REASON,
});

/** When it ends, the reason as far as it is told, and the way to somebody who looks again. */
const termsWords = ({ until, told }: Terms): string[] => [
  until
    ? `The suspension ends by itself on ${momentWords(until)}. Until then you cannot log in, and nobody sees your profile.`
    : "It has no end of its own. You cannot log in, and nobody sees your profile.",
  ...(told === "" ? [] : [`The reason: ${told}`]),
  "If you think that this is a mistake, write to us: a person will look at it again.",
];

/** Tells a member that they are suspended, until when, and why where the operator says so. */
export const suspendedLetter = (name: string | undefined, site: string, terms: Terms): Letter => ({
  subject: "Your account is suspended",
  preview: "You cannot log in for now. Here is how to reach us.",
  heading: "Your account is suspended",
  paragraphs: [
    greet(name, "We suspended your Spotter account because of our community guidelines."),
    ...termsWords(terms),
  ],
  button: { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

/** Tells a member that their suspension goes on otherwise than they were told. */
export const changedLetter = (name: string | undefined, site: string, terms: Terms): Letter => ({
  subject: "Your suspension has changed",
  preview: "What we wrote before is not true any more.",
  heading: "Your suspension has changed",
  paragraphs: [greet(name, "Your Spotter account stays suspended, but not as we wrote before."), ...termsWords(terms)],
  button: { label: "Contact support", url: `${site}/contact` },
  reason: REASON,
});

/** Tells a member that their suspension is over. */
export const liftedLetter = (name: string | undefined, site: string): Letter => ({
  subject: "Your account is open again",
  preview: "Everything is where you left it.",
  heading: name === undefined ? "Welcome back" : `Welcome back, ${name}`,
  paragraphs: [
    "Your Spotter account is not suspended any more. Your matches and your crushes are where you left them.",
  ],
  button: { label: "Log in", url: `${site}/?login=true` },
  reason: REASON,
});
