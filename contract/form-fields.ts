import * as z from "zod/mini";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "#contract/limits.ts";

/** A text that takes long to make is made when it is needed. */
export type ErrorText = string | { readonly error: () => string };

/**
 * Stops validation beyond it, so that no pattern runs on a longer text. Every text of a request has one before its
 * first pattern.
 */
export const lengthLimit = (most: number, error?: ErrorText) =>
  z.maxLength(most, { abort: true, ...(typeof error === "string" ? { error } : error) });

/** Without marks that change the direction of the surrounding text. */
export const visibleLine = (error: string) =>
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, error);

/** Blanks, invisible characters and control characters do not count. */
export const hasVisibleText = (text: string): boolean =>
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** Pasted text may have marks of direction. */
export const toVisibleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();

/** Rejects the characters that separate or quote addresses in a header: a mailer would read another address. */
export const emailAddress = (missing: string) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    lengthLimit(EMAIL_MAX, "Email is invalid"),
    // Labels hold no dot, so matching takes linear time. Other characters in a domain would be mapped to another domain, and a
    // last label of digits is read as an IP address.
    z.regex(/^[^@\s]+@(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*$/u, "Email is invalid"),
    z.regex(/^[^\p{C}\p{Z}"(),:;<>[\]\\]+$/u, "Email is invalid"),
  );

export const email = emailAddress("Email is required");

export const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_MAX} characters`;

export const knownPassword = z
  .string("Password is required")
  .check(z.minLength(1, "Password is required"), lengthLimit(PASSWORD_MAX, PASSWORD_TOO_LONG));

export const newPassword = z
  .string("Password is required")
  .check(
    z.minLength(1, "Password is required"),
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
    lengthLimit(PASSWORD_MAX, PASSWORD_TOO_LONG),
  );

export const newPasswords = {
  newPassword,
  confirmPassword: z
    .string("Please confirm your password")
    .check(z.minLength(1, "Please confirm your password"), lengthLimit(PASSWORD_MAX, PASSWORD_TOO_LONG)),
};

export const newPasswordsAgree = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  {
    error: "Passwords do not match",
    path: ["confirmPassword"],
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);
