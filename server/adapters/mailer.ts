import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";

/** One e-mail, as text and as HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each try, so that whoever gets it twice sees that it is one. Letters, digits and hyphens. */
  readonly id: string;
  /** Who gets the answer, where that is not who it is from. A person wrote it then, so it is not marked as a program's. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Where a POST, and a person's look, ends the mails of this kind (RFC 8058). */
  readonly unsubscribe?: string;
}

/** Sends e-mail. */
export interface Mailer {
  /** @throws Error when it could not be handed over; it may be tried again */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A line break in an address or a subject would be a header of somebody else's. */
const line = (text: string): string => text.replace(/[\r\n]+/g, " ");

/** The headers by which a mail program offers to unsubscribe with one click. */
const unsubscribing = (address: string) => ({
  "List-Unsubscribe": `<${line(address)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** A mail as nodemailer wants it. */
function compose(mail: Mail, from: string) {
  const host = from.slice(from.lastIndexOf("@") + 1).replace(/[>\s]/g, "");
  const { replyTo, unsubscribe } = mail;
  return {
    from,
    to: { name: "", address: line(mail.to) },
    ...(replyTo && { replyTo: { name: line(replyTo.name), address: line(replyTo.address) } }),
    subject: line(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    headers: {
      ...(!replyTo && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribe && unsubscribing(unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Writes each e-mail into a folder as an `.eml` file, which any mail program opens. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.eml`);
      await writeFile(`${path}.new`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    close: () => transport.close(),
  };
}

const PATIENCE_MS = 20_000;

/**
 * Hands e-mail to a server.
 * @param url such as `smtps://user:password@mail.example:465`
 * @param connections how many at once, at most: as many as mails are sent at the same time, or they wait for each other
 * @param patience milliseconds of silence after which it is given up
 */
export function smtpMailer(url: string, from: string, connections: number, patience = PATIENCE_MS): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
    },
    {},
  );
  return {
    async send(mail) {
      await transport.sendMail(compose(mail, from));
    },
    close: () => transport.close(),
  };
}
