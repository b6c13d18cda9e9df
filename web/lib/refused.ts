import { ApiError, messageOf } from "#web/lib/api.ts";
import type { Problems } from "#web/ui/form.ts";

/**
 * What a form is told of a failed call: its fields' own messages where there are any, else one for the whole.
 * @param fields an object with the form's fields
 * @param fallback the words where the server gave none
 */
export function refusedIn<Values extends object>(error: unknown, fields: Values, fallback: string): Problems<Values> {
  const told = error instanceof ApiError ? Object.entries(error.errors).filter(([name]) => name in fields) : [];
  const problems = told.length > 0 ? told : [["form", messageOf(error, fallback)]];
  return Object.fromEntries(problems) as Problems<Values>;
}
