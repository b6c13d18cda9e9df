import { URGENCIES, type Urgency } from "#contract/moderation/alert-kinds.ts";
import { type Email, formatUtcTime } from "#server/platform/email/email-layout.ts";

/** Others may see the mailbox or the screen of a phone, so mails and pushes say nothing of what is in a case. */

const CLASSES: Readonly<Record<Urgency, string>> = {
  danger: "somebody may be in danger",
  under_18: "it may be about somebody under 18",
  intimate_picture: "an intimate picture",
  other: "no special urgency",
};

const SUBJECTS: Readonly<Record<Urgency, string>> = {
  danger: "Danger: a case needs somebody now",
  under_18: "Under 18: a case needs somebody now",
  intimate_picture: "Intimate picture: a case needs somebody",
  other: "A case needs somebody",
};

const REASON = "You get this because you moderate at Spotter and chose it on the console's page Alerts.";

export const staffAlertEmail = (
  { urgency, dueAt }: { readonly urgency: Urgency; readonly dueAt: Date },
  url: string,
): Email => ({
  subject: SUBJECTS[urgency],
  preview: `Due on ${formatUtcTime(dueAt)}.`,
  heading: "A case needs somebody",
  paragraphs: [
    `Urgency: ${CLASSES[urgency]}.`,
    `It is due on ${formatUtcTime(dueAt)}. What it is about is in the console.`,
  ],
  button: { label: "Open the console", url },
  reason: REASON,
});

export const staffTestEmail = (url: string): Email => ({
  subject: "A test of your alerts",
  preview: "Alerts arrive here.",
  heading: "Alerts arrive here",
  paragraphs: ["You asked for this test in the console. Nothing needs you."],
  button: { label: "Open the console", url },
  reason: REASON,
});

export const staffCodeEmail = (code: string, minutes: number): Email => ({
  subject: "Your code for alerts",
  preview: "Enter it in the console.",
  heading: code,
  paragraphs: [
    `Enter this code on the console's page Alerts within ${minutes} minutes. Then alerts of cases come to this address.`,
    "If you did not ask for it, ignore this mail: without the code nothing else comes.",
  ],
  reason: "You get this because this address was entered in Spotter's console.",
});

const NAMES: Readonly<Record<Urgency, string>> = {
  danger: "Danger",
  under_18: "Under 18",
  intimate_picture: "Intimate pictures",
  other: "Other",
};

export const overdueEmail = (
  waiting: readonly { readonly urgency: Urgency; readonly overdue: number }[],
  url: string,
): Email => {
  const total = waiting.reduce((sum, { overdue }) => sum + overdue, 0);
  const lines = URGENCIES.flatMap((urgency) =>
    waiting.filter((one) => one.urgency === urgency).map(({ overdue }) => `${NAMES[urgency]}: ${overdue}`),
  );
  return {
    subject: total === 1 ? "A case is overdue" : `${total} cases are overdue`,
    preview: lines.join(", "),
    heading: "Nobody has decided in time",
    paragraphs: [
      lines.join("\n"),
      "These cases and notices are past the time in which a person should have decided. This mail comes at most once an hour, and once a day while nothing else becomes overdue.",
    ],
    button: { label: "Open the console", url },
    reason: "You get this because this is the mailbox of a Spotter's operator.",
  };
};
