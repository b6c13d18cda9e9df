import type { ResolverOptions } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { NOTHING_YET, refusedFields, resolverOf, type SignupValues } from "#web/features/accounts/signup-form.ts";

const messagesOf = async (step: number, values: Partial<SignupValues>) => {
  const options: ResolverOptions<SignupValues> = { fields: {}, shouldUseNativeValidation: undefined };
  const { errors } = await resolverOf(step)({ ...NOTHING_YET, ...values }, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]));
};

describe("a step is checked by itself", () => {
  test("the first asks for an address and a password, said twice", async () => {
    expect(await messagesOf(0, {})).toEqual({ email: "Email is required", password: "Password is required" });
    expect(await messagesOf(0, { email: "maya", password: "short" })).toEqual({
      email: "Email is invalid",
      password: "Password must be at least 8 characters",
    });
    const account = { email: "maya@mail.com", password: "longer password" };
    expect(await messagesOf(0, { ...account, confirmPassword: "another" })).toEqual({
      confirmPassword: "Passwords do not match",
    });
    expect(await messagesOf(0, { ...account, confirmPassword: account.password })).toEqual({});
  });

  test("the second for a name", async () => {
    expect(await messagesOf(1, {})).toEqual({ username: "Username is required" });
    expect(await messagesOf(1, { username: "ab" })).toEqual({ username: "Username must be at least 3 characters" });
  });

  test("the third for an age and an agreement", async () => {
    expect(await messagesOf(2, {})).toEqual({
      dateOfBirth: "Date of birth is required",
      agreed: "You must agree to the terms",
    });
    const child = new Date().toISOString().slice(0, 10);
    expect(await messagesOf(2, { dateOfBirth: child, agreed: true })).toEqual({
      dateOfBirth: "You must be 18 or older",
    });
  });
});

test("a refusal goes back to the first step that it is about", () => {
  expect(refusedFields({ username: "That username is taken." })).toEqual({
    fields: [{ name: "username", step: 1, message: "That username is taken." }],
    step: 1,
  });
  expect(refusedFields({ dateOfBirth: "a", email: "b" }).step).toBe(0);
  expect(refusedFields({ token: "not a field" }).step).toBeUndefined();
});
