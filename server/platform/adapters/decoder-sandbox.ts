import { type ChildProcess, execFile, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "pino";

/**
 * Decoders run in separate processes. A decoder that an image has taken over still is the app's user, so where
 * bubblewrap works (Linux with user namespaces) it sees no other process, no network, and only the code and its images.
 */
export type Sandbox = { readonly isWorking: true } | { readonly isWorking: false; readonly reason: string };

const BWRAP = "/usr/bin/bwrap";
const ROOT = join(import.meta.dirname, "../../..");
/** Not the root itself, where `data` and `.env` may be. */
const CODE = ["node_modules", "server", "contract", "package.json"].map((name) => join(ROOT, name));
const SYSTEM = ["/usr", "/lib", "/lib64"];
const TRIAL_MS = 10_000;

const readOnly = (path: string): readonly string[] => ["--ro-bind-try", path, path];

/** Arguments of bubblewrap, to be followed by the program. @param files that the program may read, besides the code */
export const sandboxArgs = (files: readonly string[] = []): readonly string[] => [
  "--unshare-all",
  "--die-with-parent",
  "--new-session",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
  ...[...SYSTEM, process.execPath, ...CODE, ...files].flatMap(readOnly),
];

const run = promisify(execFile);

async function trySandbox(): Promise<Sandbox> {
  if (process.platform !== "linux") return { isWorking: false, reason: "the system is not Linux" };
  if (!existsSync(BWRAP)) return { isWorking: false, reason: "bubblewrap is not installed" };
  try {
    // Node measures its memory by /proc.
    const program = [process.execPath, "-e", "process.memoryUsage.rss()"];
    await run(BWRAP, [...sandboxArgs(), ...program], { env: {}, timeout: TRIAL_MS });
    return { isWorking: true };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    return { isWorking: false, reason: (stderr || message).trim().split("\n")[0] ?? "" };
  }
}

let found: Promise<Sandbox> | undefined;
export function findSandbox(): Promise<Sandbox> {
  found ??= trySandbox();
  return found;
}

export function reportSandbox(sandbox: Sandbox, log: Logger): void {
  if (sandbox.isWorking) log.info("images are decoded in a sandbox");
  else
    log.warn(
      { reason: sandbox.reason },
      "images are decoded without a sandbox: a faulty decoder could read the app's files and secrets",
    );
}

interface Decoder {
  readonly script: string;
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}

/** Starts a decoder that answers over IPC, in the sandbox if it works. */
export function forkDecoder(sandbox: Sandbox, { script, args = [], nodeArgs = [], env, files }: Decoder): ChildProcess {
  return fork(script, args, {
    env,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...(sandbox.isWorking
      ? {
          execPath: BWRAP,
          execArgv: [...sandboxArgs(files), process.execPath, ...nodeArgs],
          // Ctrl-C would end bubblewrap while the app lets running uploads finish.
          detached: true,
        }
      : { execArgv: [...nodeArgs] }),
  });
}

/** Whether a signal ended a decoder, by the code of its exit. Bubblewrap adds 128 to that of its program. */
export const wasKilled = (code: number | null): boolean => code === null || code > 128;
