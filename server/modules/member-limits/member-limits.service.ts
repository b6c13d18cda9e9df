import type { Remaining } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { isForAll, LIMITS, type LimitKind, limitFor } from "#server/modules/member-limits/member-limits.policy.ts";
import {
  countingMessages,
  countUse,
  deleteEnded,
  deleteUsage,
  findLevel,
  findUsage,
  lockUsage,
  setPeople,
  type Used,
} from "#server/modules/member-limits/member-limits.repo.ts";

/** Bytes that are kept of a person's keyed hash. */
const HASH_BYTES = 8;

/** The refusal of one who has met a limit. */
function refusalOf(kind: LimitKind, limit: number, until: Date): AppError {
  const { code, words } = LIMITS[kind];
  return AppError.wait((until.getTime() - Date.now()) / 1000, words?.(limit), code);
}

/** What is left of a limit, where it is little enough to be told. */
function remainingOf(kind: LimitKind, limit: number, { used, until }: Used): Remaining | undefined {
  const left = Math.max(0, limit - used);
  return left <= (LIMITS[kind].tellFrom ?? -1) ? { left, until: until.toISOString() } : undefined;
}

/**
 * Counts one use of a member's, in the transaction of what is used, and as its last lock. Counts nothing where limits are off.
 * @returns what is left, where that is little
 * @throws AppError the kind's code, where the limit is met; the transaction then counts nothing
 */
export async function consumeLimit(
  ctx: Context,
  tx: Tx,
  kind: LimitKind,
  memberId: string,
): Promise<Remaining | undefined> {
  if (!ctx.config.rateLimits) return undefined;
  const limit = isForAll(kind) ? limitFor(kind) : limitFor(kind, await findLevel(tx, memberId));
  const used = await countUse(tx, memberId, kind);
  if (used.used > limit) throw refusalOf(kind, limit, used.until);
  return remainingOf(kind, limit, used);
}

/** Which people a member may be shown, and what is left where that is little. */
export interface Admission {
  readonly ids: readonly string[];
  /** Of this kind. */
  readonly left?: Remaining | undefined;
  /** Of new people to whom a crush can be sent. */
  readonly newPeople?: Remaining | undefined;
}

/** The hashes in a row of them. */
const hashesIn = (people: Buffer): Set<string> => new Set(people.toString("hex").match(HASH) ?? []);
const HASH = new RegExp(`.{${2 * HASH_BYTES}}`, "g");

/**
 * Who of the people that are about to be shown a member may see: all whom they have seen in this window, and as many new ones
 * as are left. The database keeps keyed hashes of them, so that it does not tell who has looked at whom.
 * @throws AppError the kind's code, where none of them may be shown
 */
export async function admitPeople(
  ctx: Context,
  kind: "cards" | "profiles",
  memberId: string,
  ids: readonly string[],
): Promise<Admission> {
  if (!ctx.config.rateLimits || ids.length === 0) return { ids };
  const [level, rows] = await Promise.all([
    findLevel(ctx.db, memberId),
    findUsage(ctx.db, memberId, [kind, "crushes"]),
  ]);
  const limit = limitFor(kind, level);
  const hashes = ids.map((id) => ctx.keyedHash("member usage", memberId, id).toString("hex", 0, HASH_BYTES));
  const usage = await usageWith(ctx, kind, memberId, { rows, hashes, limit });
  const shown = ids.filter((_, i) => usage.people.has(hashes[i] ?? ""));
  if (shown.length === 0) throw refusalOf(kind, limit, usage.until);
  const crushes = rows.find((row) => row.kind === "crushes" && !row.isOver);
  const newPeople =
    crushes && remainingOf("crushes", limitFor("crushes", level), { used: crushes.count, until: crushes.until });
  return { ids: shown, left: remainingOf(kind, limit, { used: usage.people.size, until: usage.until }), newPeople };
}

/** Those who are counted of a kind, with as many of the given ones as fit. Nothing is written where nobody is new. */
async function usageWith(
  ctx: Context,
  kind: "cards" | "profiles",
  memberId: string,
  { rows, hashes, limit }: { rows: Awaited<ReturnType<typeof findUsage>>; hashes: readonly string[]; limit: number },
): Promise<{ people: ReadonlySet<string>; until: Date }> {
  const found = rows.find((row) => row.kind === kind && !row.isOver);
  const seen = found && hashesIn(found.people);
  if (found && seen && (seen.size >= limit || hashes.every((hash) => seen.has(hash))))
    return { people: seen, until: found.until };
  return ctx.transact(async (tx) => {
    // Another device may have counted some meanwhile.
    const row = await lockUsage(tx, memberId, kind);
    const people = row.isOver ? new Set<string>() : hashesIn(row.people);
    for (const hash of hashes) if (people.size < limit) people.add(hash);
    const packed = Buffer.from([...people].join(""), "hex");
    return {
      people,
      until: await setPeople(tx, memberId, kind, { people: packed, count: people.size, anew: row.isOver }),
    };
  });
}

/** For the statement that stores messages: see there. */
export const countingSenders = countingMessages;

/** Deletes what was counted in windows that have ended. For the hourly sweep. */
export const purgeExpiredUsage = (tx: Tx): Promise<void> => deleteEnded(tx);

/** Deletes what was counted for a member who goes. */
export const forgetUsage = (tx: Tx, memberId: string): Promise<void> => deleteUsage(tx, memberId);
