import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";

const ROOT = join(import.meta.dirname, "..");

/**
 * Marks the folder of a release (`scripts/release.ts`), where nothing is installed or built. Also used by `run.cjs`.
 */
export const RELEASE_MARK = "release.json";

/** Others are not passed on, because the server's settings contain secrets. */
const BUILD_VARIABLES = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "ComSpec",
  "LANG",
  "NODE_COMPILE_CACHE",
];

export const buildEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(BUILD_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/**
 * If its sources have changed. A child process keeps the build's memory out of the server and the server's settings out
 * of the build.
 * @throws Error if the build fails
 */
export async function runBuild(print: (line: string) => void): Promise<void> {
  if (existsSync(join(ROOT, RELEASE_MARK)) || isBuilt()) return;
  print("Building the web app…");
  const env = buildEnvironment(process.env);
  const child = spawn(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: "inherit", env });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("the build of the web app failed; see the output above");
}
