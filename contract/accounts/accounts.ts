import * as z from "zod/mini";
import {
  agreed,
  credentials,
  dateOfBirth,
  forgotPasswordForm,
  passwordsAgree,
  repeatedPassword,
  username,
} from "#contract/accounts/account-forms.ts";
import { changePasswordForm } from "#contract/accounts/settings-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { email, newPassword, newPasswords, newPasswordsAgree } from "#contract/form-fields.ts";
import { emailToken, id, ok, okResponse, proofField } from "#contract/schemas.ts";

export const signedIn = z.object({
  success: ok,
  token: z.string(),
  user: z.object({ _id: id, username: z.string() }),
});
export type SignedIn = z.output<typeof signedIn>;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary:
    "Create an account, which includes agreement to the terms. After many sign-ups or taken addresses from one network the error is `proof_of_work_required`: repeat the call with the solution of `challenge` (ALTCHA 2) in `proof`, or wait for `Retry-After`",
  access: "anyone",
  body: z
    .object({
      email,
      password: newPassword,
      confirmPassword: repeatedPassword,
      username,
      dateOfBirth,
      /** Sent by the form. Absent means agreed, too: there is no account without agreement. */
      agreed: z.optional(agreed),
      /** The member came by an invitation. Counted, and not stored. */
      via: z.optional(z.literal("invite")),
      proof: proofField,
    })
    .check(passwordsAgree),
  reply: signedIn,
  status: 201,
});

export const checkUsername = endpoint({
  method: "GET",
  path: "/api/auth/username-available",
  summary: "Check whether a username is free: nobody has it or one that looks alike. Usernames are public",
  access: "anyone",
  query: z.object({ username }),
  reply: z.object({
    success: ok,
    free: z.boolean(),
    /** Similar names that are free, if it is not; up to three. */
    suggestions: z.array(z.string()),
  }),
});

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary:
    "Create a session. Send its token in the Authorization header; a device cookie is set. After many wrong passwords a device without that cookie gets `proof_of_work_required` (see register), and finally `login_email_required`",
  access: "anyone",
  body: z.extend(credentials, { proof: proofField }),
  reply: signedIn,
});

const message = z.string();

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Email a link to reset the password. The response is the same whether the address has an account or not",
  access: "anyone",
  body: forgotPasswordForm,
  reply: z.object({ success: ok, message }),
});

export const verifyResetToken = endpoint({
  method: "GET",
  path: "/api/auth/verify-reset-token/:token",
  summary: "Check a reset token, and get the address that it was sent to",
  access: "anyone",
  params: z.object({ token: emailToken }),
  reply: z.object({ success: ok, email: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password with a reset token. Ends all sessions and creates a new one",
  access: "anyone",
  body: z.object({ token: emailToken, ...newPasswords }).check(newPasswordsAgree),
  reply: signedIn,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Set a new password. Requires the current one. Ends all sessions and creates a new one",
  access: "member",
  body: changePasswordForm,
  reply: signedIn,
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/auth/verify-email/:token",
  summary: "Verify an email address with the token that was sent to it. Idempotent",
  access: "anyone",
  params: z.object({ token: emailToken }),
  /** `message`: a consequence to show, if there is one. */
  reply: z.object({ success: ok, message: z.optional(z.string()) }),
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/api/auth/send-verification",
  summary: "Email the verification link again",
  access: "member",
  reply: z.object({ success: ok, message }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End the current session and disconnect its sockets",
  access: "member",
  reply: okResponse,
});
