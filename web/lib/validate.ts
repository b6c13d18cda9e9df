import * as z from "zod/mini";

/** Empty for valid values. */
export function validateForm(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = z.safeParse(schema, values);
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[String(path[0] ?? "form")] ??= message;
  return errors;
}
