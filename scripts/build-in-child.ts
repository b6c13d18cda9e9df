import { spawn } from "node:child_process";
import { join } from "node:path";
import { isBuilt } from "./build-stamp.ts";

/**
 * Builds the browser's side if its sources have changed, in a process of its own, whose memory the server then does
 * not carry.
 * @throws Error when the build fails
 */
export async function runBuild(say: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  say("Building the pages…");
  const child = spawn(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: "inherit" });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error("the pages could not be built; see above");
}
