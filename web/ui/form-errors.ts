import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import type { FormErrors } from "#web/ui/form.ts";

/**
 * Errors of the form's fields if there are any, else one for the whole form.
 * @param fields an object with the form's fields
 * @param fallback the message if the server gave none
 */
export function toFormErrors<Values extends object>(
  error: unknown,
  fields: Values,
  fallback: string,
): FormErrors<Values> {
  const fieldErrors = error instanceof ApiError ? Object.entries(error.errors).filter(([name]) => name in fields) : [];
  const entries = fieldErrors.length > 0 ? fieldErrors : [["form", getErrorMessage(error, fallback)]];
  return Object.fromEntries(entries) as FormErrors<Values>;
}
