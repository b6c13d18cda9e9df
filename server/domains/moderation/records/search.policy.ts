import { NAME_PART_MIN } from "#contract/moderation/search.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { usernameKey } from "#server/domains/members/profiles/profiles.policy.ts";
import { AppError } from "#server/errors.ts";

/** What somebody searches for, by its form. Texts are normalized. */
export interface SearchTerm {
  readonly by: "id" | "email" | "report" | "notice" | "contact" | "payment" | "name";
  readonly text: string;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** In the letters of `newReferenceNumber`, so that few names look like one. */
const NUMBER = /^(?:r-[2-9a-hjkmnp-tv-z]{6}|[cn]-[2-9a-hjkmnp-tv-z]{8})$/i;
const KINDS = { R: "report", N: "notice", C: "contact" } as const;
/** A checkout session, a payment, a subscription or a customer of Stripe. Usernames are shorter, or hardly like it. */
const PAYMENT = /^(?:cs|pi|sub|cus)_(?=\w*\d)\w{10,}$/;

/** @throws AppError invalid if it is a part of a name that is too short */
export function parseSearch(text: string): SearchTerm {
  const id = ID.exec(text)?.[0];
  if (id !== undefined) return { by: "id", text: id.toLowerCase() };
  if (text.lastIndexOf("@") > 0) return { by: "email", text: emailKey(text) };
  if (NUMBER.test(text)) {
    const number = text.toUpperCase();
    return { by: KINDS[number.charAt(0) as keyof typeof KINDS], text: number };
  }
  if (PAYMENT.test(text)) return { by: "payment", text };
  const name = usernameKey(text.replace(/^@/, ""));
  if ([...name].length < NAME_PART_MIN)
    throw AppError.field("invalid", "text", `Type at least ${NAME_PART_MIN} letters of a name.`);
  return { by: "name", text: name };
}
