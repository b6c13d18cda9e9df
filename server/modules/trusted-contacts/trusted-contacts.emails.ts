import type { Email } from "#server/email/email-layout.ts";

interface Links {
  readonly username: string;
  /** Of the page where the contact can end it. */
  readonly contactUrl: string;
}

const END_LABEL = "Stop these emails";

const reasonOf = (username: string): string =>
  `You get this because ${username} named you as somebody they trust. You can end that at any time by “${END_LABEL}” above.`;

const ending = (contactUrl: string): NonNullable<Email["secondaryLink"]> => ({
  label: END_LABEL,
  url: contactUrl,
});

/** Asks a person once. Opening the link does nothing; the page has the buttons. */
export const invitationEmail = ({ username, contactUrl }: Links): Email => ({
  subject: `${username} would like to tell you about their plans`,
  preview: "Yes or no: you decide, and you can end it at any time.",
  heading: `Somebody trusts you`,
  paragraphs: [
    `${username} would like to tell you when they meet somebody from Spotter, a fitness dating app: when, where and with whom. You need no account.`,
    "Open the page below to say yes or no. If you say no, we delete your address, and they cannot ask you again for a year. You can also say no to everybody.",
    "This question ends in 14 days. There is no reminder.",
  ],
  button: { label: "Answer", url: contactUrl },
  reason: `You get this one email because ${username} entered your address.`,
});

export const sharedEmail = ({ username, contactUrl, pageUrl }: Links & { readonly pageUrl: string }): Email => ({
  subject: `${username} shares a workout date with you`,
  preview: "When, where and with whom: on a page that is always up to date.",
  heading: `${username} meets somebody`,
  paragraphs: [
    `${username} has planned a workout with somebody from Spotter, and would like you to know. When, where and with whom is on a page that changes if the plan does.`,
    "The page ends 24 hours after the date. It shows no live location. There is nothing for you to do.",
  ],
  button: { label: "Open the page", url: pageUrl },
  secondaryLink: ending(contactUrl),
  reason: reasonOf(username),
});

interface Told extends Links {
  /** Undefined if the page has ended. */
  readonly pageUrl: string | undefined;
  /** Lines: what and with whom, when, where. */
  readonly summary: string;
  /** Whether the member has asked for this mail. */
  readonly hasAsked: boolean;
}

/** Names each line, and quotes the place, which a member has written: it must not read like words of ours. */
function describeSummary(summary: string): string {
  const [what = "", when = "", where = ""] = summary.split("\n");
  return `What: ${what}\nWhen: ${when}\nWhere: “${where}”`;
}

export const toldEmail = ({ username, contactUrl, pageUrl, summary, hasAsked }: Told): Email => ({
  subject: hasAsked ? `${username} asked us to write to you` : `${username} has not said that they are back`,
  preview: "Please try to reach them.",
  heading: hasAsked ? `${username} would like to hear from you` : `${username} has not said that they are back`,
  paragraphs: [
    hasAsked
      ? `${username} has just asked us to tell you, after their workout date. Please try to reach them.`
      : `We expected to hear from ${username} after their workout date, and have not for an hour. This may mean nothing: phones die, and evenings get long. Please try to reach them.`,
    describeSummary(summary),
    "We know no more than this, and we are not an emergency service. If you think that somebody is in danger, call your emergency number.",
  ],
  ...(pageUrl !== undefined && { button: { label: "Open the page", url: pageUrl } }),
  secondaryLink: ending(contactUrl),
  reason: reasonOf(username),
});

export const backEmail = ({ username, contactUrl }: Links): Email => ({
  subject: `${username} is back`,
  preview: "All is well.",
  heading: `${username} is back`,
  paragraphs: [`${username} has just said that they are back from their workout date. Thank you for looking out.`],
  secondaryLink: ending(contactUrl),
  reason: reasonOf(username),
});
