import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { IdentityKind } from "#server/db/schema/identities.ts";
import { forgetDevices } from "#server/modules/identities/devices.service.ts";
import { type Ending, FORMER_MONTHS, LEFT_DAYS, reasonOf } from "#server/modules/identities/identities.policy.ts";
import { findLinkedAccounts, findLinkedByHash, type LinkedRow } from "#server/modules/identities/identities.queries.ts";
import {
  deleteGivenAddresses,
  deleteOldFormer,
  hasIdentity,
  insertFormer,
  insertIdentity,
  lockIdentity,
  setBanned,
  setForgiven,
  setReported,
  upsertDisputed,
} from "#server/modules/identities/identities.repo.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

const identityOf = (ctx: Context, member_id: string, kind: IdentityKind, value: string) => ({
  member_id,
  kind,
  // An address has the same hash whether it is confirmed or not.
  hash: ctx.keyedHash(`identity ${kind === "given_email" ? "email" : kind}`, value),
});

/**
 * Stores an identity of a member: a verified address, a card that has paid, or the address that was given at sign-up. A
 * verified one takes the place of what was given.
 * @param value stored as a keyed hash only
 * @returns the other accounts with this identity; none if the member had it before
 */
export async function recordIdentity(
  ctx: Context,
  tx: Tx,
  memberId: string,
  kind: IdentityKind,
  value: string,
): Promise<LinkedRow[]> {
  const identity = identityOf(ctx, memberId, kind, value);
  await lockIdentity(tx, identity);
  if (!(await insertIdentity(tx, identity))) return [];
  if (kind === "email") await deleteGivenAddresses(tx, memberId);
  const others = await findLinkedByHash(tx, identity);
  if (others.length > 0) {
    const details = { by: kind, accounts: others.length, banned: others.some((one) => one.is_banned) };
    await recordSecurityEvent(ctx, tx, { kind: "account", outcome: "recognized", memberId, details });
    // A card, or an address that one of the two has not confirmed, suspends nobody: an operator looks at it. An address
    // that is banned suspends by itself.
    for (const { id, kinds } of others.filter((one) => one.is_banned))
      if (!kinds.includes("email")) await sendFraudSignal(ctx, tx, memberId, id);
  }
  return others;
}

/** Makes a case of what a member has in common with an account that moderation has acted on. */
export async function sendFraudSignal(ctx: Context, tx: Tx, memberId: string, otherId: string): Promise<void> {
  await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `linked:${memberId}:${otherId}` });
}

/** Stores an identity without searching for other accounts. */
export const insertIdentityHash = (ctx: Context, tx: Tx, memberId: string, kind: IdentityKind, value: string) =>
  insertIdentity(tx, identityOf(ctx, memberId, kind, value));

/**
 * The ban of another account that applies to a member: both have verified the same address. A card alone may be shared.
 */
export async function banOf(db: Db, memberId: string, formerId: string): Promise<{ until: Date | null } | undefined> {
  const other = (await findLinkedAccounts(db, memberId)).find(({ id }) => id === formerId);
  return other?.is_banned && other.kinds.includes("email") ? { until: other.banned_until } : undefined;
}

/**
 * Keeps the identities of an account that is deleted: for 24 months if there is a reason, but no longer than its
 * suspension if that is the only reason. Without a reason they are kept as long as the account can be reported. Its
 * devices are kept for their usual time if it was suspended, and else forgotten.
 */
export async function recordFormerAccount(tx: Tx, memberId: string, ending: Ending): Promise<void> {
  if (!ending.suspension) await forgetDevices(tx, memberId);
  // Demo members have none.
  if (!(await hasIdentity(tx, memberId))) return;
  const { suspension } = ending;
  const reason = reasonOf(ending);
  const former = {
    member_id: memberId,
    reason,
    is_banned: suspension !== undefined,
    banned_until: suspension?.until ?? null,
  };
  const isOnlySuspended = reasonOf({ ...ending, suspension: undefined }) === "left";
  const until = isOnlySuspended ? (suspension?.until ?? null) : null;
  await insertFormer(tx, former, reason === "left" ? { days: LEFT_DAYS } : { months: FORMER_MONTHS, until });
}

/** Records a report about a deleted member. For other members the reports are counted at the deletion. */
export const recordReported = (tx: Tx, memberId: string): Promise<void> => setReported(tx, memberId, FORMER_MONTHS);

/** Records that an operator dismissed the reports about a deleted member. */
export async function recordReportsCleared(tx: Tx, memberId: string): Promise<void> {
  await setForgiven(tx, memberId, "reported", LEFT_DAYS);
}

/**
 * Records whether a payment of a deleted account is disputed.
 * @param disputed the card that paid; undefined if the payment is not disputed
 */
export async function recordDisputed(
  ctx: Context,
  tx: Tx,
  memberId: string,
  disputed: { readonly card: string | null } | undefined,
): Promise<void> {
  if (!disputed) {
    await setForgiven(tx, memberId, "disputed", LEFT_DAYS);
    return;
  }
  if (disputed.card !== null) await insertIdentityHash(ctx, tx, memberId, "card", disputed.card);
  if (await hasIdentity(tx, memberId)) await upsertDisputed(tx, memberId, FORMER_MONTHS);
}

/** Bans a deleted account. @returns false if no identity is kept to recognize it by */
export const banFormer = (tx: Tx, memberId: string, until: Date | null): Promise<boolean> =>
  setBanned(tx, memberId, until, FORMER_MONTHS);

/** Lifts the ban of a deleted account. @returns whether there was one */
export const liftFormer = (tx: Tx, memberId: string): Promise<boolean> =>
  setForgiven(tx, memberId, "suspended", LEFT_DAYS);

/** Deletes expired identities of deleted accounts, for the hourly cleanup. */
export const purgeExpiredIdentities = (tx: Tx): Promise<void> => deleteOldFormer(tx);
