import * as z from "zod/mini";
import { email, lengthLimit } from "#contract/form-fields.ts";

/** Characters of a contact's name. */
export const TRUSTED_NAME_MAX = 50;

/** The form that asks somebody. */
export const trustedContactForm = z.object({
  name: z.string("Name is required").check(
    z.trim(),
    z.minLength(1, "Name is required"),
    lengthLimit(TRUSTED_NAME_MAX, `Name can have ${TRUSTED_NAME_MAX} characters`),
    // One visible line, without marks that change the direction of the surrounding text.
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, "Name is invalid"),
    z.regex(/[\p{L}\p{N}]/u, "Name is required"),
  ),
  email,
});
