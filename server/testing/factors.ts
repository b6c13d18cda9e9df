import { Secret, TOTP } from "otpauth";
import {
  addPasskey,
  confirmTotp,
  createPasskeyLoginOptions,
  createPasskeyOptions,
  startTotp,
} from "#contract/accounts/factors.ts";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { SITE, type TestApp, type TestResponse } from "#server/testing/test-app.ts";

/** A clock that tests can put forward, because each code of an authenticator app is valid once. */
export function createTestClock() {
  let ahead = 0;
  return {
    now: (): Date => new Date(Date.now() + ahead),
    forward(seconds: number): void {
      ahead += seconds * 1000;
    },
  };
}

type Authenticated = { readonly token: string };

export function bodyOf<T>({ status, body }: TestResponse<T>): TestResponse<T>["body"] {
  if (status >= 300) throw new Error(`${status} ${body.code}: ${JSON.stringify(body.errors)}`);
  return body;
}

export async function givePasskey(
  app: TestApp,
  { token }: Authenticated,
  authenticator: SoftwareAuthenticator = createSoftwareAuthenticator(SITE),
) {
  const { options } = bodyOf(await app.call(createPasskeyOptions, {}, token));
  const added = await app.call(addPasskey, { body: { response: authenticator.create(options) } }, token);
  const { passkey, recoveryCodes } = bodyOf(added);
  return { authenticator, id: passkey._id, recoveryCodes: recoveryCodes ?? [] };
}

/** Sets up an authenticator app. @returns its recovery codes, and a function for its current code */
export async function giveTotp(app: TestApp, { token }: Authenticated) {
  const { key } = bodyOf(await app.call(startTotp, {}, token));
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  const currentCode = (): string => totp.generate({ timestamp: app.ctx.now().getTime() });
  const { recoveryCodes } = bodyOf(await app.call(confirmTotp, { body: { code: currentCode() } }, token));
  return { key, currentCode, recoveryCodes: recoveryCodes ?? [] };
}

export const passkeyLoginOptions = async (app: TestApp) =>
  bodyOf(await app.call(createPasskeyLoginOptions, {})).options;

/** As if the session had not proved anything for a while. */
export async function forgetAuthentication(app: TestApp, { token }: Authenticated): Promise<void> {
  await app.database.pool.query(
    "update sessions set authenticated_at = now() - interval '11 minutes' where token_hash = sha256($1::text::bytea)",
    [token],
  );
}
