import { createReadStream } from "node:fs";
import { appendFile, type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { DAY_MS, HOUR_MS } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { STATUS_DAYS, STATUS_EVENTS } from "#server/domains/members/status-events/status-events.policy.ts";
import {
  ACCOUNT_EVENTS,
  findStatusChanges,
  type StatusRow,
} from "#server/domains/members/status-events/status-events.queries.ts";
import { CommandError } from "#server/errors.ts";
import { isSignedBy, readSigner } from "#server/platform/db/backup-signature.ts";

/** Ids and times are enough for a restore, so the log holds no other personal data. */
const statusChange = z.object({
  at: z.iso.datetime(),
  /** A member, or a person of the staff. */
  id: z.uuid(),
  event: z.enum([...ACCOUNT_EVENTS, ...STATUS_EVENTS]),
  /** End of a suspension, of a restriction or of a pause. */
  until: z.iso.datetime().nullable(),
  /** See `STATUS_EVENTS`. */
  other: z.uuid().optional(),
  detail: z.string().max(100).optional(),
});
export type StatusChange = z.output<typeof statusChange>;

export const STATUS_LOG = "status.log";
/** `at` may be the start of a transaction, which may be committed later than changes that are already in the log. */
const OVERLAP_MS = HOUR_MS;
/** Changes that are read and written at once. */
const BATCH = 10_000;
/** Bytes that are read from the end of the log, to begin with. */
const TAIL_BYTES = 1 << 20;

export const statusLogStart = (now: Date): Date => new Date(now.getTime() - STATUS_DAYS * DAY_MS);

const jsonOf = (line: string): string => line.split("\t")[0] ?? "";

function parse(line: string): StatusChange | undefined {
  try {
    return statusChange.parse(JSON.parse(jsonOf(line)));
  } catch {
    return undefined;
  }
}

/** The lines of the log, some at a time: it may be longer than a string can be. An incomplete last line is left out. */
async function* readLines(path: string): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of createReadStream(path, "utf8") as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
}

async function findFirstTime(path: string): Promise<number | undefined> {
  for await (const lines of readLines(path))
    for (const line of lines) {
      const at = parse(line)?.at;
      if (at !== undefined) return Date.parse(at);
    }
  return undefined;
}

interface LogTail {
  /** The time of the latest one; undefined if there is none. */
  readonly last: Date | undefined;
  /** The signed parts of the lines of the overlap, and of some before. */
  readonly known: ReadonlySet<string>;
  readonly isComplete: boolean;
}

async function readTail(file: FileHandle, now: Date): Promise<LogTail> {
  const { size } = await file.stat();
  for (let bytes = TAIL_BYTES; ; bytes *= 4) {
    const start = Math.max(0, size - bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const text = buffer.toString("utf8", 0, bytesRead);
    // The first line may be cut.
    const lines = text.split("\n").slice(start > 0 ? 1 : 0, -1);
    // Times in the future, written while the clock was wrong, would exclude later changes.
    const times = lines.flatMap((line) => parse(line)?.at ?? []).filter((at) => at <= now.toISOString());
    const last = times.reduce((latest, at) => (at > latest ? at : latest), "");
    const isEnough = times[0] !== undefined && Date.parse(times[0]) < Date.parse(last) - 2 * OVERLAP_MS;
    if (start > 0 && !isEnough) continue;
    return {
      last: last === "" ? undefined : new Date(last),
      known: new Set(lines.map(jsonOf)),
      isComplete: text === "" || text.endsWith("\n"),
    };
  }
}

const toJson = ({ at, id, event, until, other, detail }: StatusRow): string =>
  JSON.stringify({
    at: at.toISOString(),
    id,
    event,
    until,
    ...(other !== null && { other }),
    ...(detail !== null && { detail }),
  } satisfies StatusChange);

/** Only once the first line is a day too old, because it rewrites the file. */
async function dropOldLines(path: string, now: Date): Promise<void> {
  const start = statusLogStart(now).getTime();
  const first = await findFirstTime(path);
  if (first === undefined || first > start - DAY_MS) return;
  const draft = `${path}.${process.pid}`;
  const kept = await open(draft, "w", 0o600);
  try {
    for await (const lines of readLines(path)) {
      const young = lines.filter((line) => Date.parse(parse(line)?.at ?? "") >= start);
      await kept.appendFile(young.map((line) => `${line}\n`).join(""));
    }
    await kept.sync();
  } finally {
    await kept.close();
  }
  // Entries that another process adds meanwhile are not in it. They are within the overlap, so they are added again.
  await rename(draft, path);
}

/**
 * Outside the database: a restore of an older backup replays it, so that deleted accounts, blocked members and removed
 * images do not come back. Changes are found in the database, so none is lost if the process is killed. Lines that are
 * older than all backups are dropped.
 * @returns the number of new lines
 */
export async function appendStatusChanges(ctx: Context): Promise<number> {
  const { dataDir } = ctx.config;
  const path = join(dataDir, STATUS_LOG);
  // Copies and restores need a file, also if nothing has happened yet.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await appendFile(path, "", { mode: 0o600 });
  await dropOldLines(path, ctx.now());
  const file = await open(path, "a+", 0o600);
  try {
    const { last, known, isComplete } = await readTail(file, ctx.now());
    const start = statusLogStart(ctx.now());
    let since = last === undefined ? start : new Date(Math.max(last.getTime() - OVERLAP_MS, start.getTime()));
    let before: ReadonlySet<string> = new Set();
    let added = 0;
    for (;;) {
      const rows = await findStatusChanges(ctx.db, since, BATCH);
      const changes = rows.map(toJson);
      const fresh = changes.filter((json) => !known.has(json) && !before.has(json));
      if (fresh.length > 0) {
        const signer = readSigner(dataDir);
        // Starts a new line after an incomplete one.
        const begin = added === 0 && !isComplete ? "\n" : "";
        await file.appendFile(begin + fresh.map((json) => `${json}\t${signer.sign(json)}\n`).join(""));
        await file.sync();
      }
      added += fresh.length;
      const next = rows.at(-1)?.at;
      if (rows.length < BATCH || !next || next <= since) return added;
      since = next;
      before = new Set(changes);
    }
  } finally {
    await file.close();
  }
}

/**
 * @param trusted public keys that may have signed the lines; undefined skips the check
 * @param madeAt the time of the backup
 * @throws CommandError if a line is damaged or not signed by a trusted key
 */
export async function readStatusLog(
  path: string,
  trusted: readonly string[] | undefined,
  madeAt: Date,
): Promise<readonly StatusChange[]> {
  const changes: StatusChange[] = [];
  const read = (line: string): void => {
    if (line === "") return;
    const change = parse(line);
    const [json = "", signature = ""] = line.split("\t");
    // A line that was cut short by a crash has no signature.
    if (!change && signature === "") return;
    if (!change) throw new CommandError(`${path} has a damaged line.`);
    // Has no effect. To check the signatures of weeks takes minutes.
    if (Date.parse(change.at) <= madeAt.getTime() - OVERLAP_MS) return;
    if (trusted && !isSignedBy(trusted, json, signature))
      throw new CommandError(`${path} has a line that is not signed by a trusted key or was modified.`);
    changes.push(change);
  };
  for await (const lines of readLines(path)) lines.forEach(read);
  return latestOfEach(changes);
}

/** Events of which the latest one about a subject counts. Of all others each is repeated. */
const SUBJECTS: Partial<Record<StatusChange["event"], string>> = {
  deleted: "account",
  suspended: "account",
  lifted: "account",
  blocked: "block",
  unblocked: "block",
  hidden: "visibility",
  shown: "visibility",
  image_removed: "image",
  image_taken_down: "image",
  image_restored: "image",
};

const subjectOf = ({ id, event, other, detail }: StatusChange): string =>
  [SUBJECTS[event] ?? event, id, other, detail].join();

/** A deletion is final: later changes of an account are ignored. */
export function latestOfEach(changes: readonly StatusChange[]): readonly StatusChange[] {
  const last = new Map<string, StatusChange>();
  for (const one of changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const subject = subjectOf(one);
    if (last.get(subject)?.event === "deleted") continue;
    // Takes its place in the order, too.
    last.delete(subject);
    last.set(subject, one);
  }
  return [...last.values()];
}
