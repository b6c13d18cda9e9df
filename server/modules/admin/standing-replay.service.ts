import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { endAccount } from "#server/modules/account-deletion/account-deletion.service.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { findMember } from "#server/modules/admin/lookup.repo.ts";
import { liftIn, suspendIn } from "#server/modules/admin/standing.service.ts";
import type { StandingChange } from "#server/modules/admin/standing-record.service.ts";
import { suspensionOf } from "#server/modules/members/standing.service.ts";

/** How many members a restore has brought to where they were. */
export interface Replayed {
  readonly gone: number;
  readonly suspended: number;
  readonly lifted: number;
}

async function suspendAgain(ctx: Context, tx: Tx, by: Act, id: string, until: Date | null): Promise<boolean> {
  if (until && until <= ctx.now()) return false;
  const was = await suspensionOf(tx, id);
  // What they were told is not in the record.
  const terms = { until, told: was?.told ?? "" };
  const { change } = await suspendIn(ctx, tx, by, id, { terms, ifSuspended: "change" });
  return change !== "same";
}

async function replayOne(ctx: Context, tx: Tx, by: Act, { id, event, until }: StandingChange): Promise<boolean> {
  const member = await findMember(tx, "members.id", id);
  if (!member || member.standing === "gone") return false;
  switch (event) {
    case "gone":
      await endAccount(ctx, tx, id, undefined);
      await note(tx, by, { act: "delete", target: id });
      return true;
    case "suspended":
      return suspendAgain(ctx, tx, by, id, until === null ? null : new Date(until));
    case "lifted":
      return (await liftIn(ctx, tx, by, id)) !== undefined;
  }
}

/** Deletes again, suspends again and lets back again whom a backup has otherwise. Whoever stands so already is left alone. */
export async function replayStanding(ctx: Context, by: Act, changes: readonly StandingChange[]): Promise<Replayed> {
  const replayed = { gone: 0, suspended: 0, lifted: 0 };
  const act = { ...by, reason: by.reason || "as it was before the restore" };
  for (const change of changes)
    if (await ctx.transact((tx) => replayOne(ctx, tx, act, change))) replayed[change.event]++;
  return replayed;
}
