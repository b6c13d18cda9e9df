import { expect } from "vitest";
import type { Mail, Mailer } from "#server/adapters/mailer.ts";

/** Keeps what would be sent. */
export interface PostBox extends Mailer {
  readonly mails: readonly Mail[];
  /** The newest mail to an address, once it is there. */
  newest(to: string, subject?: string): Promise<Mail>;
}

const PATIENCE_MS = 10_000;

export function makePostBox(): PostBox {
  const mails: Mail[] = [];
  return {
    mails,
    async send(mail) {
      mails.push(mail);
    },
    close: () => undefined,
    async newest(to, subject) {
      const find = () => mails.findLast((mail) => mail.to === to && (!subject || mail.subject === subject));
      await expect.poll(find, { timeout: PATIENCE_MS }).toBeDefined();
      return find() as Mail;
    },
  };
}

/** The link in a mail, as a path. */
export function linkIn(mail: Mail): string {
  const [url] = /https?:\/\/\S+/.exec(mail.text) ?? [];
  if (!url) throw new Error(`no link in: ${mail.text}`);
  return new URL(url).pathname;
}
