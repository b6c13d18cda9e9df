import { type RawBuilder, sql } from "kysely";
import { CRUSH_COST, LOW_BALANCE } from "#contract/limits.ts";
import { isSubscriptionActive } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";

/** Why a statement with `chargeCrushesSql` rolls itself back. */
export const OUT_OF_CRUSHES = "out_of_crushes";

/** SQL: whether a sender has an unlimited membership. */
export const isUnlimitedSql = (senderId: RawBuilder<string>) =>
  sql<boolean>`exists (select 1 from subscriptions where subscriptions.member_id = ${senderId} and ${isSubscriptionActive})`;

/**
 * Part of a statement, behind a CTE `crushed (id, sender_id, recipient_id, sent_entry_id, received_entry_id, …)` with new
 * crushes, of which each sender has one: `priced (id, balance, cost)` locks the senders' wallets after the relationships,
 * in the order of their ids, and `charged` adds an entry to both wallets. The statement is rolled back if a sender cannot
 * pay, so that no crush is stored without its charge. Sources are unique, so nothing is charged twice.
 */
export const chargeCrushesSql: RawBuilder<unknown> = sql`
    priced as (
      select crushed.id, sender.id as wallet_id, sender.balance, recipient.id as recipient_wallet_id,
        case when ${isUnlimitedSql(sql`sender_id`)} then 0 else ${CRUSH_COST}::int end as cost
      from crushed
      join wallets sender on sender.member_id = sender_id
      join wallets recipient on recipient.member_id = recipient_id
      order by sender.id for no key update of sender
    ), charged as (
      insert into ledger_entries (id, wallet_id, kind, change, source, other_id)
      select entry.* from crushed left join priced using (id), lateral (values
        (sent_entry_id, wallet_id, 'sent', -cost, 'crush:' || id, recipient_id),
        (received_entry_id, recipient_wallet_id, 'received', 0, 'crush:' || id, sender_id)) as entry
      where case when balance >= cost then true else refuse(${OUT_OF_CRUSHES}) end
    )`;

/** SQL: senders whose balance became low by a crush, behind `chargeCrushesSql`. As `becameLow` says. */
export const lowBalancesSql: RawBuilder<unknown> = sql`
    select sender_id from crushed join priced using (id)
    where balance >= ${LOW_BALANCE}::int and balance - cost < ${LOW_BALANCE}::int`;
