import { expect, test } from "vitest";
import type { AppError } from "#server/errors.ts";
import { hashPassword, isPassword } from "#server/modules/accounts/passwords.ts";

/** From here on the turns are full until all of these are done. */
const fillTurns = () => Array.from({ length: 102 }, () => hashPassword("one of very many"));

test("a password is right or wrong, and nobody's is never right", async () => {
  const hashed = await hashPassword("a password");
  expect(await isPassword("a password", hashed)).toBe(true);
  expect(await isPassword("another one", hashed)).toBe(false);
  expect(await isPassword("the password of nobody", undefined)).toBe(false);
});

test("with all turns taken one is told to come back, member or not, and afterwards all is as before", async () => {
  const hashed = await hashPassword("a password");
  const flood = fillTurns();
  for (const known of [hashed, undefined])
    await expect(isPassword("a password", known)).rejects.toMatchObject({
      code: "server_busy",
    } satisfies Partial<AppError>);
  await Promise.all(flood);
  expect(await isPassword("a password", hashed)).toBe(true);
  expect(await isPassword("a password", undefined)).toBe(false);
});

test("nobody's password takes as long as a member's", async () => {
  const hashed = await hashPassword("a password");
  const options = (text: string) => text.split("$").slice(1, 4).join("$");
  const { NOBODY } = await import("#server/modules/accounts/passwords.ts");
  expect(options(NOBODY)).toBe(options(hashed));
});
