import { afterEach, describe, expect, test, vi } from "vitest";
import type { AuthenticationResponse, RegistrationResponse } from "#contract/accounts/webauthn.ts";
import {
  allowsPasskeys,
  createAuthenticationOptions,
  createRegistrationOptions,
  newChallenge,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from "#server/platform/lib/webauthn.ts";
import { createSoftwareAuthenticator } from "#server/testing/software-authenticator.ts";

const SITE = "https://spotter.example";
const rp = relyingPartyOf(SITE);
const user = { handle: "0b8f5c1e-6c55-4a06-9d4e-0e0f5d3c2a11", name: "mia" };

afterEach(() => vi.restoreAllMocks());

const creation = (challenge = newChallenge()) => createRegistrationOptions(rp, user, challenge, []);
const request = (challenge = newChallenge()) => createAuthenticationOptions(rp, challenge);

type Authenticator = ReturnType<typeof createSoftwareAuthenticator>;

function register(authenticator: Authenticator, deviations: Parameters<Authenticator["create"]>[1] = {}) {
  const options = creation();
  return verifyRegistration(rp, { response: authenticator.create(options, deviations), challenge: options.challenge });
}

async function registered(options: { readonly counts?: boolean } = {}) {
  const authenticator = createSoftwareAuthenticator(SITE, options);
  const passkey = await register(authenticator);
  if (!passkey) throw new Error("not registered");
  return { authenticator, passkey };
}

describe("relyingPartyOf", () => {
  test("is the domain of the site", () => {
    expect(rp).toEqual({ id: "spotter.example", name: "Spotter", origins: [SITE] });
    expect(allowsPasskeys(rp)).toBe(true);
  });

  test("is localhost for a loopback address, where browsers allow no passkeys", () => {
    const local = relyingPartyOf("http://127.0.0.1:3000");
    expect(local).toMatchObject({ id: "localhost", origins: ["http://localhost:3000", "http://127.0.0.1:3000"] });
    expect(relyingPartyOf("http://[::1]:3000").id).toBe("localhost");
    expect(allowsPasskeys(relyingPartyOf("https://203.0.113.7"))).toBe(false);
    expect(allowsPasskeys(relyingPartyOf("https://[2001:db8::1]"))).toBe(false);
  });
});

describe("verifyRegistration", () => {
  test("returns the passkey of a phone, which is synced and does not count", async () => {
    const { authenticator, passkey } = await registered();
    expect(passkey).toMatchObject({ counter: 0, transports: ["hybrid", "internal"], isBackedUp: true });
    expect([passkey.credentialId]).toEqual(authenticator.ids);
  });

  test("returns the passkey of a security key, which is not synced", async () => {
    const { passkey } = await registered({ counts: true });
    expect(passkey).toMatchObject({ transports: ["usb"], isBackedUp: false });
  });

  test.each([
    ["another challenge", { challenge: newChallenge() }],
    ["another origin", { origin: "https://evil.example" }],
    ["a subdomain", { origin: "https://login.spotter.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["an unverified user", { verified: false }],
    ["an assertion", { type: "webauthn.get" }],
  ])("rejects %s", async (_, deviations) => {
    expect(await register(createSoftwareAuthenticator(SITE), deviations)).toBeUndefined();
  });

  test("rejects an id that is not the credential's", async () => {
    const options = creation();
    const response = createSoftwareAuthenticator(SITE).create(options);
    const forged = { ...response, id: "AAAA" };
    expect(await verifyRegistration(rp, { response: forged, challenge: options.challenge })).toBeUndefined();
  });

  test("rejects certificates without fetching their revocation lists", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const statement = new Map<string, unknown>([
      ["alg", -7],
      ["sig", new Uint8Array(64)],
      ["x5c", [new Uint8Array(100)]],
    ]);
    for (const format of ["packed", "fido-u2f", "tpm", "apple", "android-key"])
      expect(await register(createSoftwareAuthenticator(SITE), { attestation: { format, statement } })).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each(["", "AAAA", "oWNmbXRkbm9uZQ", "_".repeat(4000)])("rejects what is no attestation: %s", async (text) => {
    const options = creation();
    const valid = createSoftwareAuthenticator(SITE).create(options);
    const response: RegistrationResponse = { ...valid, response: { ...valid.response, attestationObject: text } };
    expect(await verifyRegistration(rp, { response, challenge: options.challenge })).toBeUndefined();
  });

  test("keeps known transports only", async () => {
    const options = creation();
    const valid = createSoftwareAuthenticator(SITE).create(options);
    const response = { ...valid, response: { ...valid.response, transports: ["usb", "<script>", "usb"] } };
    expect(await verifyRegistration(rp, { response, challenge: options.challenge })).toMatchObject({
      transports: ["usb"],
    });
  });
});

describe("verifyAuthentication", () => {
  test("accepts an answer to the challenge", async () => {
    const { authenticator, passkey } = await registered();
    const options = request();
    const response = authenticator.get(options);
    expect(await verifyAuthentication(rp, { response, challenge: options.challenge, passkey })).toEqual({
      counter: 0,
      isBackedUp: true,
    });
  });

  test.each([
    ["another challenge", { challenge: newChallenge() }],
    ["another origin", { origin: "https://evil.example" }],
    ["http instead of https", { origin: "http://spotter.example" }],
    ["another relying party", { rpId: "evil.example" }],
    ["an unverified user", { verified: false }],
    ["a registration", { type: "webauthn.create" }],
  ])("rejects %s", async (_, deviations) => {
    const { authenticator, passkey } = await registered();
    const options = request();
    const response = authenticator.get(options, deviations);
    expect(await verifyAuthentication(rp, { response, challenge: options.challenge, passkey })).toBeUndefined();
  });

  test("rejects an answer with another passkey, also if it claims the id", async () => {
    const [own, other] = [await registered(), await registered()];
    const options = request();
    const { challenge } = options;
    const response = other.authenticator.get(options);
    expect(await verifyAuthentication(rp, { response, challenge, passkey: own.passkey })).toBeUndefined();
    const { credentialId } = own.passkey;
    const forged: AuthenticationResponse = { ...response, id: credentialId };
    expect(await verifyAuthentication(rp, { response: forged, challenge, passkey: own.passkey })).toBeUndefined();
  });

  test("rejects a repeated counter, as of a copied security key", async () => {
    const { authenticator, passkey } = await registered({ counts: true });
    const options = request();
    const { challenge } = options;
    const response = authenticator.get(options, { counter: 5 });
    expect(await verifyAuthentication(rp, { response, challenge, passkey })).toMatchObject({ counter: 5 });
    for (const counter of [5, 6])
      expect(await verifyAuthentication(rp, { response, challenge, passkey: { ...passkey, counter } })).toBeUndefined();
  });
});
