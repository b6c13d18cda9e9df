import { runOperator } from "#server/cli/cli.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { urlOf } from "#server/testing/database-url.ts";
import type { CommandResult } from "#server/testing/operator-cli.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** In this process. */
export async function runCommand(
  { database, ctx }: Pick<TestApp, "database" | "ctx">,
  args: readonly string[],
): Promise<CommandResult> {
  const databaseUrl = urlOf(database.connection);
  const [out, err]: [string[], string[]] = [[], []];
  const print = (line: string) => void out.push(line);
  const printError = (line: string) => void err.push(line);
  const code = await runOperator(args, () => ({ ...ctx.config, databaseUrl }), { print, printError });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

export const findAuditedActions = async ({ ctx }: TestApp, id: string): Promise<string[]> =>
  (await readAuditLog(ctx.db, id, 50)).map(({ action }) => action);
