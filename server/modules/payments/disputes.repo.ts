import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { DisputesTable } from "#server/db/schema/payments.ts";
import { isHeld } from "#server/db/usable-membership.ts";

export type DisputeState = DisputesTable["state"];

/** The dispute of a payment, held until the end of the transaction. */
export const lockDispute = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom("disputes")
    .select(["member_id", "state", "resolved_at"])
    .where("payment_id", "=", paymentId)
    .forUpdate()
    .executeTakeFirst();

export const hasDispute = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db.selectFrom("disputes").select("state").where("payment_id", "=", paymentId).executeTakeFirst()) !==
  undefined;

interface Disputed {
  readonly payment_id: string;
  readonly member_id: string;
  readonly kind: "pack" | "membership";
  readonly state: DisputeState;
}

/** Notes how a dispute stands. One that begins anew counts as not resolved. */
export async function upsertDispute(tx: Tx, dispute: Disputed): Promise<void> {
  const closed_at = dispute.state === "open" ? null : sql<Date>`now()`;
  await tx
    .insertInto("disputes")
    .values({ ...dispute, closed_at })
    .onConflict((conflict) =>
      conflict.column("payment_id").doUpdateSet({
        state: dispute.state,
        closed_at,
        resolved_at: sql<Date | null>`case when disputes.state <> 'won' then disputes.resolved_at end`,
      }),
    )
    .execute();
}

export async function setResolved(tx: Tx, paymentId: string): Promise<void> {
  await tx.updateTable("disputes").set({ resolved_at: sql<Date>`now()` }).where("payment_id", "=", paymentId).execute();
}

export async function insertHolds(tx: Tx, paymentId: string, memberIds: readonly string[]): Promise<void> {
  await sql`
    insert into payment_holds (member_id, payment_id) select unnest(${memberIds}::uuid[]), ${paymentId}
    on conflict do nothing`.execute(tx);
}

/** Has the payments of all of some accounts held that are there, as any of these are. @returns whose were not before */
export async function copyHolds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    insert into payment_holds (member_id, payment_id)
    select members.id, held.payment_id from members, (
      select distinct payment_id from payment_holds where member_id = any(${ids}::uuid[])) as held
    where members.id = any(${ids}::uuid[]) and members.standing <> 'gone'
    on conflict do nothing returning member_id`.execute(tx);
  return [...new Set(rows.map(({ member_id }) => member_id))];
}

/** Ends the holds because of a payment. @returns whose they were */
export async function deleteHolds(tx: Tx, paymentId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom("payment_holds")
    .where("payment_id", "=", paymentId)
    .returning("member_id")
    .execute();
  return rows.map(({ member_id }) => member_id);
}

export async function hasHold(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`select ${isHeld(memberId)} as is_held`.execute(db);
  return rows[0]?.is_held ?? false;
}

const disputes = sql`
    select payment_id as "paymentId", disputes.member_id as "memberId", profiles.username, disputes.kind,
      disputes.state, opened_at as "openedAt", closed_at as "closedAt", resolved_at as "resolvedAt",
      coalesce((select owed - taken from checkouts where checkouts.payment_id = disputes.payment_id and kind = 'pack'), 0)
        as "missing"
    from disputes left join profiles on profiles.member_id = disputes.member_id`;

/** A dispute as an operator reads it. */
export interface DisputeRow {
  readonly paymentId: string;
  readonly memberId: string;
  /** Null where the member has gone. */
  readonly username: string | null;
  readonly kind: "pack" | "membership";
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly resolvedAt: Date | null;
  /** Credits of a pack that were spent before the money went back. */
  readonly missing: number;
}

/** Disputes because of which an account is held, the oldest first; or all, the newest first. */
export async function findDisputes(db: Db, { all, limit }: { all: boolean; limit: number }): Promise<DisputeRow[]> {
  const which = all
    ? sql`order by opened_at desc, payment_id`
    : sql`where state <> 'won' and resolved_at is null order by opened_at, payment_id`;
  return (await sql<DisputeRow>`${disputes} ${which} limit ${limit}`.execute(db)).rows;
}

/** The disputes because of which a member's payments are held, their own or those of another account of theirs. */
export const findHolding = async (db: Db, memberId: string): Promise<DisputeRow[]> =>
  (
    await sql<DisputeRow>`
      ${disputes}
      where payment_id in (select payment_id from payment_holds where payment_holds.member_id = ${memberId})
      order by opened_at, payment_id`.execute(db)
  ).rows;

/** A member's memberships a payment of which is disputed, and because of which they are held. */
export async function findDisputedMemberships(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ membership_id: string }>`
    select distinct membership_id from payment_holds join membership_payments using (payment_id)
    where payment_holds.member_id = ${memberId}`.execute(db);
  return rows.map((row) => row.membership_id);
}

/** Members whose payments are held and who may still be charged for something. */
export async function findHeldBuyers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payment_holds.member_id as id from payment_holds join memberships using (member_id)
      where not is_over and status <> 'missing' and (not ends or provider_id in (
        select membership_id from membership_payments where membership_payments.payment_id = payment_holds.payment_id))
    union
    select payment_holds.member_id from payment_holds join wallets using (member_id)
      join checkouts on checkouts.wallet_id = wallets.id
      where state = 'open' and session_id is not null
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets the holds of members who have gone so many months ago. */
export async function deleteOldHolds(tx: Tx, months: number): Promise<void> {
  await sql`
    delete from payment_holds using members
    where members.id = member_id and gone_at <= now() - make_interval(months => ${months})`.execute(tx);
}
