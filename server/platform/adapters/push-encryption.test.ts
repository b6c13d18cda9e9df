import { createECDH, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { encryptPush, isPublicKey } from "#server/platform/adapters/push-encryption.ts";

const decode = (text: string): Buffer => Buffer.from(text, "base64url");

/** The example of RFC 8291, section 5 and appendix A. */
const EXAMPLE = {
  text: "When I grow up, I want to be a watermelon",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

describe("push encryption", () => {
  const keys = { p256dh: decode(EXAMPLE.p256dh), auth: decode(EXAMPLE.auth) };

  test("matches the example of RFC 8291", () => {
    const drawn = { salt: decode(EXAMPLE.salt), privateKey: decode(EXAMPLE.privateKey) };
    expect(encryptPush(Buffer.from(EXAMPLE.text), keys, 0, drawn).toString("base64url")).toBe(EXAMPLE.body);
  });

  test("uses a new key and salt for each message, and hides its length", () => {
    const [one, other] = ["short", "x".repeat(700)].map((text) => encryptPush(Buffer.from(text), keys, 1024));
    expect(one?.length).toBe(other?.length);
    expect(one?.subarray(0, 16)).not.toEqual(other?.subarray(0, 16));
    expect(one?.subarray(21, 86)).not.toEqual(other?.subarray(21, 86));
  });

  test("rejects content that exceeds one record", () => {
    expect(() => encryptPush(randomBytes(4096), keys, 0)).toThrow(RangeError);
  });
});

describe("a public key", () => {
  test("is a point on the curve", () => {
    expect(isPublicKey(createECDH("prime256v1").generateKeys())).toBe(true);
    expect(isPublicKey(Buffer.concat([Buffer.from([4]), randomBytes(64)]))).toBe(false);
    expect(isPublicKey(Buffer.alloc(65))).toBe(false);
    expect(isPublicKey(randomBytes(10))).toBe(false);
  });
});
