import * as z from "zod/mini";
import { email, lengthLimit, visibleLine } from "#contract/form-fields.ts";

/** Characters of a contact's name. */
export const TRUSTED_NAME_MAX = 50;

/** The form that asks somebody. */
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
  email,
});
