import { fullName, type Named } from "#server/domains/training/trusted-contacts/trusted-contacts.policy.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import { quoted } from "#server/platform/email/quoted-words.ts";

interface Links {
  readonly member: Named;
  readonly contactUrl: string;
}

const END_LABEL = "Stop these emails";

const reasonOf = (member: Named): string =>
  `You get this because ${fullName(member)} named you as somebody they trust. You can end that at any time by “${END_LABEL}” above.`;

const ending = (contactUrl: string): NonNullable<Email["secondaryLink"]> => ({
  label: END_LABEL,
  url: contactUrl,
});

/** Opening the link does nothing; the page has the buttons. */
export const invitationEmail = ({ member, contactUrl }: Links): Email => ({
  subject: `${member.known_as} would like to tell you about their plans`,
  preview: "Yes or no: you decide, and you can end it at any time.",
  heading: `Somebody trusts you`,
  paragraphs: [
    `${fullName(member)} would like to tell you when they meet somebody from Spotter, a fitness dating app: when, where and with whom. You need no account.`,
    "Open the page below to say yes or no. If you say no, we delete your address, and they cannot ask you again for a year. You can also say no to everybody.",
    "This question ends in 14 days. They can send it once more, and nobody else reminds you.",
  ],
  button: { label: "Answer", url: contactUrl },
  reason: `You get this email because ${fullName(member)} entered your address.`,
});

export const sharedEmail = ({ member, contactUrl, pageUrl }: Links & { readonly pageUrl: string }): Email => ({
  subject: `${member.known_as} shares a workout date with you`,
  preview: "When, where and with whom: on a page that is always up to date.",
  heading: `${member.known_as} meets somebody`,
  paragraphs: [
    `${fullName(member)} has planned a workout with somebody from Spotter, and would like you to know. When, where and with whom is on a page that changes if the plan does.`,
    "The page ends 24 hours after the date. It shows no live location. There is nothing for you to do.",
  ],
  button: { label: "Open the page", url: pageUrl },
  secondaryLink: ending(contactUrl),
  reason: reasonOf(member),
});

interface Told extends Links {
  /** Undefined if the page has ended. */
  readonly pageUrl: string | undefined;
  /** Three lines: sport and partner, time, place. */
  readonly summary: string;
  /** Whether the member has asked for this mail. */
  readonly hasAsked: boolean;
}

/** The place is quoted, because a member has written it. */
function describeSummary(summary: string): string {
  const [what = "", when = "", where = ""] = summary.split("\n");
  return `What: ${what}\nWhen: ${when}\nWhere: ${quoted(where)}`;
}

export const toldEmail = ({ member, contactUrl, pageUrl, summary, hasAsked }: Told): Email => ({
  subject: hasAsked
    ? `${member.known_as} asked us to write to you`
    : `${member.known_as} has not said that they are back`,
  preview: "Please try to reach them.",
  heading: hasAsked
    ? `${member.known_as} would like to hear from you`
    : `${member.known_as} has not said that they are back`,
  paragraphs: [
    hasAsked
      ? `${fullName(member)} has just asked us to tell you, after their workout date. Please try to reach them.`
      : `We expected to hear from ${fullName(member)} after their workout date, and have not for an hour. This may mean nothing: phones die, and evenings get long. Please try to reach them.`,
    describeSummary(summary),
    "We know no more than this, and we are not an emergency service. If you think that somebody is in danger, call your emergency number.",
  ],
  ...(pageUrl !== undefined && { button: { label: "Open the page", url: pageUrl } }),
  secondaryLink: ending(contactUrl),
  reason: reasonOf(member),
});

export const backEmail = ({ member, contactUrl }: Links): Email => ({
  subject: `${member.known_as} is back`,
  preview: "All is well.",
  heading: `${member.known_as} is back`,
  paragraphs: [
    `${member.known_as} has just said that they are back from their workout date. Thank you for looking out.`,
  ],
  secondaryLink: ending(contactUrl),
  reason: reasonOf(member),
});
