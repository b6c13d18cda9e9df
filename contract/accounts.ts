import * as z from "zod/mini";
import { ageOn, isDay } from "#contract/age.ts";
import { endpoint } from "#contract/endpoint.ts";
import { AGE_MIN, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from "#contract/limits.ts";
import { acknowledged, done, id } from "#contract/shapes.ts";

// Checks stand in the order in which they are told: a field shows its first message.
export const email = z
  .string("Email is required")
  .check(
    z.trim(),
    z.minLength(1, "Email is required"),
    z.maxLength(EMAIL_MAX, "Email is invalid"),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Email is invalid"),
  );

export const newPassword = z
  .string("Password is required")
  .check(
    z.minLength(1, "Password is required"),
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
  );

/** Characters that count as letters or marks and leave no trace: two names that look alike must be one name. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\u2800/u;

export const username = z.string("Username is required").check(
  z.trim(),
  z.minLength(1, "Username is required"),
  z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`),
  z.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`),
  z.regex(/^[\p{L}\p{M}\p{N} ._'-]+$/u, "Username can have letters, numbers, spaces and . _ ' - only"),
  z.refine(
    (text) => !INVISIBLE.test(text) && /[\p{L}\p{N}]/u.test(text),
    "Username needs letters or numbers that can be seen",
  ),
);

/** Years; nobody has been older for long. */
const OLDEST = 120;

export const dateOfBirth = z.string("Date of birth is required").check(
  z.trim(),
  z.minLength(1, "Date of birth is required"),
  z.refine((day) => isDay(day) && ageOn(day, new Date()) <= OLDEST, "Date of birth is invalid"),
  z.refine((day) => ageOn(day, new Date()) >= AGE_MIN, `You must be ${AGE_MIN} or older`),
);

const passwordsAgree = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    error: "Passwords do not match",
    path: ["confirmPassword"],
    // Told together with what else is wrong, not only once all else is right.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

/** The signup form, step by step; the call takes all three at once. */
export const signupSteps = [
  z.object({ email, password: newPassword, confirmPassword: z.string("Passwords do not match") }).check(passwordsAgree),
  z.object({ username }),
  z.object({ dateOfBirth, agreed: z.literal(true, "You must agree to the terms") }),
] as const;

const signedIn = z.object({
  success: done,
  token: z.string(),
  user: z.object({ _id: id, username: z.string() }),
});
export type SignedIn = z.output<typeof signedIn>;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Join with an e-mail address, a password, a username and a date of birth",
  access: "anyone",
  body: z
    .object({
      email,
      password: newPassword,
      confirmPassword: z.string("Passwords do not match"),
      username,
      dateOfBirth,
    })
    .check(passwordsAgree),
  reply: signedIn,
  status: 201,
});

export const credentials = z.object({
  email: z.string("Email is required").check(z.trim(), z.minLength(1, "Email is required"), z.maxLength(EMAIL_MAX)),
  password: z.string("Password is required").check(z.minLength(1, "Password is required"), z.maxLength(PASSWORD_MAX)),
});

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Log in; the token goes into the Authorization header of every member call",
  access: "anyone",
  body: credentials,
  reply: signedIn,
});

const newPasswords = {
  newPassword,
  confirmPassword: z.string("Please confirm your password").check(z.minLength(1, "Please confirm your password")),
};

const newPasswordsAgree = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  {
    error: "Passwords do not match",
    path: ["confirmPassword"],
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

/** The form for a new password, whether a link or the old password lets one in. */
export const resetForm = z.object(newPasswords).check(newPasswordsAgree);
export const changeForm = z
  .object({
    currentPassword: z
      .string("Password is required")
      .check(z.minLength(1, "Password is required"), z.maxLength(PASSWORD_MAX)),
    ...newPasswords,
  })
  .check(newPasswordsAgree);

const message = z.string();

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Send a link for a new password to an address; the answer is the same whether it is a member's or not",
  access: "anyone",
  body: z.object({
    email: z
      .string("Please enter your email address")
      .check(
        z.trim(),
        z.minLength(1, "Please enter your email address"),
        z.maxLength(EMAIL_MAX, "Email is invalid"),
        z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Email is invalid"),
      ),
  }),
  reply: z.object({ success: done, message }),
});

export const verifyResetToken = endpoint({
  method: "GET",
  path: "/api/auth/verify-reset-token/:token",
  summary: "Whether a link for a new password is good, and whose address it was sent to",
  access: "anyone",
  params: z.object({ token: z.string() }),
  reply: z.object({ success: done, email: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password by a link; every login ends, and a new one begins",
  access: "anyone",
  body: z.object({ token: z.string(), ...newPasswords }).check(newPasswordsAgree),
  reply: signedIn,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Set a new password by the current one; every login ends, and a new one begins",
  access: "member",
  body: changeForm,
  reply: signedIn,
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/auth/verify-email/:token",
  summary: "Confirm an address by the link that was sent to it",
  access: "anyone",
  params: z.object({ token: z.string() }),
  reply: acknowledged,
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/api/auth/send-verification",
  summary: "Send the link that confirms one's address again",
  access: "member",
  reply: z.object({ success: done, message }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this login, its sockets included",
  access: "member",
  reply: acknowledged,
});
