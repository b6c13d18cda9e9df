import { expect } from "vitest";
import type { EmailMessage, Mailer } from "#server/platform/adapters/mailer.ts";

export interface FakeMailer extends Mailer {
  readonly mails: readonly EmailMessage[];
  /** @returns the latest email */
  newest(to: string, subject?: string): Promise<EmailMessage>;
}

const TIMEOUT_MS = 10_000;

export function createFakeMailer(): FakeMailer {
  const mails: EmailMessage[] = [];
  return {
    mails,
    async send(mail) {
      mails.push(mail);
    },
    close: () => undefined,
    async newest(to, subject) {
      const find = () => mails.findLast((mail) => mail.to === to && (!subject || mail.subject === subject));
      await expect.poll(find, { timeout: TIMEOUT_MS }).toBeDefined();
      return find() as EmailMessage;
    },
  };
}

/** The path of the link in an email. */
export function findLink(mail: EmailMessage): string {
  const [url] = /https?:\/\/\S+/.exec(mail.text) ?? [];
  if (!url) throw new Error(`no link in: ${mail.text}`);
  return new URL(url).pathname;
}
