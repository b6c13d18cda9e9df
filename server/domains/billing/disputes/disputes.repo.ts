import { sql } from "kysely";
import type { DisputeState } from "#server/domains/billing/disputes/disputes.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";

export const lockDispute = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom("disputes")
    .select(["member_id", "state", "resolved_at"])
    .where("payment_id", "=", paymentId)
    .forUpdate()
    .executeTakeFirst();

interface NewDispute {
  readonly payment_id: string;
  readonly member_id: string;
  readonly kind: "package" | "subscription";
  readonly state: DisputeState;
}

/** Stores the state of a dispute. One that is reopened after it was won is unresolved again. */
export async function upsertDispute(tx: Tx, dispute: NewDispute): Promise<void> {
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

export async function updateDisputeResolved(tx: Tx, paymentId: string): Promise<void> {
  await tx.updateTable("disputes").set({ resolved_at: sql<Date>`now()` }).where("payment_id", "=", paymentId).execute();
}

export async function insertHolds(tx: Tx, paymentId: string, memberIds: readonly string[]): Promise<void> {
  await sql`
    insert into payment_holds (member_id, payment_id) select unnest(${memberIds}::uuid[]), ${paymentId}
    on conflict do nothing`.execute(tx);
}

/** Copies the holds of each of these accounts to all of them. @returns the members that got a new one */
export async function copyHolds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    insert into payment_holds (member_id, payment_id)
    select members.id, held.payment_id from members, (
      select distinct payment_id from payment_holds where member_id = any(${ids}::uuid[])) as held
    where members.id = any(${ids}::uuid[]) and members.status <> 'deleted'
    on conflict do nothing returning member_id`.execute(tx);
  return [...new Set(rows.map(({ member_id }) => member_id))];
}

/** @returns the members that a payment held */
export async function deleteHolds(tx: Tx, paymentId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom("payment_holds")
    .where("payment_id", "=", paymentId)
    .returning("member_id")
    .execute();
  return rows.map(({ member_id }) => member_id);
}
