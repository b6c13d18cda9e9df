import type { SignedIn } from "#contract/accounts/accounts.ts";
import type { FactorProof } from "#contract/accounts/factors.ts";
import { createTimeout, startSession } from "#web/domains/accounts/accounts.requests.ts";
import { readPasskey } from "#web/domains/accounts/passkeys.ts";
import { call } from "#web/lib/api.ts";

/** Logs in with a passkey, which says whose it is. @throws PasskeyError */
export async function logInWithPasskey(): Promise<SignedIn> {
  const { options } = await call("POST /api/auth/login/passkey/options", {}, createTimeout());
  const response = await readPasskey(options);
  return startSession(await call("POST /api/auth/login/passkey", { body: { response } }, createTimeout()));
}

/** Asks the browser for a passkey of the member whose password was right. @throws PasskeyError */
export async function readSecondPasskey(loginToken: string): Promise<FactorProof> {
  const { options } = await call(
    "POST /api/auth/login/second-factor/options",
    { body: { loginToken } },
    createTimeout(),
  );
  return { method: "passkey", response: await readPasskey(options) };
}

/** Finishes a login that needs more than the password. @throws ApiError `login_expired`, `wrong_code` */
export const logInWithSecondFactor = async (loginToken: string, factor: FactorProof): Promise<SignedIn> =>
  startSession(await call("POST /api/auth/login/second-factor", { body: { loginToken, factor } }, createTimeout()));
