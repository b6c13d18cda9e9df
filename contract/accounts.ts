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

export const username = z
  .string("Username is required")
  .check(
    z.trim(),
    z.minLength(1, "Username is required"),
    z.minLength(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`),
    z.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`),
    z.regex(/^[\p{L}\p{M}\p{N} ._'-]+$/u, "Username can have letters, numbers, spaces and . _ ' - only"),
  );

export const dateOfBirth = z.string("Date of birth is required").check(
  z.trim(),
  z.minLength(1, "Date of birth is required"),
  z.refine((day) => isDay(day) && day >= "1900-01-01", "Date of birth is invalid"),
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

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this login, its sockets included",
  access: "member",
  reply: acknowledged,
});
