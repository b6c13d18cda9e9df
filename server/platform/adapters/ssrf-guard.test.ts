import type { LookupAddress } from "node:dns";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import {
  createPublicOnlyLookup,
  findUrlProblem,
  isPublic,
  PrivateAddressError,
  type Resolve,
} from "#server/platform/adapters/ssrf-guard.ts";

describe("accepts public addresses", () => {
  test.each(["8.8.8.8", "142.250.74.74", "2a00:1450:4001:80b::200a", "2600:1901:0:38d7::"])("%s", (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe("rejects non-public addresses", () => {
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.169.254",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "2001::7f00:1",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
    "4000::1",
    "nonsense",
    "",
  ])("%j", (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

describe("checks before the look-up", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://push.example:443/abc",
  ])("%s is fine", (address) => {
    expect(findUrlProblem(address)).toBeUndefined();
  });

  test.each([
    ["http://push.example/abc", "The address must begin with https://."],
    ["ftp://push.example/abc", "The address must begin with https://."],
    ["https://push.example:8443/abc", "The address must not name a port."],
    ["https://me:secret@push.example/abc", "The address must not hold a name or a password."],
    ["https://me@push.example/abc", "The address must not hold a name or a password."],
    ["https://127.0.0.1/abc", "The address must have a name, not a number."],
    ["https://2130706433/abc", "The address must have a name, not a number."],
    ["https://0x7f.1/abc", "The address must have a name, not a number."],
    ["https://127。0。0。1/abc", "The address must have a name, not a number."],
    ["https://[::1]/abc", "The address must have a name, not a number."],
    ["https://[::ffff:10.0.0.1]/abc", "The address must have a name, not a number."],
    ["https://8.8.8.8/abc", "The address must have a name, not a number."],
    ["https://localhost/abc", "The address must be of the internet."],
    ["https://postgres/abc", "The address must be of the internet."],
    ["https://db.localhost./abc", "The address must be of the internet."],
    ["https://metadata.google.internal/abc", "The address must be of the internet."],
    ["https://printer.local/abc", "The address must be of the internet."],
    ["nonsense", "That is no address."],
  ])("%s is refused", (address, why) => {
    expect(findUrlProblem(address)).toBe(why);
  });
});

describe("a look-up", () => {
  const four = (address: string) => ({ address, family: 4 });
  const look = (resolve: Resolve, all: boolean) =>
    new Promise<string | LookupAddress[]>((resolved, rejected) => {
      createPublicOnlyLookup(resolve)("push.example", { all }, (error, found) =>
        error ? rejected(error) : resolved(found),
      );
    });

  test("returns the checked addresses, after one query", async () => {
    const found = [four("8.8.8.8"), { address: "2600:1901:0:38d7::", family: 6 }];
    let asked = 0;
    const resolve = async () => {
      asked++;
      return found;
    };
    expect(await look(resolve, true)).toEqual(found);
    expect(await look(resolve, false)).toBe("8.8.8.8");
    expect(asked).toBe(2);
  });

  test.each([true, false])("returns none if one of several is private (all: %s)", async (all) => {
    for (const mixed of [
      [four("8.8.8.8"), four("127.0.0.1")],
      [four("10.0.0.1"), four("8.8.8.8")],
      [four("8.8.8.8"), { address: "::ffff:8.8.4.4", family: 6 }],
      [],
    ]) {
      await expect(look(async () => mixed, all)).rejects.toThrow(PrivateAddressError);
    }
  });

  test("passes on that a name is unknown", async () => {
    const unknown = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    await expect(look(() => Promise.reject(unknown), true)).rejects.toBe(unknown);
  });
});

describe("a connection", () => {
  test("uses the checked address, even if the name changes", async () => {
    const answers = ["8.8.8.8", "127.0.0.1"];
    let asked = 0;
    const lookup = createPublicOnlyLookup(async () => [{ address: answers[asked++] ?? "127.0.0.1", family: 4 }]);
    const attempts = await new Promise<string[]>((resolve) => {
      const tried: string[] = [];
      const socket = connect({ host: "push.example", port: 443, lookup });
      socket.on("error", () => undefined);
      socket.once("connectionAttempt", (address) => {
        tried.push(address);
        setImmediate(() => socket.destroy());
      });
      socket.once("close", () => resolve(tried));
    });
    expect(attempts).toEqual(["8.8.8.8"]);
    expect(asked).toBe(1);
  });
});
