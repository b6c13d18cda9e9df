import { createHash, randomBytes } from "node:crypto";
import { domainToASCII } from "node:url";

/** Days after which a session that is not used ends. */
export const SESSION_DAYS = 30;

/** Days after which any session ends, used or not. */
export const SESSION_DAYS_MAX = 180;

/** Sessions of one member. One more ends the least recently used one. */
export const SESSIONS_MAX = 20;

function splitAddress(email: string): readonly [local: string, domain: string] {
  const at = email.lastIndexOf("@");
  return [email.slice(0, at), email.slice(at + 1)];
}

/**
 * A comparison key: email is sent to the address as entered. The domain is converted as mail servers do (IDNA). The
 * local part is only lower-cased: similar letters, such as full-width ones, are another mailbox.
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
 * The mailbox of an address, for counting emails. Most providers deliver `name+tag` to `name`, and Gmail ignores dots.
 * Two addresses of one mailbox may still have one account each.
 */
export function mailboxKey(email: string): string {
  const [local, domain] = splitAddress(emailKey(email));
  const [name = ""] = local.split("+");
  const mailbox = name === "" ? local : name;
  return GMAIL.includes(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

/** 'm…@e….com' for 'maya@example.com': enough to compare it with an address that somebody names. */
export function maskEmail(email: string): string {
  const [local, domain] = splitAddress(email);
  const begin = (text: string): string => `${[...text][0] ?? ""}…`;
  return `${begin(local)}@${begin(domain)}${domain.slice(domain.lastIndexOf("."))}`;
}

/** A new token of 256 random bits. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
