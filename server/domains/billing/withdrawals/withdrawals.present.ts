import { PACKAGES } from "#contract/billing/prices.ts";
import type { WithdrawablePurchase, Withdrawal } from "#contract/billing/withdrawals.ts";
import { lastDayOf, type Settlement } from "#server/domains/billing/withdrawals/withdrawals.policy.ts";
import type { PurchaseRow, WithdrawalRow } from "#server/domains/billing/withdrawals/withdrawals.queries.ts";

export const nameOfProduct = ({ kind, package_id }: { kind: string; package_id: string | null }): string =>
  kind === "subscription"
    ? "Unlimited membership"
    : (PACKAGES.find(({ id }) => id === package_id)?.name ?? "Crush pack");

export const presentPurchase = (
  row: PurchaseRow,
  { refundCents, unspent, daysUsed }: Settlement,
  isDisputed: boolean,
): WithdrawablePurchase => ({
  sessionId: row.session_id,
  kind: row.kind,
  name: nameOfProduct(row),
  crushes: row.crushes,
  amountCents: row.amount_cents,
  boughtAt: row.granted_at.toISOString(),
  lastDay: lastDayOf(row.granted_at),
  refundCents,
  unspent,
  daysUsed,
  isDisputed,
});

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => ({
  sessionId: row.session_id,
  kind: row.kind,
  name: nameOfProduct(row),
  crushes: row.crushes,
  amountCents: row.price_cents,
  boughtAt: row.granted_at.toISOString(),
  refundCents: row.amount_cents,
  unspent: row.credits,
  daysUsed: row.days_used,
  withdrawnAt: row.withdrawn_at.toISOString(),
  refundState: row.refund_state,
});
