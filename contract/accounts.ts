import * as z from "zod/mini";
import {
  agreed,
  changePasswordForm,
  credentials,
  dateOfBirth,
  email,
  forgotPasswordForm,
  newPassword,
  newPasswords,
  newPasswordsAgree,
  passwordsAgree,
  repeatedPassword,
  username,
} from "#contract/account-forms.ts";
import { endpoint } from "#contract/endpoint.ts";
import { emailToken, id, ok, okResponse, proofField } from "#contract/schemas.ts";

const signedIn = z.object({
  success: ok,
  token: z.string(),
  user: z.object({ _id: id, username: z.string() }),
});
export type SignedIn = z.output<typeof signedIn>;

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary:
    "Join with an e-mail address, a password, a username and a date of birth, and agree to the terms by that. A network from which many join, or ask for addresses that are taken, is refused with `proof_of_work_required`: repeat the call with the solution of `challenge` (ALTCHA 2) in `proof`, or wait as `Retry-After` says",
  access: "anyone",
  body: z
    .object({
      email,
      password: newPassword,
      confirmPassword: repeatedPassword,
      username,
      dateOfBirth,
      /** The form sends it. A call without it agrees, too: there is no other way to join. */
      agreed: z.optional(agreed),
      proof: proofField,
    })
    .check(passwordsAgree),
  reply: signedIn,
  status: 201,
});

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary:
    "Log in; the token goes into the Authorization header of every member call, and a device cookie is set. After many wrong passwords a device without that cookie is refused with `proof_of_work_required` (see register), and in the end with `login_email_required`",
  access: "anyone",
  body: z.extend(credentials, { proof: proofField }),
  reply: signedIn,
});

const message = z.string();

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Send a link for a new password to an address; the answer is the same whether it is a member's or not",
  access: "anyone",
  body: forgotPasswordForm,
  reply: z.object({ success: ok, message }),
});

export const verifyResetToken = endpoint({
  method: "GET",
  path: "/api/auth/verify-reset-token/:token",
  summary: "Whether a link for a new password is good, and whose address it was sent to",
  access: "anyone",
  params: z.object({ token: emailToken }),
  reply: z.object({ success: ok, email: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password by a link; every login ends, and a new one begins",
  access: "anyone",
  body: z.object({ token: emailToken, ...newPasswords }).check(newPasswordsAgree),
  reply: signedIn,
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  summary: "Set a new password by the current one; every login ends, and a new one begins",
  access: "member",
  body: changePasswordForm,
  reply: signedIn,
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/auth/verify-email/:token",
  summary: "Confirm an address by the link that was sent to it",
  access: "anyone",
  params: z.object({ token: emailToken }),
  /** `message`: what has changed with it, where there is something to tell. */
  reply: z.object({ success: ok, message: z.optional(z.string()) }),
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/api/auth/send-verification",
  summary: "Send the link that confirms one's address again",
  access: "member",
  reply: z.object({ success: ok, message }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this login, its sockets included",
  access: "member",
  reply: okResponse,
});
