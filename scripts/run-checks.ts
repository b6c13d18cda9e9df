import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another program prints meanwhile. */
  readonly isBeside?: boolean;
}

/** @returns true for exit code 0 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, isBeside = false }: RunOptions = {},
): Promise<boolean> {
  const child = spawn(join(root, "node_modules/.bin", program), args, {
    cwd: root,
    stdio: isBeside ? ["inherit", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const ok = (await new Promise((resolve) => child.once("close", resolve))) === 0;
  process.stdout.write(Buffer.concat(printed));
  return ok;
}

/** Build info is kept, so that the next check looks at changes only. */
const types = (name: string, folder: string) =>
  [
    `types of the ${name}`,
    "tsc",
    ["-p", folder, "--incremental", "--tsBuildInfoFile", `node_modules/.cache/types/${folder.replace("/", "-")}.json`],
  ] as const;

/** The static checks: types of each package, formatting, lint rules and import boundaries. */
export const CHECKS: readonly (readonly [name: string, program: string, args: readonly string[]])[] = [
  types("contract", "contract"),
  types("server", "server"),
  types("web app", "web"),
  types("service worker", "web/worker"),
  types("browser tests", "e2e"),
  ["format and imports", "biome", ["check", "--error-on-warnings", "."]],
  ["lint and import boundaries", "oxlint", ["--deny-warnings"]],
  ["styles", "stylelint", ["--max-warnings=0", "web/**/*.css"]],
];

export async function runChecks(): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const [name, program, args] of CHECKS) {
    const ok = await runProgram(program, args, { isBeside: true });
    if (!ok) failed++;
    console.log(`${ok ? "ok" : "FAILED"}: ${name}`);
  }
  return { passed: CHECKS.length - failed, failed };
}
