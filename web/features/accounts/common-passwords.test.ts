import { expect, test } from "vitest";
import { passwordHint } from "#web/features/accounts/common-passwords.ts";

test("a password that guessers know is warned of, however it is written", () => {
  expect(passwordHint("")).toBe("At least 8 characters");
  expect(passwordHint("four plates and a bar")).toBe("At least 8 characters");
  expect(passwordHint("Password123")).toMatch(/guesser/);
  expect(passwordHint(" iloveyou ")).toMatch(/guesser/);
});

test("a password that has its owner's name in it is warned of", () => {
  expect(passwordHint("xxMaya.Lifts2026", "maya.lifts@example.com")).toMatch(/Your name is in it/);
  expect(passwordHint("1234mayalifts", "m@example.com", "MayaLifts")).toMatch(/Your name is in it/);
  // A short name is part of many words.
  expect(passwordHint("sandcastles", "sam@example.com", "san")).toBe("At least 8 characters");
  expect(passwordHint("", "", "")).toBe("At least 8 characters");
});
