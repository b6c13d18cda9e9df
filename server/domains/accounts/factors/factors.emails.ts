import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

const REASON = "You get this because of your Spotter account.";
const NOTHING_TO_DO = "If it was you, there is nothing to do.";

export type FactorNotice =
  | "passkey_added"
  | "passkey_removed"
  | "totp_added"
  | "totp_removed"
  | "codes_renewed"
  | "code_used"
  | "codes_guessed"
  | "reset";

interface Words {
  readonly subject: string;
  /** With the member's name before it. */
  readonly happened: string;
  readonly advice?: string;
}

const WORDS: Readonly<Record<FactorNotice, Words>> = {
  passkey_added: {
    subject: "A passkey was added",
    happened: "A passkey was added to your Spotter account. From now on it can log in.",
  },
  passkey_removed: {
    subject: "A passkey was removed",
    happened: "A passkey was removed from your Spotter account. It does not log in any more.",
  },
  totp_added: {
    subject: "An authenticator app was added",
    happened:
      "An authenticator app was added to your Spotter account. From now on we ask for its code after your password.",
  },
  totp_removed: {
    subject: "Your authenticator app was removed",
    happened: "The authenticator app was removed from your Spotter account. We do not ask for its code any more.",
  },
  codes_renewed: {
    subject: "You have new recovery codes",
    happened: "New recovery codes were made for your Spotter account. The old ones do not work any more.",
  },
  code_used: {
    subject: "A recovery code was used",
    happened: "Somebody used one of the recovery codes of your Spotter account. It works only once.",
    advice: `${NOTHING_TO_DO} Do you have few left? In Settings, Account you can make new ones.`,
  },
  codes_guessed: {
    subject: "Somebody may know your password",
    happened:
      "Somebody entered your Spotter password and then wrong codes, many times. They did not get in, and we stopped them for a while.",
    advice: "If it was you, wait an hour, or use another way to log in.",
  },
  reset: {
    subject: "Your second step was removed",
    happened:
      "Our support removed the passkeys, the authenticator app and the recovery codes of your Spotter account. Your password logs in by itself again.",
    advice: "If you asked for that, you can set them up again in Settings, Account.",
  },
};

export function factorNoticeEmail(name: string | undefined, notice: FactorNotice, site: string): Email {
  const { subject, happened, advice = NOTHING_TO_DO } = WORDS[notice];
  return {
    subject,
    preview: "It was not you? Choose a new password now.",
    heading: subject,
    paragraphs: [
      greet(name, happened),
      advice,
      "If it was not you, choose a new password now: that logs everybody else out. Then look at your passkeys in Settings, Account.",
    ],
    button: { label: "It was not me", url: `${site}/?forgot=true` },
    reason: REASON,
  };
}
