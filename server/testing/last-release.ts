import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "../..");

const git = (args: readonly string[]) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });

/** The last release, as the repository records it: for clones without tags. */
export const recordedRelease = z
  .object({ commit: z.string(), migration: z.string(), why: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, "scripts/last-release.json"), "utf8")));

/**
 * The commit of the last release: the last tag, else the recorded one.
 * @returns `missing`: why there is none, such as in a folder without history
 */
export function findLastRelease(): { readonly commit: string } | { readonly missing: string } {
  const tag = git(["describe", "--tags", "--abbrev=0"]);
  if (tag.status === 0) return { commit: tag.stdout.trim() };
  const { commit } = recordedRelease;
  if (git(["cat-file", "-e", `${commit}^{commit}`]).status === 0) return { commit };
  return { missing: `no tag, and no commit ${commit.slice(0, 8)} in this folder's history` };
}

/** A version of Spotter in a folder of its own, with the packages of this one. */
export interface Checkout {
  readonly path: string;
  remove(): void;
}

/** Writes the files of a commit to a temporary folder. */
export function checkOut(commit: string): Checkout {
  const path = mkdtempSync(join(tmpdir(), "spotter-release-"));
  const archive = join(path, "files.tar");
  const root = join(path, "spotter");
  mkdirSync(root);
  for (const [command, ...args] of [
    ["git", "archive", `--output=${archive}`, commit],
    ["tar", "-xf", archive, "-C", root],
  ]) {
    const { status, stderr } = spawnSync(command ?? "", args, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  }
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return { path: root, remove: () => rmSync(path, { recursive: true, force: true }) };
}
