import { REFUSALS, type Refusal } from "#contract/moderation/selfies.ts";
import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

const REASON = "You get this because you sent a selfie to be verified on Spotter.";
const DELETED = "Your selfie is deleted. We keep no measurements of your face.";

export const verifiedEmail = (
  name: string | undefined,
  site: string,
  { isListedAgain }: { readonly isListedAgain: boolean },
): Email => ({
  subject: "You are verified",
  preview: "Your profile has the Verified badge now.",
  heading: "You are verified",
  paragraphs: [
    greet(name, "A person compared your selfie with your photos, and it is you. Your profile has the Verified badge."),
    ...(isListedAgain ? ["You are shown in Browse and in daily sets again. Thank you for your patience."] : []),
    `${DELETED} The badge stays as long as your main photo does: if you choose another one, you can verify that one.`,
  ],
  button: { label: "See your profile", url: `${site}/profile` },
  reason: REASON,
});

export const notVerifiedEmail = (name: string | undefined, site: string, refusal: Refusal): Email => ({
  subject: "Your selfie could not be approved",
  preview: "Here is why, and how to try again.",
  heading: "Not this time",
  paragraphs: [greet(name, REFUSALS[refusal]), DELETED, "You can try again with a new pose. It takes a minute."],
  button: { label: "Try again", url: `${site}/get-verified` },
  reason: REASON,
});
