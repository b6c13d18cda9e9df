import { Secret, TOTP } from "otpauth";
import type { Context } from "#server/context.ts";
import { openSecret } from "#server/domains/accounts/factors/sealed-secrets.ts";

/** RFC 6238 with what all authenticator apps support: SHA-1, six digits, 30 seconds. */
const OPTIONS = { issuer: "Spotter", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after the current one, for clocks that differ. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const totpOf = (secret: Buffer, label = ""): TOTP =>
  new TOTP({ ...OPTIONS, label, secret: Secret.fromHex(secret.toString("hex")) });

/** @param label the account, as the app shows it */
export function describeTotp(secret: Buffer, label: string): { readonly uri: string; readonly key: string } {
  const totp = totpOf(secret, label);
  return { uri: totp.toString(), key: totp.secret.base32 };
}

/** @returns the time step of the code; undefined if it is not current */
export function findTotpStep(ctx: Context, memberId: string, sealed: Buffer, code: string): number | undefined {
  const secret = openSecret(ctx, memberId, sealed);
  if (!secret) {
    ctx.log.error({ memberId }, "factors: authenticator key not readable, was the hash key changed?");
    return undefined;
  }
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = ctx.now().getTime();
  const delta = totpOf(secret).validate({ token, window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / OPTIONS.period) + delta;
}
