import * as z from "zod/mini";
import { email, lengthLimit, visibleLine } from "#contract/form-fields.ts";

export const TRUSTED_NAME_MAX = 50;

/** The member's own name, as a contact knows it. */
export const KNOWN_AS_MAX = 30;

export const trustedContactForm = z.object({
  name: z
    .string("Name is required")
    .check(
      z.trim(),
      z.minLength(1, "Name is required"),
      lengthLimit(TRUSTED_NAME_MAX, `Name can have ${TRUSTED_NAME_MAX} characters`),
      visibleLine("Name is invalid"),
      z.regex(/[\p{L}\p{N}]/u, "Name is required"),
    ),
  /** The contact reads it in mails and on pages, so it has no room for an address or an advertisement. */
  knownAs: z
    .string("Your name is required")
    .check(
      z.trim(),
      z.minLength(1, "Your name is required"),
      lengthLimit(KNOWN_AS_MAX, `Your name can have ${KNOWN_AS_MAX} characters`),
      z.regex(/^\p{L}(?:[\p{L}\p{M}]|[ '’-]|\.(?= |$))*$/u, "Use letters, spaces, hyphens and apostrophes"),
    ),
  email,
});
export type TrustedContactValues = z.output<typeof trustedContactForm>;
