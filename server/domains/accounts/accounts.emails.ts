import { lowerFirst } from "#contract/words.ts";
import { type Email, formatTimeIn } from "#server/platform/email/email-layout.ts";

/*
 * Emails about an account. `name` is undefined in emails to an unverified address: members choose their names, so a
 * stranger's mailbox would receive text of their choice.
 */
type Name = string | undefined;

const REASON = "You get this because of your Spotter account.";
const ENTERED = "You get this because somebody entered this address at Spotter.";

/** The recipient of an email. */
export interface Addressee {
  readonly name: Name;
  /** A name of the IANA database. */
  readonly timeZone: string;
}

export const greet = (name: Name, sentence: string): string =>
  name === undefined ? sentence : `Hi ${name}, ${lowerFirst(sentence)}`;

export const verifyAddressEmail = (urls: { confirm: string; remove: string }): Email => ({
  subject: "Confirm your email",
  preview: "One tap, and we know where to reach you.",
  heading: "Welcome to Spotter",
  paragraphs: [
    "This address was used to join Spotter, a dating app for people who train. Confirm that it is yours, and we can tell you when somebody crushes back. You can look around in the meantime.",
    "If it was not you, you can remove your address from Spotter. The account that was made with it goes, too.",
  ],
  button: { label: "Confirm email", url: urls.confirm },
  secondaryLink: { label: "This was not me: remove my address", url: urls.remove },
  reason: ENTERED,
});

export const resetPasswordEmail = (name: Name, url: string): Email => ({
  subject: "Reset your password",
  preview: "The link works once, for one hour.",
  heading: "A new password",
  paragraphs: [
    greet(name, "Choose a new password with the button below. The link works once and expires in 1 hour."),
    "If you did not ask for it, ignore this mail: your password stays as it is.",
  ],
  button: { label: "Choose a new password", url },
  reason: REASON,
});

export const passwordChangedEmail = (name: Name, forgotUrl: string): Email => ({
  subject: "Your password was changed",
  preview: "You were logged out everywhere else.",
  heading: "Your password was changed",
  paragraphs: [
    greet(name, "Your Spotter password has just been changed, and you were logged out everywhere else."),
    "If it was not you, choose a new one now.",
  ],
  button: { label: "It was not me", url: forgotUrl },
  reason: REASON,
});

export const confirmNewAddressEmail = (url: string): Email => ({
  subject: "Confirm your new email",
  preview: "The link works for one hour.",
  heading: "Your new email",
  paragraphs: [
    "Confirm that this is your new email for Spotter. The link expires in 1 hour; until then you log in with the old one.",
    "If you did not ask for it, ignore this mail: nothing changes.",
  ],
  button: { label: "Confirm email", url },
  reason: ENTERED,
});

/** Does not name the member who tried to use the address. */
export const addressTakenEmail = (name: Name, loginUrl: string): Email => ({
  subject: "Your email has an account already",
  preview: "Somebody entered it for another account. Nothing has changed.",
  heading: "You have an account already",
  paragraphs: [
    greet(name, "Somebody asked to use this address for another Spotter account. It is yours, so nothing has changed."),
    "If that was you, log in here with this address, or use another one there. If not, you can ignore this mail.",
  ],
  button: { label: "Go to Spotter", url: loginUrl },
  reason: REASON,
});

/** Does not name the new address. */
export const addressChangeRequestedEmail = (name: Name, forgotUrl: string): Email => ({
  subject: "A new email was asked for",
  preview: "It was not you? Choose a new password now.",
  heading: "Another email for your account",
  paragraphs: [
    greet(
      name,
      "Somebody who knows your password asked to use another email for your Spotter account. It changes once that address is confirmed.",
    ),
    "If it was not you, choose a new password now: that stops the change, and logs everybody else out.",
  ],
  button: { label: "It was not me", url: forgotUrl },
  reason: REASON,
});

export const addressChangedEmail = (name: Name, contactUrl: string): Email => ({
  subject: "Your email was changed",
  preview: "This address is not used for your account any more.",
  heading: "Your email was changed",
  paragraphs: [
    greet(
      name,
      "Your Spotter account uses another email from now on. This address does not log in any more, and gets no more mail from us.",
    ),
    "If it was not you, write to us at once.",
  ],
  button: { label: "Contact us", url: contactUrl },
  reason: REASON,
});

interface NewLogin {
  readonly device: string;
  readonly at: Date;
}

/** The latest login first. */
export const newLoginEmail = ({ name, timeZone }: Addressee, logins: readonly NewLogin[], site: string): Email => ({
  subject: "New login to your account",
  preview: "It was you? Then there is nothing to do.",
  heading: "A login on a new device",
  paragraphs: [
    greet(name, "Somebody logged in to your Spotter account on a device where you had not logged in before:"),
    logins.map(({ device, at }) => `${device || "Unknown device"}, ${formatTimeIn(at, timeZone)}`).join("\n"),
    "If it was you, there is nothing to do. If not, choose a new password now: that logs everybody else out. If you have passkeys, remove those that you do not know.",
    `To end one login only, go to Settings, Privacy: ${site}/settings/privacy`,
  ],
  button: { label: "It was not me", url: `${site}/?forgot=true` },
  reason: REASON,
});

export const loginLinkEmail = (name: Name, url: string): Email => ({
  subject: "Your link to log in",
  preview: "The link works once, for one hour.",
  heading: "Log in with this link",
  paragraphs: [
    greet(
      name,
      "Strangers are guessing at the password of your Spotter account. Somebody has just given the right one, on a device that we do not know, so we ask here first.",
    ),
    "If that was you, log in with the button below: it lets you choose a new password, on the device where you open it.",
    "If it was not you, somebody knows your password. Choose a new one now, with the same button. The link works once and expires in 1 hour.",
  ],
  button: { label: "Choose a new password", url },
  reason: REASON,
});
