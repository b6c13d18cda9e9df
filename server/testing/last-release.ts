import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");

const git = (args: readonly string[]) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });

/** The last release, as the repository records it: for clones without tags. */
export const recordedRelease = z
  .object({ commit: z.string(), migration: z.string(), why: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "scripts/last-release.json"), "utf8")));

/** The last tag, else the recorded commit. @returns `missing`: the reason, such as in a folder without history */
export function findLastRelease(): { readonly commit: string } | { readonly missing: string } {
  const tag = git(["describe", "--tags", "--abbrev=0"]);
  if (tag.status === 0) return { commit: tag.stdout.trim() };
  const { commit } = recordedRelease;
  if (git(["cat-file", "-e", `${commit}^{commit}`]).status === 0) return { commit };
  return { missing: `no tag, and no commit ${commit.slice(0, 8)} in this folder's history` };
}

export interface Checkout {
  readonly path: string;
  remove(): void;
}

function createCheckout(): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "spotter-version-"));
  const path = join(folder, "spotter");
  mkdirSync(path);
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function checkOut(commit: string): Checkout {
  const checkout = createCheckout();
  const archive = join(checkout.path, "../files.tar");
  for (const [command, ...args] of [
    ["git", "archive", `--output=${archive}`, commit],
    ["tar", "-xf", archive, "-C", checkout.path],
  ]) {
    const { status, stderr } = spawnSync(command ?? "", args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  }
  return checkout;
}

export function copyThisVersion(): Checkout {
  const checkout = createCheckout();
  const { stdout } = git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const file of stdout.split("\0"))
    if (file !== "" && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(checkout.path, file));
  return checkout;
}
