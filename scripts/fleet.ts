import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPrograms } from "./fleet/packages.ts";

/**
 * `npm run fleet` runs Spotter as a fleet: three processes behind HAProxy, PostgreSQL with a streaming replica and
 * PgBouncer, Redis and an S3 store, each on a machine of its own, which is a network namespace. Needs Linux, root and
 * Debian's packages, which it installs.
 * - `npm run fleet -- tests` runs the tests that need these engines.
 * - `npm run fleet -- faults [parts of names]` runs the load, then each fault or those named.
 * - Without arguments it does both.
 */
const SCRIPT = join(import.meta.dirname, "fleet/main.ts");

/**
 * Processes, mounts and networks of its own end with the part and leave nothing on the machine.
 * @returns true if it passed
 */
async function runInNamespaces(...part: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "spotter-fleet-"));
  const own = ["--net", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"];
  const child = spawn("unshare", [...own, "--", process.execPath, SCRIPT, folder, ...part], { stdio: "inherit" });
  // The first process of a namespace takes all others with it.
  const end = () => child.kill("SIGKILL");
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, end);
  const [code] = (await once(child, "exit")) as [number | null];
  for (const signal of signals) process.off(signal, end);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  return code === 0;
}

try {
  if (process.platform !== "linux" || process.geteuid?.() !== 0)
    throw new Error("npm run fleet needs Linux and root, because it creates network namespaces");
  installPrograms();
  const part = process.argv.slice(2);
  const parts = part.length > 0 ? [part] : [["tests"], ["faults"]];
  for (const one of parts) if (!(await runInNamespaces(...one))) process.exit(1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
