import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";

const FIELDS = { newPassword: "", confirmPassword: "" };
const told = (error: unknown) => toFormErrors(error, FIELDS, "Failed to reset password");

test("a refusal of fields is told at them", () => {
  const errors = { confirmPassword: "Passwords do not match", token: "no field of the form" };
  expect(told(new ApiError(400, { message: "Passwords do not match", errors }))).toEqual({
    confirmPassword: "Passwords do not match",
  });
});

test("any other is told for the whole form, in the server's words where it has some", () => {
  expect(told(new ApiError(429, { message: "Please wait." }))).toEqual({ form: "Please wait." });
  expect(told(new ApiError(500, {}))).toEqual({ form: "Failed to reset password" });
  expect(told(new ApiError(400, { errors: { token: "Required" } }))).toEqual({ form: "Failed to reset password" });
  expect(told(new TypeError("fetch failed"))).toEqual({ form: "Something went wrong. Please try again." });
});
