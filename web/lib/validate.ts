import * as z from "zod/mini";

/** What a schema of the contract finds wrong with values: the first message of each field. Nothing where all is well. */
export function validateForm(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = z.safeParse(schema, values);
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[String(path[0] ?? "form")] ??= message;
  return found;
}
