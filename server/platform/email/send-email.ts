import type { EmailMessage, Mailer } from "#server/platform/adapters/mailer.ts";
import { type Email, renderEmailHtml, renderEmailText } from "#server/platform/email/email-layout.ts";

export function sendEmail(
  mailer: Mailer,
  envelope: Pick<EmailMessage, "id" | "to" | "replyTo" | "attachments">,
  email: Email,
): Promise<void> {
  const { subject, unsubscribeUrl } = email;
  const content = { subject, text: renderEmailText(email), html: renderEmailHtml(email) };
  return mailer.send({ ...envelope, ...content, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) });
}
