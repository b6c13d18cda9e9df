import { createPublicKey, randomBytes, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createVapidSigner } from "#server/platform/adapters/vapid.ts";

const SECRET = randomBytes(32);
const HOUR_MS = 3_600_000;

function read(authorization: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  return {
    key,
    told: JSON.parse(Buffer.from(body, "base64url").toString()) as unknown,
    right: verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    ),
  };
}

describe("VAPID tokens", () => {
  test("are signed for one push service, and expire within a day", () => {
    const now = new Date("2026-11-20T12:00:00Z");
    const tokens = createVapidSigner(SECRET, "mailto:hello@spotter.example", () => now);
    const { key, told, right } = read(tokens.authorization("https://push.example"));
    expect(right).toBe(true);
    expect(key).toBe(tokens.key);
    expect(told).toEqual({
      aud: "https://push.example",
      exp: now.getTime() / 1000 + 12 * 3600,
      sub: "mailto:hello@spotter.example",
    });
  });

  test("are reused until shortly before they expire, one per push service", () => {
    let now = new Date("2026-11-20T12:00:00Z");
    const tokens = createVapidSigner(SECRET, "mailto:hello@spotter.example", () => now);
    const first = tokens.authorization("https://push.example");
    expect(tokens.authorization("https://other.example")).not.toBe(first);
    now = new Date(now.getTime() + 10 * HOUR_MS);
    expect(tokens.authorization("https://push.example")).toBe(first);
    now = new Date(now.getTime() + 1.5 * HOUR_MS);
    expect(tokens.authorization("https://push.example")).not.toBe(first);
  });

  test("use the same key for the same secret, whatever its bytes", () => {
    const keyOf = (secret: Buffer) => createVapidSigner(secret, "mailto:a@b.example", () => new Date()).key;
    expect(keyOf(SECRET)).toBe(keyOf(Buffer.from(SECRET)));
    expect(keyOf(SECRET)).not.toBe(keyOf(randomBytes(32)));
    for (const secret of [Buffer.alloc(32), Buffer.alloc(32, 0xff)]) {
      expect(Buffer.from(keyOf(secret), "base64url")).toHaveLength(65);
    }
  });
});
