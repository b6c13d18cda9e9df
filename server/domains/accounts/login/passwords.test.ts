import { expect, test } from "vitest";
import { type Config, readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import {
  createPasswordHasher,
  hashingWork,
  hashPassword,
  isOutdatedHash,
  isPasswordCorrect,
} from "#server/domains/accounts/login/passwords.ts";

function contextWith(passwordHashing: Config["passwordHashing"]): Context {
  const ctx = { config: { passwordHashing } } as Context;
  const hasher = createPasswordHasher(ctx);
  return Object.assign(ctx, { singleton: () => hasher });
}
const ctx = contextWith("minimal");

test("accepts the correct password, and none without an account", async () => {
  const hashed = await hashPassword(ctx, "a password");
  expect(await isPasswordCorrect(ctx, "a password", hashed)).toBe(true);
  expect(await isPasswordCorrect(ctx, "another one", hashed)).toBe(false);
  expect(await isPasswordCorrect(ctx, "the password of nobody", undefined)).toBe(false);
});

test("hashes in threads of their own with the work of production", async () => {
  const production = contextWith("full");
  const hashed = await Promise.all(["one", "two", "three"].map((password) => hashPassword(production, password)));
  expect(await Promise.all(hashed.map((one) => isPasswordCorrect(production, "two", one)))).toEqual([
    false,
    true,
    false,
  ]);
  expect(await isPasswordCorrect(production, "two", undefined)).toBe(false);
  await expect(isPasswordCorrect(production, "two", "not a hash")).rejects.toThrow();
  // The thread goes on after an error.
  expect(await isPasswordCorrect(production, "three", hashed[2])).toBe(true);
});

test("production hashes with OWASP's parameters, and replaces the hashes of tests", async () => {
  const { passwordHashing } = readConfig({ NODE_ENV: "production", PUBLIC_URL: "https://spotter.example" });
  const production = contextWith(passwordHashing);
  const [full, minimal] = [await hashPassword(production, "a password"), await hashPassword(ctx, "a password")];
  expect(full).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect([full, minimal].map((hashed) => isOutdatedHash(production, hashed))).toEqual([false, true]);
  expect([full, minimal].map((hashed) => isOutdatedHash(ctx, hashed))).toEqual([true, false]);
});

test.each(["full", "minimal"] as const)("the dummy hash costs as much as a member's (%s)", (passwordHashing) => {
  const some = contextWith(passwordHashing);
  expect(isOutdatedHash(some, hashingWork(some).dummyHash)).toBe(false);
});
