import type { EmailMessage, Mailer } from "#server/adapters/mailer.ts";
import { type Email, renderEmailHtml, renderEmailText } from "#server/email/email-layout.ts";

export function sendEmail(
  mailer: Mailer,
  envelope: Pick<EmailMessage, "id" | "to" | "replyTo" | "attachments">,
  email: Email,
): Promise<void> {
  const { subject, unsubscribeUrl } = email;
  const content = { subject, text: renderEmailText(email), html: renderEmailHtml(email) };
  return mailer.send({ ...envelope, ...content, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) });
}
