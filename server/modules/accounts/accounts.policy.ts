import { createHash, randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";

/** Days after which a session that is not used ends. */
export const SESSION_DAYS = 30;

/** Days after which any session ends, used or not. */
export const SESSION_DAYS_MAX = 180;

/** Sessions of one member. One more ends the least recently used one. */
export const SESSIONS_MAX = 20;

/** The part before the last `@`, and the part after it. */
function splitAddress(email: string): readonly [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), email.slice(at + 1)];
}

/**
 * An address as it is compared. Case does not count. The domain is compared as mail servers look it up (IDNA), so that each
 * has one spelling. The local part keeps its letters: what merely looks alike, such as full-width letters, is another
 * mailbox, and must not stand for this one. Mail goes to the address as it was entered, never to this.
 */
export function emailKey(email: string): string {
  const text = email.normalize("NFC").toLowerCase();
  if (!text.includes("@")) return text;
  const [local, domain] = splitAddress(text);
  // Anything else would be read as a path, a port or an escape, and cut off: two domains would have one key.
  const isDomain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain);
  return `${local}@${(isDomain && domainToASCII(domain)) || domain}`;
}

const GMAIL = ["gmail.com", "googlemail.com"];

/**
 * The mailbox of an address, for counting what it gets. Most providers deliver `name+anything` to `name`, and Gmail ignores
 * dots. Two addresses of one mailbox are still two addresses, and may have an account each.
 */
export function mailboxKey(email: string): string {
  const [local, domain] = splitAddress(emailKey(email));
  const [name = ""] = local.split("+");
  const mailbox = name === "" ? local : name;
  return GMAIL.includes(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

/** Whether a member of that status may log in, and hear from us. */
export const mayLogIn = (status: string): boolean => status === "active" || status === "hidden";

/** A fresh token of 256 random bits. It is kept nowhere; its hash is. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
