import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Empty if there is no Reply-To header. */
  readonly replyTo: string;
  readonly text: string;
}

function split(part: string): { headers: Map<string, string>; body: string } {
  const end = part.indexOf("\n\n");
  const lines = part
    .slice(0, end)
    .replace(/\n[ \t]+/g, " ")
    .split("\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: part.slice(end + 2) };
}

function decoded(body: string, encoding = "7bit"): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** RFC 5322, with plain text as the first alternative. */
export function parseEmail(file: string): Mail {
  const { headers, body } = split(file.replaceAll("\r\n", "\n"));
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  const part = boundary ? split((body.split(`--${boundary}`)[1] ?? "").replace(/^\n/, "")) : { headers, body };
  return {
    to: headers.get("to") ?? "",
    subject: headers.get("subject") ?? "",
    replyTo: headers.get("reply-to") ?? "",
    text: decoded(part.body, part.headers.get("content-transfer-encoding")),
  };
}

function mailsTo(address: string, subject: string): Mail[] {
  const folder = join(process.env["SPOTTER_DATA"] ?? "", "mail");
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
  const paths = files.map((name) => join(folder, name)).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  const mails = paths.map((path) => parseEmail(readFileSync(path, "utf8")));
  return mails.filter((mail) => mail.to.includes(address) && mail.subject === subject);
}

/** @returns the only one, or the latest of `count` */
export async function findEmail(address: string, subject: string, count = 1): Promise<Mail> {
  await expect.poll(() => mailsTo(address, subject).length, { timeout: 15_000 }).toBe(count);
  return mailsTo(address, subject).at(-1) as Mail;
}

/** As a path of the app. */
export function findLink({ text }: Mail): string {
  const [url] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!url) throw new Error(`There is no link in: ${text}`);
  return new URL(url).pathname;
}
