import type { Email } from "#server/platform/email/email-layout.ts";

interface Contact {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly member_id: string | null;
  readonly is_by_link: boolean;
  readonly username: string | null;
  readonly created_at: Date;
}

function describeMember({ member_id, username, is_by_link }: Contact): string {
  const member = member_id === null ? "not logged in" : `${username ?? "gone"} (${member_id})`;
  return is_by_link ? `${member}; by the link of our answer, which proves no login` : member;
}

export const contactEmail = (contact: Contact): Email => {
  const { name, email, subject, message, created_at } = contact;
  return {
    subject: `${subject}: ${name}`,
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [
      message,
      `From: ${name} <${email}>\nMember: ${describeMember(contact)}\nSent: ${created_at.toISOString()}`,
    ],
    reason:
      "It came by the contact form; an answer goes to the address that was given there, which nobody has checked.",
  };
};

interface ContactAnswer {
  readonly number: string;
  readonly subject: string;
  readonly words: string;
}

/** Without the words of the sender, whose address nobody has checked. */
export const contactAnswerEmail = ({ number, subject, words }: ContactAnswer, url: string): Email => ({
  subject: `Our answer: ${subject} (${number})`,
  preview: words.replace(/\s+/g, " ").slice(0, 120),
  heading: "Our answer",
  paragraphs: [
    ...words.split(/\n\s*\n/),
    `Your number is ${number}. The link below works without logging in: whoever has it can read this answer and write to us in your name.`,
  ],
  button: { label: "Write back", url },
  reason:
    "You get this because this address was entered in the contact form at Spotter. If it was not you, ignore this mail.",
});

export const newsletterConfirmationEmail = (confirmUrl: string, unsubscribeUrl: string): Email => ({
  subject: "Confirm your subscription",
  preview: "One tap, and the newsletter is yours.",
  heading: "Do you want our newsletter?",
  paragraphs: [
    "This address was entered in the newsletter box at Spotter. If it was you, confirm it, and you are on the list. The link works for 7 days.",
    "If it was not you, ignore this mail: nothing comes without your yes.",
  ],
  button: { label: "Yes, subscribe me", url: confirmUrl },
  reason: "You get this one mail because somebody entered your address.",
  unsubscribeUrl,
});

const WHY = {
  member: "You get this because 'News and offers' is on in your settings.",
  subscriber: "You get this because you subscribed to our newsletter.",
} as const;

/** Empty lines separate paragraphs. */
export function broadcastEmail(
  { subject, body }: { readonly subject: string; readonly body: string },
  to: "member" | "subscriber",
  { site, unsubscribe }: { readonly site: string; readonly unsubscribe: string },
): Email {
  const paragraphs = body.trim().split(/\n\s*\n/);
  return {
    subject,
    preview: (paragraphs[0] ?? "").replace(/\s+/g, " ").slice(0, 120),
    heading: subject,
    paragraphs,
    button: { label: "Open Spotter", url: to === "member" ? `${site}/browse?from=mail` : `${site}/` },
    reason: WHY[to],
    unsubscribeUrl: unsubscribe,
  };
}
