import { expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import type { AppError } from "#server/errors.ts";
import {
  createPasswordHasher,
  DUMMY_HASH,
  hashPassword,
  isPasswordCorrect,
} from "#server/modules/accounts/passwords.ts";

const hasher = createPasswordHasher();
const ctx = { singleton: () => hasher } as unknown as Context;

/** Fills the limiter and its queue until all of these are done. */
const fillLimiter = () => Array.from({ length: 102 }, () => hashPassword(ctx, "one of very many"));

test("accepts the correct password, and none without an account", async () => {
  const hashed = await hashPassword(ctx, "a password");
  expect(await isPasswordCorrect(ctx, "a password", hashed)).toBe(true);
  expect(await isPasswordCorrect(ctx, "another one", hashed)).toBe(false);
  expect(await isPasswordCorrect(ctx, "the password of nobody", undefined)).toBe(false);
});

test("rejects with server_busy while the queue is full, for members and strangers alike, and recovers", async () => {
  const hashed = await hashPassword(ctx, "a password");
  const flood = fillLimiter();
  for (const known of [hashed, undefined])
    await expect(isPasswordCorrect(ctx, "a password", known)).rejects.toMatchObject({
      code: "server_busy",
    } satisfies Partial<AppError>);
  await Promise.all(flood);
  expect(await isPasswordCorrect(ctx, "a password", hashed)).toBe(true);
  expect(await isPasswordCorrect(ctx, "a password", undefined)).toBe(false);
});

test("the dummy hash costs as much as a member's", async () => {
  const hashed = await hashPassword(ctx, "a password");
  const options = (text: string) => text.split("$").slice(1, 4).join("$");
  expect(options(DUMMY_HASH)).toBe(options(hashed));
});
