import type { Db, Tx } from "#server/db/client.ts";
import type { Standing } from "#server/db/schema/tables.ts";
import {
  deleteSuspension,
  findServed,
  findSuspension,
  lockStanding,
  setStanding,
  upsertSuspension,
} from "#server/modules/members/standing.repo.ts";

/** How a suspension ends, and what its member is told of the reason. */
export interface Terms {
  /** When it ends by itself; null for no such time. */
  readonly until: Date | null;
  /** Empty where nothing is told. */
  readonly told: string;
}

/** What came of a suspension: `was` are the terms of one that there was already. */
export interface Suspending {
  readonly before: Standing;
  readonly was?: Terms;
  readonly change: "begun" | "changed" | "same" | "refused";
}

/**
 * Takes a member out of everybody's sight, until a time or until it is taken back. Whoever calls ends their logins and
 * refreshes `browse`.
 * @param anew whether one who is suspended already gets the new terms; otherwise those stay as they are
 * @returns undefined where there is no such member any more
 */
export async function suspend(tx: Tx, id: string, terms: Terms, anew: boolean): Promise<Suspending | undefined> {
  const before = await lockStanding(tx, id);
  if (before === undefined || before === "gone") return undefined;
  if (before !== "suspended") {
    await upsertSuspension(tx, { id, before, ...terms });
    await setStanding(tx, id, "suspended");
    return { before, change: "begun" };
  }
  const was = (await findSuspension(tx, id)) ?? { until: null, told: "" };
  if (was.told === terms.told && was.until?.getTime() === terms.until?.getTime())
    return { before, was, change: "same" };
  if (anew) await upsertSuspension(tx, { id, before: "active", ...terms });
  return { before, was, change: anew ? "changed" : "refused" };
}

/**
 * Ends a suspension: the member stands as they did before it. Whoever calls refreshes `browse`.
 * @param served only one that has come to its end: it may have been made longer meanwhile
 * @returns the standing now, or undefined where they are not suspended
 */
export async function lift(tx: Tx, id: string, served = false): Promise<"active" | "hidden" | undefined> {
  if ((await lockStanding(tx, id)) !== "suspended") return undefined;
  const before = await deleteSuspension(tx, id, served);
  if (before === undefined && served) return undefined;
  await setStanding(tx, id, before ?? "active");
  return before ?? "active";
}

/** Forgets the suspension of a member who goes. Needs their lock. */
export async function forgetSuspension(tx: Tx, id: string): Promise<void> {
  await deleteSuspension(tx, id, false);
}

/** Since when somebody is suspended, until when where it ends by itself, and what they were told. */
export const suspensionOf = (db: Db, id: string) => findSuspension(db, id);

/** Those whose suspension has come to its end, but was not lifted yet. */
export const servedSuspensions = (db: Db): Promise<string[]> => findServed(db);
