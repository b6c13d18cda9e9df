import type { Context } from "#server/context.ts";
import { lockAccount } from "#server/domains/accounts/accounts.repo.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import { deletePasskeys, deleteRecoveryCodes, deleteTotp } from "#server/domains/accounts/factors/factors.repo.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

export async function deleteFactorsOf(tx: Tx, memberId: string): Promise<void> {
  await deletePasskeys(tx, memberId);
  await deleteTotp(tx, memberId);
  await deleteRecoveryCodes(tx, memberId);
}

const FACTORS_REMOVED =
  "Passkeys and authenticator apps from before this confirmation are removed, in case somebody else added them. You can add yours again in Settings.";

/**
 * Call it when a member's mailbox is proved for the first time: a person who signed up with somebody else's address must
 * not keep its owner out.
 * @returns a message for the member, if they had factors
 */
export async function removeUnprovenFactors(ctx: Context, tx: Tx, memberId: string): Promise<string | undefined> {
  await lockAccount(tx, memberId);
  if ((await findFactorMethods(tx, memberId)).length === 0) return undefined;
  await deleteFactorsOf(tx, memberId);
  await recordStatusEvent(tx, { event: "factor_removed", memberId, detail: "all" });
  tx.emit(memberId, "settings_changed", { what: "factors" });
  await recordSecurityEvent(ctx, tx, { kind: "factor", outcome: "unproven_removed", memberId });
  return FACTORS_REMOVED;
}
