import { describe, expect, test } from "vitest";
import {
  checkStep,
  isUnderage,
  NOTHING_YET,
  refusedFields,
  type SignupValues,
} from "#web/features/accounts/signup-form.ts";

const errorsOf = (step: number, values: Partial<SignupValues>) => checkStep(step, { ...NOTHING_YET, ...values });

describe("a step is checked by itself", () => {
  test("the first asks for an address and a password, said twice", () => {
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

  test("the second for a name", () => {
    expect(errorsOf(1, {})).toEqual({ username: "Username is required" });
    expect(errorsOf(1, { username: "ab" })).toEqual({ username: "Username must be at least 3 characters" });
  });

  test("the third for an age and an agreement", () => {
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

test("only a whole date can be that of somebody too young", () => {
  const is = (dateOfBirth: string) => isUnderage({ ...NOTHING_YET, dateOfBirth });
  expect([is(""), is("2020"), is("1996-04-12"), is(`${new Date().getFullYear() - 10}-01-01`)]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("a refusal goes back to the first step that it is about", () => {
  expect(refusedFields({ username: "That username is taken." })).toEqual({
    errors: { username: "That username is taken." },
    step: 1,
  });
  expect(refusedFields({ dateOfBirth: "a", email: "b" }).step).toBe(0);
  expect(refusedFields({ token: "not a field" })).toEqual({ errors: {}, step: undefined });
});
