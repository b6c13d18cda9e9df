import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Context } from "#server/context.ts";
import { isSignedBy, readSigner } from "#server/db/backup-crypto.ts";
import { CommandError } from "#server/errors.ts";
import { findStatusChanges } from "#server/modules/admin/admin.repo.ts";

/** A line of the log. Ids and times are enough for a restore, so it holds no other personal data. */
const statusChange = z.object({
  at: z.iso.datetime(),
  id: z.uuid(),
  event: z.enum(["deleted", "suspended", "lifted"]),
  /** End of a suspension. */
  until: z.iso.datetime().nullable(),
});
export type StatusChange = z.output<typeof statusChange>;

/** Its name in the data folder. */
export const STATUS_LOG = "status.log";
/** `at` is the start of a transaction, which may be committed later than changes that are already in the log. */
const OVERLAP_MS = 3_600_000;

/** The lines of the log, without an incomplete last one. */
const readLines = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];

const parse = (line: string): StatusChange | undefined => {
  const [json = ""] = line.split("\t");
  try {
    return statusChange.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
};

/**
 * Appends deletions, suspensions and lifted suspensions since the last call to a file outside the database. A restore
 * of an older backup replays it, so that deleted accounts and lifted bans do not come back. Changes are found by state,
 * so none is lost if the process is killed. Each line is signed.
 * @returns the number of new lines
 */
export async function appendStatusChanges(ctx: Context): Promise<number> {
  const path = join(ctx.config.dataDir, STATUS_LOG);
  const known = readLines(path);
  // Times in the future, written while the clock was wrong, would exclude later changes.
  const now = ctx.now().toISOString();
  const times = known.map((line) => parse(line)?.at ?? "").filter((at) => at <= now);
  const last = times.reduce((latest, at) => (at > latest ? at : latest), "");
  const since = new Date(last === "" ? 0 : Date.parse(last) - OVERLAP_MS);
  const written = new Set(known.map((line) => line.split("\t")[0]));
  const rows = await findStatusChanges(ctx.db, since);
  const fresh = rows
    .map(({ at, id, event, until }) =>
      JSON.stringify({ at: at.toISOString(), id, event, until } satisfies StatusChange),
    )
    .filter((json) => !written.has(json));
  if (fresh.length === 0) {
    // Copies and restores need a file, also if nothing has happened yet.
    await mkdir(ctx.config.dataDir, { recursive: true, mode: 0o700 });
    await appendFile(path, "", { mode: 0o600 });
    return 0;
  }
  const signer = readSigner(ctx.config.dataDir);
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const end = size > 0 ? (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() : "\n";
    // Starts a new line after an incomplete one.
    const lines = fresh.map((json) => `${json}\t${signer.sign(json)}\n`).join("");
    await file.appendFile(end === "\n" ? lines : `\n${lines}`);
    await file.sync();
  } finally {
    await file.close();
  }
  return fresh.length;
}

/**
 * @param trusted public keys that may have signed the lines; undefined skips the check
 * @throws CommandError if the file is missing, or a line is damaged or not signed by a trusted key
 */
export function readStatusLog(path: string, trusted: readonly string[] | undefined): readonly StatusChange[] {
  if (!existsSync(path)) throw new CommandError(`File ${path} does not exist.`);
  return readLines(path).flatMap((line) => {
    if (line === "") return [];
    const read = parse(line);
    const [json = "", signature = ""] = line.split("\t");
    // A line that was cut short by a crash has no signature.
    if (!read && signature === "") return [];
    if (!read) throw new CommandError(`${path} has a damaged line.`);
    if (trusted && !isSignedBy(trusted, json, signature))
      throw new CommandError(`${path} has a line that is not signed by a trusted key or was modified.`);
    return [read];
  });
}

/** The latest change of each member that a backup may not contain. A deletion is final: later changes are ignored. */
export function statusChangesSince(changes: readonly StatusChange[], madeAt: Date): readonly StatusChange[] {
  const last = new Map<string, StatusChange>();
  const late = changes.filter(({ at }) => Date.parse(at) > madeAt.getTime() - OVERLAP_MS);
  for (const one of late.toSorted((a, b) => a.at.localeCompare(b.at)))
    if (last.get(one.id)?.event !== "deleted") last.set(one.id, one);
  return [...last.values()];
}
