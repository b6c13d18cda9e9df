import { runOperator } from "#server/cli/cli.ts";
import { urlOf } from "#server/testing/database-url.ts";
import type { Told } from "#server/testing/operator.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Runs a command line on a test app's data as the script does, in this process. */
export async function commandAt(
  { database, ctx }: Pick<TestApp, "database" | "ctx">,
  args: readonly string[],
): Promise<Told> {
  const databaseUrl = urlOf(database.connection);
  const [out, err]: [string[], string[]] = [[], []];
  const print = (line: string) => void out.push(line);
  const complain = (line: string) => void err.push(line);
  const code = await runOperator(args, () => ({ ...ctx.config, databaseUrl }), { print, complain });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
