import type { FormerReason } from "#server/platform/db/schema/identities.ts";

/** Months for which a deleted account can be recognized, if there is a reason. */
export const FORMER_MONTHS = 24;
/** Days for which identities are kept without a reason: a deleted account can be reported for that long. */
export const LEFT_DAYS = 30;

/** Days after its last use for which a browser is remembered. */
export const DEVICE_DAYS = 90;
/** Browsers that are remembered of one member. */
export const DEVICES_MAX = 10;
/**
 * Suspended accounts of one browser that are signs against the next account. More of them say that many people use it, as
 * in a library, and must not put everybody who logs in there at the head of the queue.
 */
export const DEVICE_SIGNALS_MAX = 3;
/** The accounts that used the browsers last. */
export const DEVICE_LINKS_MAX = 50;

const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * Without a tag (`sam+gym@…`), and at Gmail without dots. For recognition only: login and signup use the address
 * itself.
 * @param emailKey the normalized address (`emailKey`)
 */
export function canonicalEmail(emailKey: string): string {
  const at = emailKey.lastIndexOf("@");
  const domain = emailKey.slice(at + 1);
  const [mailbox = ""] = emailKey.slice(0, at).split("+");
  if (mailbox === "") return emailKey;
  return GMAIL.has(domain) ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`;
}

export interface Ending {
  readonly suspension: { readonly until: Date | null } | undefined;
  /** It was reported, and no operator has dismissed the report, or it is restricted. */
  readonly isReported: boolean;
  /** A payment is disputed, and not settled. */
  readonly isDisputed: boolean;
  readonly hasBlocks: boolean;
}

export function reasonOf({ suspension, isReported, isDisputed, hasBlocks }: Ending): FormerReason {
  if (suspension) return "suspended";
  if (isReported) return "reported";
  if (isDisputed) return "disputed";
  return hasBlocks ? "blocked" : "left";
}
