import { type RawBuilder, sql } from "kysely";
import { CRUSH_COST, LOW_BALANCE } from "#contract/limits.ts";
import { isSubscriptionActive } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";

/** Why a statement with `chargeCrushSql` rolls itself back. */
export const OUT_OF_CRUSHES = "out_of_crushes";

/** SQL: whether a sender has an unlimited membership. */
export const isUnlimitedSql = (senderId: string) =>
  sql<boolean>`exists (select 1 from subscriptions where member_id = ${senderId} and ${isSubscriptionActive})`;

interface ChargeValues {
  readonly senderId: string;
  readonly recipientId: string;
  /** Of the two entries, ordered by time. */
  readonly sentEntryId: string;
  readonly receivedEntryId: string;
}

/**
 * Part of a statement, behind a CTE `crushed (id)` with a new crush: `priced (balance, cost)` locks the sender's wallet
 * after the relationship, and `charged` adds an entry to both wallets. The statement is rolled back if the sender cannot
 * pay, so that no crush is stored without its charge. Sources are unique, so nothing is charged twice.
 */
export const chargeCrushSql = ({ senderId, recipientId, sentEntryId, receivedEntryId }: ChargeValues) => sql`
    priced as (
      select sender.id, sender.balance, recipient.id as recipient_wallet_id,
        case when ${isUnlimitedSql(senderId)} then 0 else ${CRUSH_COST}::int end as cost, 'crush:' || crushed.id as source
      from crushed, wallets sender, wallets recipient
      where sender.member_id = ${senderId} and recipient.member_id = ${recipientId}
      for no key update of sender
    ), charged as (
      insert into ledger_entries (id, wallet_id, kind, change, source, other_id)
      select entry.* from crushed left join priced on true, lateral (values
        (${sentEntryId}::uuid, priced.id, 'sent', -cost, source, ${recipientId}::uuid),
        (${receivedEntryId}::uuid, recipient_wallet_id, 'received', 0, source, ${senderId}::uuid)) as entry
      where case when balance >= cost then true else refuse(${OUT_OF_CRUSHES}) end
    )`;

/** SQL: a sender whose balance became low by a crush, behind the CTE `priced` of `chargeCrushSql`. As `becameLow` says. */
export const lowBalanceSql = (senderId: string): RawBuilder<unknown> => sql`
    select ${senderId}::uuid from priced where balance >= ${LOW_BALANCE}::int and balance - cost < ${LOW_BALANCE}::int`;
