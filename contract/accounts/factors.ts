import * as z from "zod/mini";
import { signedIn } from "#contract/accounts/accounts.ts";
import { factorCode, passkeyName } from "#contract/accounts/factor-forms.ts";
import {
  authenticationResponse,
  creationOptions,
  registrationResponse,
  requestOptions,
} from "#contract/accounts/webauthn.ts";
import { endpoint } from "#contract/endpoint.ts";
import { knownPassword, lengthLimit } from "#contract/form-fields.ts";
import { id, ok, okResponse, time } from "#contract/schemas.ts";

const LOGIN_TOKEN_MAX = 200;
const loginToken = z.string().check(lengthLimit(LOGIN_TOKEN_MAX));

const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: time,
  lastUsedAt: z.nullable(time),
  /** It is synced to other devices of the member. */
  synced: z.boolean(),
});
export type Passkey = z.output<typeof passkey>;

const factors = z.object({
  passkeysAllowed: z.boolean(),
  passkeys: z.array(passkey),
  totpSince: z.nullable(time),
  /** Unused recovery codes. */
  recoveryCodesLeft: z.int(),
});
export type Factors = z.output<typeof factors>;

/** Shown once. Null if the member has codes already. */
const newRecoveryCodes = z.nullable(z.array(z.string()));

const totp = z.object({ method: z.literal("totp"), code: factorCode });
const recoveryCode = z.object({ method: z.literal("recovery_code"), code: factorCode });
const byPasskey = z.object({ method: z.literal("passkey"), response: authenticationResponse });

const factor = z.discriminatedUnion("method", [totp, recoveryCode, byPasskey]);
export type FactorProof = z.output<typeof factor>;

const password = z.object({ method: z.literal("password"), password: knownPassword });
const reauthentication = z.discriminatedUnion("method", [password, totp, recoveryCode, byPasskey]);
export type Reauthentication = z.output<typeof reauthentication>;

const optionsReply = z.object({ success: ok, options: requestOptions });

export const getFactors = endpoint({
  method: "GET",
  path: "/api/auth/factors",
  summary: "Get the current member's passkeys, authenticator app and number of recovery codes",
  access: "member",
  reply: z.object({ success: ok, factors }),
});

export const createPasskeyOptions = endpoint({
  method: "POST",
  path: "/api/auth/passkeys/options",
  summary: "Create the options to make a passkey with. Valid for five minutes, once. May need `reauthenticate`",
  access: "member",
  reply: z.object({ success: ok, options: creationOptions }),
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/auth/passkeys",
  summary: "Store a passkey. The first factor of a member comes with recovery codes",
  access: "member",
  body: z.object({ response: registrationResponse }),
  reply: z.object({ success: ok, passkey, recoveryCodes: newRecoveryCodes }),
  status: 201,
});

const passkeyId = z.object({ passkeyId: id });

export const renamePasskey = endpoint({
  method: "PUT",
  path: "/api/auth/passkeys/:passkeyId",
  summary: "Rename a passkey",
  access: "member",
  params: passkeyId,
  body: z.object({ name: passkeyName }),
  reply: okResponse,
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/auth/passkeys/:passkeyId",
  summary: "Remove a passkey. Idempotent. May need `reauthenticate`. With the last factor the recovery codes go, too",
  access: "member",
  params: passkeyId,
  reply: okResponse,
});

export const startTotp = endpoint({
  method: "POST",
  path: "/api/auth/totp",
  summary: "Create the key of an authenticator app (TOTP), to confirm within an hour. May need `reauthenticate`",
  access: "member",
  /** `uri` is the text of the QR code; `key` the same key to type. */
  reply: z.object({ success: ok, uri: z.string(), key: z.string() }),
});

export const confirmTotp = endpoint({
  method: "POST",
  path: "/api/auth/totp/confirm",
  summary: "Confirm the key with a code of the app. The first factor of a member comes with recovery codes",
  access: "member",
  body: z.object({ code: factorCode }),
  reply: z.object({ success: ok, recoveryCodes: newRecoveryCodes }),
});

export const removeTotp = endpoint({
  method: "DELETE",
  path: "/api/auth/totp",
  summary: "Remove the authenticator app. Idempotent. May need `reauthenticate`",
  access: "member",
  reply: okResponse,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/recovery-codes",
  summary: "Replace all recovery codes. Needs a factor. May need `reauthenticate`",
  access: "member",
  reply: z.object({ success: ok, recoveryCodes: z.array(z.string()) }),
});

export const createReauthenticationOptions = endpoint({
  method: "POST",
  path: "/api/auth/reauthenticate/options",
  summary: "Create the options to reauthenticate with a passkey. Valid for five minutes, once",
  access: "member",
  reply: optionsReply,
});

export const reauthenticate = endpoint({
  method: "POST",
  path: "/api/auth/reauthenticate",
  summary:
    "Prove again who you are, after an error `reauthentication_required`. Counts for ten minutes, in this session. Members with a factor prove that; the others their password",
  access: "member",
  body: reauthentication,
  reply: okResponse,
});

export const createPasskeyLoginOptions = endpoint({
  method: "POST",
  path: "/api/auth/login/passkey/options",
  summary: "Create the options to log in with a passkey. Valid for five minutes, once",
  access: "anyone",
  reply: optionsReply,
});

export const loginWithPasskey = endpoint({
  method: "POST",
  path: "/api/auth/login/passkey",
  summary: "Create a session with a passkey, without a password",
  access: "anyone",
  body: z.object({ response: authenticationResponse }),
  reply: signedIn,
});

export const createSecondFactorOptions = endpoint({
  method: "POST",
  path: "/api/auth/login/second-factor/options",
  summary: "Create the options to answer `second_factor_required` with a passkey",
  access: "anyone",
  body: z.object({ loginToken }),
  reply: optionsReply,
});

export const loginWithSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/login/second-factor",
  summary: "Finish a login that was answered with `second_factor_required`, with the token of that error",
  access: "anyone",
  body: z.object({ loginToken, factor }),
  reply: signedIn,
});
