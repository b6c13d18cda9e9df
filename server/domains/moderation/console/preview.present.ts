import type { StatementPreview } from "#contract/moderation/cases.ts";
import type { Email } from "#server/platform/email/email-layout.ts";

/** Without the addresses of the links: the one to object is the member's alone. */
export const presentPreview = ({ subject, paragraphs, button, secondaryLink }: Email): StatementPreview => ({
  subject,
  paragraphs: [...paragraphs],
  links: [button, secondaryLink].flatMap((link) => link?.label ?? []),
});
