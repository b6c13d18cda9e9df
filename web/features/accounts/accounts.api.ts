import { login, logout, register, type SignedIn } from "#contract/accounts.ts";
import type { Sent } from "#contract/endpoint.ts";
import { call } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";

/** Nobody waits longer than this, in milliseconds, for a dialog that cannot be closed meanwhile. */
const PATIENCE_MS = 30_000;

function begin(signedIn: SignedIn): SignedIn {
  session.start(signedIn);
  return signedIn;
}

/** Makes an account and logs in to it on this device. */
export const signUp = async (body: Sent<typeof register>["body"]): Promise<SignedIn> =>
  begin(await call(register, { body }, AbortSignal.timeout(PATIENCE_MS)));

/** Logs in on this device. */
export const logIn = async (body: Sent<typeof login>["body"]): Promise<SignedIn> =>
  begin(await call(login, { body }, AbortSignal.timeout(PATIENCE_MS)));

/** Ends the login here at once; the server is told, but not waited for. The layout goes home and forgets what was cached. */
export function logOut(): void {
  call(logout, {}).catch(() => {});
  session.end();
}
