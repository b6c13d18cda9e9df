import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";

export interface EmailAttachment {
  readonly name: string;
  /** MIME type with its parameters. */
  readonly type: string;
  readonly content: string;
}

export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that email clients recognize a duplicate. Letters, digits and hyphens. */
  readonly id: string;
  /** Set for an email that a person wrote: it is not marked as auto-generated. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** Unsubscribes by POST, and shows a page on GET (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly EmailAttachment[];
}

export interface Mailer {
  /** @throws Error when the email was not accepted; it may be tried again */
  send(message: EmailMessage): Promise<void>;
  close(): void;
}

/** Prevents header injection by a line break in an address or a subject. */
const singleLine = (text: string): string => text.replace(/[\r\n]+/g, " ");

const unsubscribeHeaders = (address: string) => ({
  "List-Unsubscribe": `<${singleLine(address)}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

function toNodemailer(message: EmailMessage, from: string) {
  const host = from.slice(from.lastIndexOf("@") + 1).replace(/[>\s]/g, "");
  const { replyTo, unsubscribeUrl, attachments } = message;
  return {
    from,
    to: { name: "", address: singleLine(message.to) },
    ...(replyTo && { replyTo: { name: singleLine(replyTo.name), address: singleLine(replyTo.address) } }),
    subject: singleLine(message.subject),
    text: message.text,
    html: message.html,
    ...(attachments && {
      attachments: attachments.map(({ name: filename, type: contentType, content }) => ({
        filename,
        contentType,
        content,
      })),
    }),
    messageId: `<${message.id}@${host}>`,
    headers: {
      ...(!replyTo && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function createFolderMailer(folder: string, from: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      const { message: eml } = await transport.sendMail(toNodemailer(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${message.id}.eml`);
      await writeFile(`${path}.new`, eml as Buffer, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    close: () => transport.close(),
  };
}

const TIMEOUT_MS = 20_000;

export interface SmtpOptions {
  /** Whether nothing is sent to a server that has no TLS. Otherwise TLS is used if the server offers it. */
  readonly requireTLS?: boolean;
  /** The maximum time without a response. */
  readonly timeoutMs?: number;
}

/**
 * Sends email by SMTP.
 * @param url such as `smtps://user:password@mail.example:465`
 * @param connections at least the number of concurrent emails, or they wait for each other
 */
export function createSmtpMailer(
  url: string,
  from: string,
  connections: number,
  { requireTLS = false, timeoutMs = TIMEOUT_MS }: SmtpOptions = {},
): Mailer {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      requireTLS,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    {},
  );
  return {
    async send(message) {
      await transport.sendMail(toNodemailer(message, from));
    },
    close: () => transport.close(),
  };
}
