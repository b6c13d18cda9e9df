import { createECDH, createPrivateKey, sign } from "node:crypto";
import { HOUR_S } from "#contract/durations.ts";
import { CURVE } from "#server/platform/adapters/push-encryption.ts";

/** Half of the maximum lifetime (RFC 8292), so that clocks may differ. */
const LASTS_S = 12 * HOUR_S;
/** A cached token is replaced this long before it expires. */
const SPARE_S = HOUR_S;
/** Cached tokens by origin. Clients choose the origins, so the number is limited. */
const CACHED_MAX = 500;
/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Signs requests to push services (VAPID, RFC 8292). */
export interface VapidSigner {
  /** The public key that browsers subscribe with, in base64url. */
  readonly key: string;
  /** The header `Authorization` for a push service. @param origin such as `https://push.example` */
  authorization(origin: string): string;
}

const encode = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");

/**
 * @param secret 32 random bytes, from which the key pair is derived
 * @param contact for push services, such as `mailto:hello@spotter.example`
 */
export function createVapidSigner(secret: Uint8Array, contact: string, now: () => Date): VapidSigner {
  const scalar = 1n + (BigInt(`0x${Buffer.from(secret).toString("hex")}`) % (ORDER - 1n));
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, "0"), "hex"));
  const point = ecdh.getPublicKey();
  const jwk = { kty: "EC", crv: "P-256", d: encode(ecdh.getPrivateKey()) };
  const privateKey = createPrivateKey({
    format: "jwk",
    key: { ...jwk, x: encode(point.subarray(1, 33)), y: encode(point.subarray(33)) },
  });
  const key = encode(point);
  const cache = new Map<string, { readonly token: string; readonly ends: number }>();

  function createToken(origin: string, ends: number): string {
    const head = encode(JSON.stringify({ typ: "JWT", alg: "ES256" }));
    const unsigned = `${head}.${encode(JSON.stringify({ aud: origin, exp: ends, sub: contact }))}`;
    return `${unsigned}.${encode(sign("sha256", Buffer.from(unsigned), { key: privateKey, dsaEncoding: "ieee-p1363" }))}`;
  }

  return {
    key,
    authorization(origin) {
      const seconds = Math.floor(now().getTime() / 1000);
      let known = cache.get(origin);
      if (!known || known.ends - SPARE_S < seconds) {
        if (cache.size >= CACHED_MAX) cache.clear();
        known = { token: createToken(origin, seconds + LASTS_S), ends: seconds + LASTS_S };
        cache.set(origin, known);
      }
      return `vapid t=${known.token}, k=${key}`;
    },
  };
}
