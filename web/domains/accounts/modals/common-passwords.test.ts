import { expect, test } from "vitest";
import { passwordHint } from "#web/domains/accounts/modals/common-passwords.ts";

test("warns of a common password regardless of case and surrounding spaces", () => {
  expect(passwordHint("")).toBe("At least 8 characters");
  expect(passwordHint("four plates and a bar")).toBe("At least 8 characters");
  expect(passwordHint("Password123")).toMatch(/guesser/);
  expect(passwordHint(" iloveyou ")).toMatch(/guesser/);
});

test("warns of a password that contains the email's local part or the username", () => {
  expect(passwordHint("xxMaya.Lifts2026", "maya.lifts@example.com")).toMatch(/Your name is in it/);
  expect(passwordHint("1234mayalifts", "m@example.com", "MayaLifts")).toMatch(/Your name is in it/);
  // Short names are ignored: they occur in many words.
  expect(passwordHint("sandcastles", "sam@example.com", "san")).toBe("At least 8 characters");
  expect(passwordHint("", "", "")).toBe("At least 8 characters");
});
