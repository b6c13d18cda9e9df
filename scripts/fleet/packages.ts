import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Gives a process another clock. */
export const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/** The programs of a fleet, and the Debian package of each. PostgreSQL is the embedded one. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ip: "iproute2",
  python3: "python3",
  setpriv: "util-linux",
  unshare: "util-linux",
  "redis-server": "redis-server",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  caddy: "caddy",
  nginx: "nginx",
  openssl: "openssl",
  memcached: "memcached",
  "swift-proxy-server": "swift-proxy",
  "swift-account-server": "swift-account",
  "swift-container-server": "swift-container",
  "swift-object-server": "swift-object",
  [FAKETIME]: "libfaketime",
};

const SYSTEM_PATH = `${process.env["PATH"]}:/usr/local/sbin:/usr/sbin:/sbin`;

const isInstalled = (program: string): boolean =>
  program === FAKETIME
    ? existsSync(FAKETIME)
    : spawnSync("which", [program], { stdio: "ignore", env: { PATH: SYSTEM_PATH } }).status === 0;

function aptGet(...args: readonly string[]): boolean {
  const env = { PATH: SYSTEM_PATH, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}

/**
 * Their services are not started: `RUNLEVEL=1` is no level that starts any.
 * @throws Error with the names of the packages, if they cannot be installed
 */
export function installPrograms(): void {
  process.env["PATH"] = SYSTEM_PATH;
  const missing = [...new Set(Object.keys(PROGRAMS).filter((program) => !isInstalled(program)))];
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((program) => PROGRAMS[program] ?? program))];
  console.log(`Installing ${packages.join(", ")}…`);
  const ok = aptGet("update", "-qq") && aptGet("install", "-y", "-qq", "--no-install-recommends", ...packages);
  const left = missing.filter((program) => !isInstalled(program));
  if (!ok || left.length > 0)
    throw new Error(`A fleet needs these Debian packages, which could not be installed: ${packages.join(" ")}`);
}
