import { execFile } from "node:child_process";
import { join } from "node:path";
import { ENVIRONMENT } from "#server/testing/spotter-process.ts";

const ROOT = join(import.meta.dirname, "../..");

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const runOperatorProcess = (dataDir: string, args: readonly string[], settings: Record<string, string> = {}) =>
  new Promise<CommandResult>((resolve) => {
    const env = { ...ENVIRONMENT, DATA_DIR: dataDir, ...settings };
    execFile(process.execPath, ["scripts/operator.ts", ...args], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

/** @returns the command's data */
export async function runOperatorJson<T = Record<string, unknown>>(
  dataDir: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<T> {
  const { code, out, err } = await runOperatorProcess(dataDir, [...args, "--json"], settings);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${code} ${err}`);
  return JSON.parse(out) as T;
}
