import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { IdentityKind } from "#server/db/schema/identities.ts";
import { type Ending, FORMER_MONTHS, LEFT_DAYS, reasonOf } from "#server/modules/identities/identities.policy.ts";
import { findLinkedAccounts, findLinkedByHash, type LinkedRow } from "#server/modules/identities/identities.queries.ts";
import {
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
  hash: ctx.keyedHash(`identity ${kind}`, value),
});

/**
 * Stores what a member is recognized by: an address that they have confirmed, or a card that has paid. Only what is proven
 * counts, so that nobody is recognized by what somebody else typed.
 * @param value kept as a keyed hash only
 * @returns the other accounts that are known by it; none where the member was known by it before
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
  const others = await findLinkedByHash(tx, identity);
  if (others.length > 0) {
    const details = { by: kind, accounts: others.length, banned: others.some((one) => one.is_banned) };
    await recordSecurityEvent(ctx, tx, { kind: "account", outcome: "recognized", memberId, details });
  }
  return others;
}

/** Stores what a member is recognized by, and looks for nobody. */
export const insertIdentityHash = (ctx: Context, tx: Tx, memberId: string, kind: IdentityKind, value: string) =>
  insertIdentity(tx, identityOf(ctx, memberId, kind, value));

/**
 * The ban that a member's account is under because of another one: by an address that both have confirmed. A card alone
 * may be shared.
 */
export async function banOf(db: Db, memberId: string, formerId: string): Promise<{ until: Date | null } | undefined> {
  const other = (await findLinkedAccounts(db, memberId)).find(({ id }) => id === formerId);
  return other?.is_banned && other.kinds.includes("email") ? { until: other.banned_until } : undefined;
}

/**
 * Keeps what an account that ends is recognized by: 24 months where there is a reason to, no longer than its suspension
 * where that is the only one, and otherwise for the time in which it can still be reported.
 */
export async function recordFormerAccount(tx: Tx, memberId: string, ending: Ending): Promise<void> {
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

/** Notes that somebody was reported; of a member who has not gone that is known when they go. */
export const recordReported = (tx: Tx, memberId: string): Promise<void> => setReported(tx, memberId, FORMER_MONTHS);

/** Notes that an operator found nothing in the reports of a member who has gone. */
export async function recordReportsCleared(tx: Tx, memberId: string): Promise<void> {
  await setForgiven(tx, memberId, "reported", LEFT_DAYS);
}

/**
 * Notes that a payment of an account that has ended is disputed, or is not any more.
 * @param disputed by which card it was paid; undefined where it is not disputed
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

/** Bans whoever had an account that has ended. @returns false where nothing is kept that they could be recognized by */
export const banFormer = (tx: Tx, memberId: string, until: Date | null): Promise<boolean> =>
  setBanned(tx, memberId, until, FORMER_MONTHS);

/** Takes back the ban of whoever had an account that has ended. @returns whether there was one */
export const liftFormer = (tx: Tx, memberId: string): Promise<boolean> =>
  setForgiven(tx, memberId, "suspended", LEFT_DAYS);

/** Throws away what is kept no more of accounts that have ended. For the hourly sweep. */
export const purgeExpiredIdentities = (tx: Tx): Promise<void> => deleteOldFormer(tx);
