import { randomBytes } from "node:crypto";
import { STAFF_ROLES } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { voidPassword } from "#server/domains/accounts/email/email-tokens.service.ts";
import { removeFactorAgain } from "#server/domains/accounts/factors/factors.service.ts";
import { hashPassword } from "#server/domains/accounts/login/passwords.ts";
import { setHidden } from "#server/domains/accounts/settings/settings.service.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { withdrawShowMe } from "#server/domains/discovery/search/search-preferences.service.ts";
import { eraseAccount } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { findSuspension } from "#server/domains/members/members.queries.ts";
import { lockExistingShared } from "#server/domains/members/members.service.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { endContactAgain, unblock } from "#server/domains/members/relationships/relationships.service.ts";
import type { ConsentName } from "#server/domains/members/status-events/status-events.policy.ts";
import type { StatusChange } from "#server/domains/members/status-events/status-log.service.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { blockInTransaction } from "#server/domains/moderation/blocks/blocks.service.ts";
import { restrictAgain } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { removeImageAgain } from "#server/domains/moderation/image-checks/image-decisions.service.ts";
import { findMember } from "#server/domains/moderation/operators/operators.queries.ts";
import { hasRestriction } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import {
  liftRestrictions,
  RESTRICTING_ACTS,
  restoreRestrictions,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import {
  liftInTransaction,
  suspendInTransaction,
} from "#server/domains/moderation/restrictions/suspensions.service.ts";
import { findStaffMember } from "#server/domains/moderation/staff/staff.queries.ts";
import { removeStaffMember, setStaffRole } from "#server/domains/moderation/staff/staff.service.ts";
import { endShare } from "#server/domains/training/trusted-contacts/date-shares.service.ts";
import { endByContact, removeContact } from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import { forgetComparison } from "#server/domains/training/week-comparisons/week-comparisons.service.ts";
import { withdrawTraining } from "#server/domains/training/weeks/training.service.ts";
import type { Tx } from "#server/platform/db/client.ts";

export interface ReplaySummary {
  /** Numbers of members. */
  readonly deleted: number;
  readonly suspended: number;
  readonly lifted: number;
  /** The number of all other changes. */
  readonly others: number;
  /** Changes that could not be repeated, with the reason. */
  readonly failed: readonly string[];
}

interface Replay {
  readonly ctx: Context;
  readonly by: OperatorAction;
  /** The hash of a random password. */
  readonly voidHash: string;
}

/** The transaction has locked the member. @returns whether it had an effect */
type Repeat = (tx: Tx, change: StatusChange, replay: Replay) => Promise<boolean>;

const untilOf = ({ until }: StatusChange): Date | null => (until === null ? null : new Date(until));
const isOver = (until: Date | null, ctx: Context): boolean => until !== null && until <= ctx.now();

function otherOf({ other }: StatusChange): string {
  if (other === undefined) throw new Error("the line does not say of whom");
  return other;
}

const suspendAgain: Repeat = async (tx, change, { ctx, by }) => {
  const [{ id }, until] = [change, untilOf(change)];
  if (isOver(until, ctx)) return false;
  const was = await findSuspension(tx, id);
  // The log does not hold the message to the member.
  const terms = { until, memberMessage: was?.memberMessage ?? "" };
  return (await suspendInTransaction(ctx, tx, by, id, { terms, ifSuspended: "change" })).change !== "same";
};

const removeImage: Repeat = (tx, { event, detail = "" }, { ctx }) =>
  event === "image_removed" || event === "image_taken_down"
    ? removeImageAgain(ctx, tx, detail, event)
    : Promise.resolve(false);

const hideAgain: Repeat = async (tx, change, { ctx }) => {
  const until = untilOf(change);
  if (isOver(until, ctx)) return false;
  await setHidden(tx, change.id, change.event === "hidden", until);
  return true;
};

const restrict: Repeat = async (tx, change, { ctx, by }) => {
  const [{ id: memberId, at }, id, until] = [change, otherOf(change), untilOf(change)];
  const act = RESTRICTING_ACTS.find((name) => name === change.detail);
  if (!act || isOver(until, ctx) || (await hasRestriction(tx, id))) return false;
  await restrictAgain(tx, by, { id, memberId, act, since: new Date(at), until });
  return true;
};

const changeRestriction: Repeat = async (tx, change) => {
  const id = otherOf(change);
  const isLifted = change.event === "restriction_lifted";
  const changed = isLifted ? await liftRestrictions(tx, { id }) : await restoreRestrictions(tx, [id]);
  for (const { member_id } of changed) await reindexMember(tx, member_id);
  return changed.length > 0;
};

const WITHDRAWALS: ReadonlyMap<string | undefined, (tx: Tx, memberId: string) => Promise<void>> = new Map([
  ["training" satisfies ConsentName, withdrawTraining],
  ["show_me" satisfies ConsentName, withdrawShowMe],
]);

const REPEATS: Readonly<Record<Exclude<StatusChange["event"], "staff_role" | "staff_removed">, Repeat>> = {
  async deleted(tx, { id }, { ctx, by }) {
    await eraseAccount(ctx, tx, id, undefined);
    await recordAction(tx, by, { action: "delete", target: id });
    return true;
  },
  suspended: suspendAgain,
  lifted: async (tx, { id }, { ctx, by }) => (await liftInTransaction(ctx, tx, by, id)) !== undefined,
  async blocked(tx, change) {
    const other = otherOf(change);
    if (!(await hasMember(tx, other))) return false;
    await blockInTransaction(tx, change.id, other);
    return true;
  },
  async unblocked(tx, change) {
    await lockExistingShared(tx, [change.id, otherOf(change)]);
    await unblock(tx, change.id, otherOf(change));
    return true;
  },
  async ended(tx, change) {
    const isEnded = await endContactAgain(tx, change.id, otherOf(change));
    if (isEnded) await forgetComparison(tx, change.id, otherOf(change));
    return isEnded;
  },
  hidden: hideAgain,
  shown: hideAgain,
  image_removed: removeImage,
  image_taken_down: removeImage,
  image_restored: removeImage,
  restricted: restrict,
  restriction_lifted: changeRestriction,
  restriction_restored: changeRestriction,
  async consent_withdrawn(tx, { id, detail }) {
    const withdraw = WITHDRAWALS.get(detail);
    if (!withdraw) throw new Error("the line does not say which consent");
    await withdraw(tx, id);
    return true;
  },
  factor_removed: (tx, { id, at, detail = "" }) => removeFactorAgain(tx, id, detail, new Date(at)),
  async password_changed(tx, { id }, { ctx, voidHash }) {
    await voidPassword(ctx, tx, id, voidHash);
    return true;
  },
  contact_removed: (tx, change) => removeContact(tx, change.id, otherOf(change)),
  contact_refused: (tx, change, { ctx }) =>
    endByContact(tx, { id: otherOf(change) }, ctx.now(), change.detail === "everybody" ? "everybody" : "member"),
  share_withdrawn: (tx, change, { ctx }) => endShare(ctx, tx, change.id, otherOf(change)),
};

/** Staff roles are changed by commands, which have a transaction of their own. */
async function repeatStaffChange({ ctx, by }: Replay, { id, event, detail }: StatusChange): Promise<boolean> {
  const person = await findStaffMember(ctx.db, id);
  if (!person) return false;
  if (event === "staff_removed") {
    await removeStaffMember(ctx, by, id);
    return true;
  }
  const role = STAFF_ROLES.find((one) => one === detail);
  if (!role || role === person.role) return false;
  await setStaffRole(ctx, by, id, role);
  return true;
}

async function repeat(replay: Replay, change: StatusChange): Promise<boolean> {
  const { event, id } = change;
  if (event === "staff_role" || event === "staff_removed") return repeatStaffChange(replay, change);
  return replay.ctx.transact(async (tx) => {
    if (!(await hasMember(tx, id))) return false;
    await lockStatus(tx, id);
    return REPEATS[event](tx, change, replay);
  });
}

async function hasMember(tx: Tx, id: string): Promise<boolean> {
  const member = await findMember(tx, "members.id", id);
  return member !== undefined && member.status !== "deleted";
}

/** Idempotent. A failing change does not keep the others from being repeated. */
export async function replayStatusLog(
  ctx: Context,
  by: OperatorAction,
  changes: readonly StatusChange[],
): Promise<ReplaySummary> {
  const counts = { deleted: 0, suspended: 0, lifted: 0, others: 0 };
  const failed: string[] = [];
  const replay: Replay = {
    ctx,
    by: { ...by, reason: by.reason || "replayed after a restore" },
    voidHash: await hashPassword(ctx, randomBytes(32).toString("base64url")),
  };
  for (const change of changes) {
    const { event, id, at } = change;
    try {
      if (await repeat(replay, change))
        counts[event === "deleted" || event === "suspended" || event === "lifted" ? event : "others"]++;
    } catch (error) {
      failed.push(`${event} of ${id} at ${at}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { ...counts, failed };
}
