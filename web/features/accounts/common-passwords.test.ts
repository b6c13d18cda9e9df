import { expect, test } from "vitest";
import { passwordHint } from "#web/features/accounts/common-passwords.ts";

test("a password that guessers know is warned of, however it is written", () => {
  expect(passwordHint("")).toBe("At least 8 characters");
  expect(passwordHint("four plates and a bar")).toBe("At least 8 characters");
  expect(passwordHint("Password123")).toMatch(/guesser/);
  expect(passwordHint(" iloveyou ")).toMatch(/guesser/);
});
