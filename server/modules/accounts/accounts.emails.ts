import type { Letter } from "#server/letter.ts";

const REASON = "You get this because of your Spotter account.";

/** Asks to confirm an address. */
export const verifyLetter = (username: string, url: string): Letter => ({
  subject: "Confirm your email",
  preview: "One tap, and we know where to reach you.",
  heading: `Welcome, ${username}`,
  paragraphs: [
    "Confirm your email so that we can tell you when somebody crushes back.",
    "You can look around in the meantime. If it was not you who joined, ignore this mail.",
  ],
  button: { label: "Confirm email", url },
  reason: REASON,
});

/** Holds the link for a new password. */
export const resetLetter = (username: string, url: string): Letter => ({
  subject: "Reset your password",
  preview: "The link works once, for one hour.",
  heading: "A new password",
  paragraphs: [
    `Hi ${username}, choose a new password with the button below. The link works once and expires in 1 hour.`,
    "If you did not ask for it, ignore this mail: your password stays as it is.",
  ],
  button: { label: "Choose a new password", url },
  reason: REASON,
});

/** Tells that a password was changed. */
export const passwordChangedLetter = (username: string, forgotUrl: string): Letter => ({
  subject: "Your password was changed",
  preview: "You were logged out everywhere else.",
  heading: "Your password was changed",
  paragraphs: [
    `Hi ${username}, your Spotter password has just been changed, and you were logged out everywhere else.`,
    "If it was not you, choose a new one now.",
  ],
  button: { label: "It was not me", url: forgotUrl },
  reason: REASON,
});
