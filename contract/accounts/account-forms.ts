import * as z from "zod/mini";
import {
  email,
  emailAddress,
  knownPassword,
  lengthLimit,
  newPassword,
  newPasswords,
  newPasswordsAgree,
  PASSWORD_TOO_LONG,
} from "#contract/form-fields.ts";
import { AGE_MIN, EMAIL_MAX, PASSWORD_MAX, USERNAME_MAX, USERNAME_MIN } from "#contract/limits.ts";
import { ageOn, isDay } from "#contract/members/age.ts";
import { hasContact, isOneScript, isReserved, isWebAddress } from "#contract/members/usernames.ts";

/** Letters and marks without a glyph: they would make two names that look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\u2800/u;

export const username = z.string("Username is required").check(
  z.trim(),
  z.minLength(1, "Username is required"),
  z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`),
  lengthLimit(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`),
  z.regex(/^[\p{L}\p{M}\p{N} ._'-]+$/u, "Username can have letters, numbers, spaces and . _ ' - only"),
  z.refine(
    (text) => !INVISIBLE.test(text) && /[\p{L}\p{N}]/u.test(text),
    "Username needs letters or numbers that can be seen",
  ),
  z.refine(isOneScript, "Username must use the letters of one alphabet"),
  z.refine((name) => !isReserved(name), "That name is kept for Spotter itself. Please pick another."),
  z.refine((name) => !isWebAddress(name), "Username cannot look like a web address"),
  z.refine((name) => !hasContact(name), "Username cannot have a phone number or a messenger"),
);

/** `YYYY-MM-DD` */
const DAY_MAX = 10;
/** In years. */
const OLDEST = 120;

export const dateOfBirth = z.string("Date of birth is required").check(
  z.trim(),
  z.minLength(1, "Date of birth is required"),
  lengthLimit(DAY_MAX, "Date of birth is invalid"),
  z.refine((day) => isDay(day) && ageOn(day, new Date()) <= OLDEST, "Date of birth is invalid"),
  z.refine((day) => ageOn(day, new Date()) >= AGE_MIN, `You must be ${AGE_MIN} or older`),
);

export const passwordsAgree = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    error: "Passwords do not match",
    path: ["confirmPassword"],
    // Run also when other fields are invalid.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

export const repeatedPassword = z.string("Passwords do not match").check(lengthLimit(PASSWORD_MAX, PASSWORD_TOO_LONG));
export const agreed = z.literal(true, "You must agree to the terms");

/** The steps of the sign-up form. The endpoint takes all at once. */
export const signupSteps = [
  z.object({ email, password: newPassword, confirmPassword: repeatedPassword }).check(passwordsAgree),
  z.object({ username }),
  z.object({ dateOfBirth, agreed }),
] as const;

export const credentials = z.object({
  email: z.string("Email is required").check(z.trim(), z.minLength(1, "Email is required"), lengthLimit(EMAIL_MAX)),
  password: knownPassword,
});

export const resetPasswordForm = z.object(newPasswords).check(newPasswordsAgree);
export const forgotPasswordForm = z.object({ email: emailAddress("Please enter your email address") });
