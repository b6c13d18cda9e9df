import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "#server/testing/spotter-process.ts";

/** A file system in memory, which Linux has. */
const MEMORY = "/dev/shm";
/** A run uses about an eighth of it. */
const FREE_BYTES_MIN = 4 * 1024 ** 3;
/** With the user's id, because nobody may delete what is another user's. */
const PREFIX = `spotter-test-run-${process.getuid?.() ?? 0}-`;

/** Containers may forbid programs there, and `npm test` runs some from its temporary folder. @throws Error */
function assertRunsPrograms(folder: string): void {
  const file = join(folder, "program");
  writeFileSync(file, "", { mode: 0o700 });
  accessSync(file, constants.X_OK);
  rmSync(file);
}

/**
 * Until it exits, if there is room: a test's database consists of a thousand files, and creating those takes a second
 * of CPU on some disks.
 */
export function keepTempFilesInMemory(memory = MEMORY, freeBytesMin = FREE_BYTES_MIN): void {
  const folder = join(memory, PREFIX + process.pid);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < freeBytesMin) return;
    // Leftovers of killed runs.
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
