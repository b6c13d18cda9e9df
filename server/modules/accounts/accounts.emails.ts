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

/** Asks the new address whether it is one's own. */
export const changeEmailLetter = (username: string, url: string): Letter => ({
  subject: "Confirm your new email",
  preview: "The link works for one hour.",
  heading: "Your new email",
  paragraphs: [
    `Hi ${username}, confirm that this is your new email for Spotter. The link expires in 1 hour; until then you log in with the old one.`,
    "If you did not ask for it, ignore this mail: nothing changes.",
  ],
  button: { label: "Confirm email", url },
  reason: "You get this because somebody entered this address at Spotter.",
});

/** Tells the owner of an address that another member wants it. Who, it does not say. */
export const addressWantedLetter = (username: string, loginUrl: string): Letter => ({
  subject: "Your email has an account already",
  preview: "Somebody entered it for another account. Nothing has changed.",
  heading: "You have an account already",
  paragraphs: [
    `Hi ${username}, somebody asked to use this address for another Spotter account. It is yours, so nothing has changed.`,
    "If that was you, log in here with this address, or use another one there. If not, you can ignore this mail.",
  ],
  button: { label: "Go to Spotter", url: loginUrl },
  reason: REASON,
});

/** Tells the old address that another one is wanted, which it does not name. */
export const emailAskedLetter = (username: string, forgotUrl: string): Letter => ({
  subject: "A new email was asked for",
  preview: "It was not you? Choose a new password now.",
  heading: "Another email for your account",
  paragraphs: [
    `Hi ${username}, somebody who knows your password asked to use another email for your Spotter account. It changes once that address is confirmed.`,
    "If it was not you, choose a new password now: that stops the change, and logs everybody else out.",
  ],
  button: { label: "It was not me", url: forgotUrl },
  reason: REASON,
});

/** Tells the old address that it is the account's no more. */
export const emailChangedLetter = (username: string, contactUrl: string): Letter => ({
  subject: "Your email was changed",
  preview: "This address is not used for your account any more.",
  heading: "Your email was changed",
  paragraphs: [
    `Hi ${username}, your Spotter account uses another email from now on. This address does not log in any more, and gets no more mail from us.`,
    "If it was not you, write to us at once.",
  ],
  button: { label: "Contact us", url: contactUrl },
  reason: REASON,
});
