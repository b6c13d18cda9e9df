import type { Context } from "#server/context.ts";
import { deleteDevicesBeyond, deleteDevicesOf, touchDevice } from "#server/domains/accounts/identities/devices.repo.ts";
import {
  DEVICE_SIGNALS_MAX,
  DEVICES_MAX,
  type Ending,
  FORMER_MONTHS,
  LEFT_DAYS,
  reasonOf,
} from "#server/domains/accounts/identities/identities.policy.ts";
import {
  findLink,
  findLinkedByHash,
  findSuspendedOnDevice,
  type LinkedRow,
} from "#server/domains/accounts/identities/identities.queries.ts";
import {
  deleteGivenAddresses,
  hasIdentity,
  insertFormer,
  insertIdentity,
  lockIdentity,
  setForgiven,
  upsertDisputed,
} from "#server/domains/accounts/identities/identities.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { IdentityKind } from "#server/platform/db/schema/identities.ts";

const identityOf = (ctx: Context, member_id: string, kind: IdentityKind, value: string) => ({
  member_id,
  kind,
  // An address has the same hash whether it is confirmed or not.
  hash: ctx.keyedHash(`identity ${kind === "given_email" ? "email" : kind}`, value),
});

/**
 * A verified address replaces the given one.
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

export async function sendFraudSignal(ctx: Context, tx: Tx, memberId: string, otherId: string): Promise<void> {
  await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `linked:${memberId}:${otherId}` });
}

export const insertIdentityHash = (ctx: Context, tx: Tx, memberId: string, kind: IdentityKind, value: string) =>
  insertIdentity(tx, identityOf(ctx, memberId, kind, value));

/** Both members must have verified the same address. A card alone may be shared. */
export async function banOf(db: Db, memberId: string, formerId: string): Promise<{ until: Date | null } | undefined> {
  const other = await findLink(db, memberId, formerId);
  return other?.is_banned && other.kinds.includes("email") ? { until: other.banned_until } : undefined;
}

/**
 * For 24 months if there is a reason, but no longer than its suspension if that is the only reason. Without a reason
 * the identities are kept as long as the account can be reported. Devices are kept for their usual time if it was
 * suspended, and else forgotten.
 */
export async function recordFormerAccount(tx: Tx, memberId: string, ending: Ending): Promise<void> {
  if (!ending.suspension) await deleteDevicesOf(tx, memberId);
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
    await setForgiven(tx, memberId, "disputed");
    return;
  }
  if (disputed.card !== null) await insertIdentityHash(ctx, tx, memberId, "card", disputed.card);
  if (await hasIdentity(tx, memberId)) await upsertDisputed(tx, memberId);
}

/**
 * People share computers, at home and at the gym, so a device is a hint for operators and nothing else: it refuses,
 * suspends, blocks and merges nobody. A suspended account on the same browser is a weak sign of fraud; many such accounts
 * are no stronger one.
 * @param browserId random, from the browser's device cookie. Stored as a keyed hash only
 */
export async function recordDevice(ctx: Context, tx: Tx, memberId: string, browserId: string): Promise<void> {
  const device = { member_id: memberId, hash: ctx.keyedHash("identity device", browserId) };
  if (!(await touchDevice(tx, device))) return;
  await deleteDevicesBeyond(tx, memberId, DEVICES_MAX);
  for (const id of await findSuspendedOnDevice(tx, device, DEVICE_SIGNALS_MAX))
    await ctx.jobs.send(tx, "attach-fraud-signal", { memberId, source: `device:${memberId}:${id}` });
}
