import { afterEach, expect, test, vi } from "vitest";
import { createPasskey, PasskeyError, readPasskey } from "#web/domains/accounts/passkeys.ts";
import { canUsePasskeys, readPasskey as readInBrowser } from "#web/lib/passkeys.ts";

afterEach(() => vi.unstubAllGlobals());

/** `ask` answers for its passkey. */
function stubBrowser(hostname: string, ask: () => Promise<unknown> = async () => null): void {
  class FakeCredential {
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    toJSON = () => ({ id: "a key" });
  }
  vi.stubGlobal("PublicKeyCredential", FakeCredential);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("location", { hostname });
  vi.stubGlobal("navigator", {
    credentials: { get: async () => (await ask()) ?? new FakeCredential(), create: ask },
  });
}

test("passkeys work at names, and at no IP address", () => {
  stubBrowser("staff.spotter.example");
  expect(canUsePasskeys()).toBe(true);
  for (const hostname of ["127.0.0.1", "[::1]"]) {
    stubBrowser(hostname);
    expect(canUsePasskeys()).toBe(false);
  }
  stubBrowser("spotter.example");
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(canUsePasskeys()).toBe(false);
});

test("staff get the browser's own refusal, members words for it", async () => {
  const refuse = (name: string) => () => Promise.reject(new DOMException("no", name));
  stubBrowser("localhost");
  expect(await readInBrowser({} as never)).toEqual({ id: "a key" });
  stubBrowser("localhost", refuse("NotAllowedError"));
  await expect(readInBrowser({} as never)).rejects.toBeInstanceOf(DOMException);
  await expect(readPasskey({} as never)).rejects.toThrow("No passkey was used.");
  stubBrowser("localhost", refuse("InvalidStateError"));
  await expect(createPasskey({} as never)).rejects.toThrow("This device has a passkey for your account already.");
  // The browser returned something else.
  stubBrowser("localhost", async () => ({}));
  await expect(createPasskey({} as never)).rejects.toBeInstanceOf(PasskeyError);
});
