import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { type EntryRow, findByOperation, findEntries, insertEntry } from "#server/modules/admin/audit.repo.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";

/** Who does something, and why. */
export interface Act {
  /** The account of the operating system that ran the command. */
  readonly who: string;
  /** The name that the operator gave with `--as`. */
  readonly actingAs?: string | undefined;
  readonly reason: string;
}

/** What happens by the clock. */
export const AUTOMATIC: Act = { who: "the clock", reason: "its time is over" };

export type ActName =
  | "show member"
  | "show report"
  | "copy report pictures"
  | "list reports"
  | "resolve report"
  | "list contact"
  | "show contact"
  | "resolve contact"
  | "list newsletter"
  | "list linked"
  | "list disputes"
  | "resolve dispute"
  | "list jobs"
  | "list security events"
  | "retry jobs"
  | "announce"
  | "suspend"
  | "lift"
  | "delete"
  | "grant"
  | "refund"
  | "backup"
  | "restore";

interface Done {
  readonly act: ActName;
  /** The id of what it was done to. */
  readonly target?: string;
  /** What else there is to know, without anything personal: an entry stays for good. */
  readonly details?: Readonly<Record<string, string | number | null>>;
}

const rowOf = ({ who, actingAs, reason }: Act, { act, target, details }: Done, operation: string | null) => ({
  id: newTimeId(),
  who,
  acting_as: actingAs ?? null,
  reason,
  act,
  target: target ?? null,
  details: JSON.stringify(details ?? {}),
  operation,
});

/** Writes down what is done, or looked at, in the transaction that does it. */
export async function note(tx: Tx, by: Act, done: Done): Promise<void> {
  await insertEntry(tx, rowOf(by, done, null));
}

/**
 * Writes down what may be done once only.
 * @param operation its name: whoever repeats a command gives the same
 * @returns when it was done before, or undefined where it is done now
 * @throws Refusal where that name stands for something else
 */
export async function noteOnce(tx: Tx, by: Act, done: Done, operation: string): Promise<Date | undefined> {
  if (await insertEntry(tx, rowOf(by, done, operation))) return undefined;
  const before = await findByOperation(tx, operation);
  const details = JSON.stringify(Object.entries(done.details ?? {}).sort());
  const isSame =
    before?.act === done.act &&
    before.target === (done.target ?? null) &&
    JSON.stringify(Object.entries(before.details).sort()) === details;
  if (!before || !isSame) throw new Refusal(`The operation ${operation} was something else: give another --id`);
  return before.at;
}

/** The newest entries, of one target where it is given. */
export const readLog = (db: Db, target: string | undefined, limit: number): Promise<EntryRow[]> =>
  findEntries(db, { target, limit });

/** Notes an act that is no transaction of ours. */
export const noteAct = (ctx: Context, by: Act, done: Done): Promise<void> => ctx.transact((tx) => note(tx, by, done));

export type { EntryRow };
