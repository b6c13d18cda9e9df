import { existsSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Context } from "#server/context.ts";
import { isSignedBy, readSigner } from "#server/db/backup-signature.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { findStandingChanges } from "#server/modules/admin/standing-record.repo.ts";

/** A line of the record: its ids and times are all that a restore needs, and all that it holds of anybody. */
const change = z.object({
  at: z.iso.datetime(),
  id: z.uuid(),
  event: z.enum(["gone", "suspended", "lifted"]),
  /** Of a suspension, when it ends by itself. */
  until: z.iso.datetime().nullable(),
});
export type StandingChange = z.output<typeof change>;

/** In the data folder. */
const FILE = "standing.log";
/** A change may be in the database some time after the time that it bears: the transaction's. */
const OVERLAP_MS = 3_600_000;

/** The lines of a record as they are, without one that was cut short. */
const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];

const parse = (line: string): StandingChange | undefined => {
  const [json = ""] = line.split("\t");
  try {
    return change.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
};

/**
 * Appends to the record, a file outside of the database, who has gone, was suspended or was let back since it was last written. A
 * restore of an older backup reads it, so that nobody comes back who has left, and no suspension is lifted. What it holds is found
 * by state, so nothing is lost where the process was killed; each line is signed.
 */
export async function recordStanding(ctx: Context): Promise<void> {
  const path = join(ctx.config.dataDir, FILE);
  const known = linesOf(path);
  // A time that is still to come, of a clock that was wrong, must not keep later changes out.
  const now = ctx.now().toISOString();
  const times = known.map((line) => parse(line)?.at ?? "").filter((at) => at <= now);
  const last = times.reduce((latest, at) => (at > latest ? at : latest), "");
  const since = new Date(last === "" ? 0 : Date.parse(last) - OVERLAP_MS);
  const written = new Set(known.map((line) => line.split("\t")[0]));
  const rows = await findStandingChanges(ctx.db, since);
  const fresh = rows
    .map(({ at, id, event, until }) =>
      JSON.stringify({ at: at.toISOString(), id, event, until } satisfies StandingChange),
    )
    .filter((json) => !written.has(json));
  if (fresh.length === 0) return;
  const signer = readSigner(ctx.config.dataDir);
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const end = size > 0 ? (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() : "\n";
    // After a line that was cut short the next begins anew.
    const lines = fresh.map((json) => `${json}\t${signer.sign(json)}\n`).join("");
    await file.appendFile(end === "\n" ? lines : `\n${lines}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a record.
 * @param trusted public keys, one of which has to have signed each line; undefined where nobody asks
 * @throws Refusal where there is none, or a line is damaged or not signed by whom one trusts
 */
export function readStanding(path: string, trusted: readonly string[] | undefined): readonly StandingChange[] {
  if (!existsSync(path)) throw new Refusal(`There is no file ${path}`);
  return linesOf(path).flatMap((line) => {
    if (line === "") return [];
    const read = parse(line);
    const [json = "", signature = ""] = line.split("\t");
    // A line that a crash cut short has no signature.
    if (!read && signature === "") return [];
    if (!read) throw new Refusal(`A line of ${path} is damaged`);
    if (trusted && !isSignedBy(trusted, json, signature))
      throw new Refusal(`A line of ${path} is not signed by whom you trust, or was changed since`);
    return [read];
  });
}

/**
 * What a backup does not know of yet: the last word on each member, of those that may have come after it. Who has gone stays so,
 * whatever comes after.
 */
export function changesSince(changes: readonly StandingChange[], madeAt: Date): readonly StandingChange[] {
  const last = new Map<string, StandingChange>();
  const late = changes.filter(({ at }) => Date.parse(at) > madeAt.getTime() - OVERLAP_MS);
  for (const one of late.toSorted((a, b) => a.at.localeCompare(b.at)))
    if (last.get(one.id)?.event !== "gone") last.set(one.id, one);
  return [...last.values()];
}
