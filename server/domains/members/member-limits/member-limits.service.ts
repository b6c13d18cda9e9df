import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { LIMITS, type LimitKind, limitFor } from "#server/domains/members/member-limits/member-limits.policy.ts";
import {
  countLosableUse,
  countUse,
  findUsage,
  type LimitedUse,
  lockUsage,
  replacePeople,
  setPeople,
  type Usage,
  type Used,
} from "#server/domains/members/member-limits/member-limits.statements.ts";
import { AppError } from "#server/errors.ts";
import { refusalOf, type Tx } from "#server/platform/db/client.ts";

/** Stored bytes of a person's keyed hash. */
const HASH_BYTES = 8;

/** The error for a member who has reached a limit. */
function limitError(kind: LimitKind, limit: number, until: Date): AppError {
  const { code, words } = LIMITS[kind];
  return AppError.wait((until.getTime() - Date.now()) / 1000, words?.(limit), code);
}

/** The remaining number of a limit, if it is low enough to report. */
function remainingOf(kind: LimitKind, limit: number, { used, until }: Used): Remaining | undefined {
  const left = Math.max(0, limit - used);
  return left <= (LIMITS[kind].reportedFrom ?? -1) ? { left, until: until.toISOString() } : undefined;
}

/**
 * Counts one use of a limit that is the same for everybody, in the transaction of the limited action, as its last lock.
 * Counts nothing if limits are off.
 * @throws AppError with the kind's code if the limit is reached; then nothing is counted
 */
export async function consumeLimit(ctx: Context, tx: Tx, kind: "messages", memberId: string): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const limit = limitFor(kind);
  const { used, until } = await countUse(tx, memberId, kind);
  if (used > limit) throw limitError(kind, limit, until);
}

/**
 * As `consumeLimit`, in a statement of its own. Uses beyond the limit are counted, too, which does not move the window.
 * @throws AppError with the kind's code if the limit is reached
 */
export async function consumeLimitAlone(
  ctx: Context,
  kind: "rankings" | "counts" | "searches",
  memberId: string,
): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const limit = limitFor(kind);
  const { used, until } = await ctx.transactStatement((tx) => countLosableUse(tx, memberId, kind));
  if (used > limit) throw limitError(kind, limit, until);
}

/** The rest after `countLimitedUsesSql`, if it is low. */
export const remainingAfter = (kind: LimitKind, counted: LimitedUse): Remaining | undefined =>
  remainingOf(kind, counted.limit, counted);

/** The error of a statement that `countLimitedUsesSql` rolled back; undefined for other errors. */
export function findLimitError(kind: LimitKind, error: unknown): AppError | undefined {
  const refusal = refusalOf(error);
  if (refusal?.reason !== LIMITS[kind].code) return undefined;
  const { limit, until } = JSON.parse(refusal.detail) as { limit: number; until: string };
  return limitError(kind, limit, new Date(until));
}

/** The members who may be shown to a member, and the remaining number of the limit if it is low. */
export interface Admission {
  readonly ids: readonly string[];
  readonly left?: Remaining | undefined;
  /** The remaining number of new members to whom a crush can be sent. */
  readonly newPeople?: Remaining | undefined;
}

/** The hashes in a row of them. */
const hashesIn = (people: Buffer): Set<string> => new Set(people.toString("hex").match(HASH) ?? []);
const packHashes = (people: ReadonlySet<string>): Buffer => Buffer.from([...people].join(""), "hex");
function addUpTo(people: Set<string>, hashes: readonly string[], limit: number): void {
  for (const hash of hashes) if (people.size < limit) people.add(hash);
}
const HASH = new RegExp(`.{${2 * HASH_BYTES}}`, "g");

/** What `admitPeople` needs, for a caller who reads it together with something else. Undefined if limits are off. */
export const readUsage = async (
  ctx: Context,
  kind: "cards" | "profiles",
  memberId: string,
): Promise<Usage | undefined> => (ctx.config.rateLimits ? findUsage(ctx.db, memberId, [kind, "crushes"]) : undefined);

/**
 * Filters the members who may be shown to a member: all that were shown in this window, and as many new ones as the
 * limit allows. The database stores keyed hashes of them, so that it does not reveal who has viewed whom.
 * @throws AppError with the kind's code if none of them may be shown
 */
export async function admitPeople(
  ctx: Context,
  kind: "cards" | "profiles",
  memberId: string,
  ids: readonly string[],
  usageBefore?: Usage,
): Promise<Admission> {
  if (!ctx.config.rateLimits || ids.length === 0) return { ids };
  const { level, rows } = usageBefore ?? (await findUsage(ctx.db, memberId, [kind, "crushes"]));
  const limit = limitFor(kind, level);
  const hashes = ids.map((id) => ctx.keyedHash("member usage", memberId, id).toString("hex", 0, HASH_BYTES));
  const usage = await usageWith(ctx, kind, memberId, { rows, hashes, limit });
  const shown = ids.filter((_, i) => usage.people.has(hashes[i] ?? ""));
  if (shown.length === 0) throw limitError(kind, limit, usage.until);
  const crushes = rows.find((row) => row.kind === "crushes" && !row.isOver);
  const newPeople =
    crushes && remainingOf("crushes", limitFor("crushes", level), { used: crushes.count, until: crushes.until });
  return { ids: shown, left: remainingOf(kind, limit, { used: usage.people.size, until: usage.until }), newPeople };
}

/** The counted people of a kind, with as many of the given ones as fit. Writes nothing if none is new. */
async function usageWith(
  ctx: Context,
  kind: "cards" | "profiles",
  memberId: string,
  { rows, hashes, limit }: { rows: Usage["rows"]; hashes: readonly string[]; limit: number },
): Promise<{ people: ReadonlySet<string>; until: Date }> {
  const found = rows.find((row) => row.kind === kind && !row.isOver);
  const seen = found && hashesIn(found.people);
  if (found && seen && (seen.size >= limit || hashes.every((hash) => seen.has(hash))))
    return { people: seen, until: found.until };
  const people = new Set(seen);
  addUpTo(people, hashes, limit);
  const packed = { people: packHashes(people), count: people.size };
  const until = await ctx.transactStatement((tx) =>
    replacePeople(tx, memberId, kind, { before: found?.people, ...packed }),
  );
  if (until) return { people, until };
  return ctx.transact(async (tx) => {
    // Another device may have counted some in the meantime.
    const row = await lockUsage(tx, memberId, kind);
    const people = row.isOver ? new Set<string>() : hashesIn(row.people);
    addUpTo(people, hashes, limit);
    const counted = { people: packHashes(people), count: people.size, anew: row.isOver };
    return { people, until: await setPeople(tx, memberId, kind, counted) };
  });
}
