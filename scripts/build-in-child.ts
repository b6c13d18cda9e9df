import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";

const ROOT = join(import.meta.dirname, "..");

/** In the folder of a release (`scripts/release.ts`), which is neither installed nor built again. `run.cjs` knows it, too. */
export const RELEASE_MARK = "release.json";

/** What a build needs of the environment. The settings beside it are none of its business: they hold secrets. */
const NEEDED = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "ComSpec", "LANG", "NODE_COMPILE_CACHE"];

/** The environment of a build. */
export const buildEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(NEEDED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/**
 * Builds the browser's side if its sources have changed, in a process of its own, whose memory the server then does
 * not carry, and which learns none of the server's settings.
 * @throws Error when the build fails
 */
export async function runBuild(say: (line: string) => void): Promise<void> {
  if (existsSync(join(ROOT, RELEASE_MARK)) || isBuilt()) return;
  say("Building the pages…");
  const env = buildEnvironment(process.env);
  const child = spawn(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: "inherit", env });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("the pages could not be built; see above");
}
