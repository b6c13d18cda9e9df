import type { FormerReason } from "#server/db/schema/identities.ts";

/** Months for which an account that has ended is recognized, where there is a reason to. */
export const FORMER_MONTHS = 24;
/** Days for which the rest is kept, because an account can be reported for so long after its end. */
export const LEFT_DAYS = 30;

const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox behind an address: without a tag (`sam+gym@…`), and at Gmail without dots. For recognizing only: whoever
 * logs in or signs up does so with the address as it is.
 * @param emailKey the address as it is compared (`emailKey`)
 */
export function canonicalEmail(emailKey: string): string {
  const at = emailKey.lastIndexOf("@");
  const domain = emailKey.slice(at + 1);
  const [mailbox = ""] = emailKey.slice(0, at).split("+");
  if (mailbox === "") return emailKey;
  return GMAIL.has(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

/** What is known of an account when it ends. */
export interface Ending {
  /** Its suspension, if it is suspended. */
  readonly suspension: { readonly until: Date | null } | undefined;
  /** Somebody reported it, and no operator found that nothing was wrong. */
  readonly isReported: boolean;
  /** A payment of its is disputed, and not settled. */
  readonly isDisputed: boolean;
  /** It has blocked somebody, or was blocked. */
  readonly hasBlocks: boolean;
}

/** Why what an account is recognized by is kept after its end. */
export function reasonOf({ suspension, isReported, isDisputed, hasBlocks }: Ending): FormerReason {
  if (suspension) return "suspended";
  if (isReported) return "reported";
  if (isDisputed) return "disputed";
  return hasBlocks ? "blocked" : "left";
}
