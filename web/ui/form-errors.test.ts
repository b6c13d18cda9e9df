import { expect, test } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { toFormErrors } from "#web/ui/form-errors.ts";

const FIELDS = { newPassword: "", confirmPassword: "" };
const toErrors = (error: unknown) => toFormErrors(error, FIELDS, "Failed to reset password");

test("maps field errors to the fields of the form", () => {
  const errors = { confirmPassword: "Passwords do not match", token: "no field of the form" };
  expect(toErrors(new ApiError(400, { message: "Passwords do not match", errors }))).toEqual({
    confirmPassword: "Passwords do not match",
  });
});

test("maps other errors to the form, with the server's message if there is one", () => {
  expect(toErrors(new ApiError(429, { message: "Please wait." }))).toEqual({ form: "Please wait." });
  expect(toErrors(new ApiError(500, {}))).toEqual({ form: "Failed to reset password" });
  expect(toErrors(new ApiError(400, { errors: { token: "Required" } }))).toEqual({ form: "Failed to reset password" });
  expect(toErrors(new TypeError("fetch failed"))).toEqual({ form: "Something went wrong. Please try again." });
});
