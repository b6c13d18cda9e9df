import * as z from "zod/mini";
import { knownPassword, lengthLimit } from "#contract/form-fields.ts";
import { FACTOR_CODE_MAX, PASSKEY_NAME_MAX } from "#contract/limits.ts";

/** From an authenticator app, or a recovery code. */
export const factorCode = z
  .string("Please enter a code")
  .check(z.trim(), z.minLength(1, "Please enter a code"), lengthLimit(FACTOR_CODE_MAX, "That is too long for a code"));

export const factorCodeForm = z.object({ code: factorCode });

export const passkeyName = z
  .string("Please give it a name")
  .check(
    z.trim(),
    z.minLength(1, "Please give it a name"),
    lengthLimit(PASSKEY_NAME_MAX, `A name has at most ${PASSKEY_NAME_MAX} characters`),
    z.regex(/^[^\p{Cc}]*$/u, "A name has letters, numbers and signs"),
  );

export const passkeyNameForm = z.object({ name: passkeyName });

/** Without a factor. */
export const passwordForm = z.object({ password: knownPassword });
