import { EXPORT_LINK_DOWNLOADS, EXPORT_LINK_HOURS } from "#contract/limits.ts";
import { greet } from "#server/domains/accounts/accounts.emails.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

export const exportLinkEmail = (name: string | undefined, url: string): Email => ({
  subject: "Your copy of your data",
  preview: `The link works for ${EXPORT_LINK_HOURS} hours, without a login.`,
  heading: "A copy of your data",
  paragraphs: [
    greet(
      name,
      `Here is a link to a copy of the data that we hold about you. It works without a login, for ${EXPORT_LINK_HOURS} hours and ${EXPORT_LINK_DOWNLOADS} downloads.`,
    ),
    "Whoever has the link gets the copy, with your conversations and photos: do not pass this mail on.",
    "Your suspension stays as it is. You did not ask for a copy? Then you can ignore this mail.",
  ],
  button: { label: "Get my copy", url },
  reason: "You get this because of your Spotter account.",
});
