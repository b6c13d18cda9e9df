import { spawn } from "node:child_process";
import { join } from "node:path";
import { installPrograms } from "./fleet/packages.ts";

/**
 * `npm run fleet` runs Spotter as a fleet: three processes behind HAProxy, PostgreSQL with a streaming replica and
 * PgBouncer, Redis and an S3 store, each on a machine of its own, which is a network namespace. `npm run fleet -- tests`
 * runs the tests that need these engines. Needs Linux, root and Debian's packages, which it installs.
 *
 * Everything runs in namespaces of processes, mounts and networks of its own, which end with the command and leave
 * nothing on the machine.
 */
function enterNamespaces(): void {
  if (process.platform !== "linux" || process.geteuid?.() !== 0)
    throw new Error("npm run fleet needs Linux and root, because it creates network namespaces");
  installPrograms();
  const own = ["--net", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc"];
  const script = join(import.meta.dirname, "fleet/main.ts");
  const child = spawn("unshare", [...own, "--", process.execPath, script, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  // The first process of a namespace takes all others with it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGKILL"));
  child.once("exit", (code) => process.exit(code ?? 1));
}

try {
  enterNamespaces();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
