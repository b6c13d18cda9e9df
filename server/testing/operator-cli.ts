import { execFile } from "node:child_process";
import { join } from "node:path";
import { ENVIRONMENT } from "#server/testing/spotter-process.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The output and exit code of an operator command. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs an operator command in a separate process, as `npm run operator` does. */
export const runOperatorProcess = (dataDir: string, args: readonly string[], settings: Record<string, string> = {}) =>
  new Promise<CommandResult>((resolve) => {
    const env = { ...ENVIRONMENT, DATA_DIR: dataDir, ...settings };
    execFile(process.execPath, ["scripts/operator.ts", ...args], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** Runs a command that must succeed. @returns its data */
export async function runOperatorJson<T = Record<string, unknown>>(
  dataDir: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<T> {
  const { code, out, err } = await runOperatorProcess(dataDir, [...args, "--json"], settings);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${code} ${err}`);
  return JSON.parse(out) as T;
}
