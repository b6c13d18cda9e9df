import { describe, expect, test } from "vitest";
import {
  checkStep,
  EMPTY_VALUES,
  isUnderage,
  pickRejectedFields,
  type SignupValues,
} from "#web/domains/accounts/modals/signup-form.ts";

const errorsOf = (step: number, values: Partial<SignupValues>) => checkStep(step, { ...EMPTY_VALUES, ...values });

// @spec 5.email-required-email 5.password-required-password 5.username-required-username 5.date-birth-required
// @spec 5.you-must-agree
describe("checkStep", () => {
  test("step 1 requires an email and a matching password", () => {
    expect(errorsOf(0, {})).toEqual({ email: "Email is required", password: "Password is required" });
    expect(errorsOf(0, { email: "maya", password: "short" })).toEqual({
      email: "Email is invalid",
      password: "Password must be at least 8 characters",
      confirmPassword: "Passwords do not match",
    });
    const account = { email: "maya@mail.com", password: "longer password" };
    expect(errorsOf(0, { ...account, confirmPassword: "another" })).toEqual({
      confirmPassword: "Passwords do not match",
    });
    expect(errorsOf(0, { ...account, confirmPassword: account.password })).toEqual({});
  });

  test("step 2 requires a username", () => {
    expect(errorsOf(1, {})).toEqual({ username: "Username is required" });
    expect(errorsOf(1, { username: "ab" })).toEqual({ username: "Username must be at least 3 characters" });
  });

  test("step 3 requires a date of birth, the minimum age and the agreement", () => {
    expect(errorsOf(2, {})).toEqual({
      dateOfBirth: "Date of birth is required",
      agreed: "You must agree to the terms",
    });
    const child = new Date().toISOString().slice(0, 10);
    expect(errorsOf(2, { dateOfBirth: child, agreed: true })).toEqual({
      dateOfBirth: "You must be 18 or older",
    });
  });
});

test("considers only complete dates of a form with agreed terms when checking the minimum age", () => {
  const underage = (dateOfBirth: string, agreed = true) => isUnderage({ ...EMPTY_VALUES, dateOfBirth, agreed });
  expect(underage(`${new Date().getFullYear() - 10}-01-01`, false)).toBe(false);
  expect([
    underage(""),
    underage("2020"),
    underage("1996-04-12"),
    underage(`${new Date().getFullYear() - 10}-01-01`),
  ]).toEqual([false, false, false, true]);
});

test("returns to the first step that has a rejected field", () => {
  expect(pickRejectedFields({ username: "That username is taken." })).toEqual({
    errors: { username: "That username is taken." },
    step: 1,
  });
  expect(pickRejectedFields({ dateOfBirth: "a", email: "b" }).step).toBe(0);
  expect(pickRejectedFields({ token: "not a field" })).toEqual({ errors: {}, step: undefined });
});
