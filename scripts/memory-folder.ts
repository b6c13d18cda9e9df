import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file system in memory, which Linux has. */
const MEMORY = "/dev/shm";
/** A run uses less than a fifth of it. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;
const PREFIX = "spotter-test-run-";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Containers may forbid programs there, and `npm test` runs some from its temporary folder. @throws Error */
function assertRunsPrograms(folder: string): void {
  const file = join(folder, "program");
  writeFileSync(file, "", { mode: 0o700 });
  accessSync(file, constants.X_OK);
  rmSync(file);
}

/**
 * Makes this process and those it starts put their temporary files into memory, if there is room, until it exits: a
 * test's database consists of a thousand files, and creating those takes a second of CPU on some disks.
 */
export function keepTempFilesInMemory(memory = MEMORY, freeBytesMin = FREE_BYTES_MIN): void {
  const folder = join(memory, PREFIX + process.pid);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < freeBytesMin) return;
    // Those of runs that were killed.
    for (const name of readdirSync(memory))
      if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))))
        rmSync(join(memory, name), { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    process.once("exit", remove);
    assertRunsPrograms(folder);
    process.env["TMPDIR"] = folder;
  } catch {
    // There is none, or it is not usable: the usual temporary folder is only slower.
    remove();
  }
}
