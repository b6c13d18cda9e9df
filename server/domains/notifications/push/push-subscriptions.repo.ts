import { sql } from "kysely";
import type { PushTarget } from "#server/platform/adapters/push.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** Locks a member's subscriptions until the end of the transaction, which serializes additions. */
export async function lockSubscriptions(tx: Tx, memberId: string): Promise<void> {
  await tx
    .selectFrom("notification_preferences")
    .select("member_id")
    .where("member_id", "=", memberId)
    .forUpdate()
    .execute();
}

/** Stores a subscription, or moves it to this session. @returns false if the session has ended */
export async function upsertSubscription(
  tx: Tx,
  memberId: string,
  tokenHash: Buffer,
  { id, endpoint, p256dh, auth }: PushTarget & { readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into push_subscriptions as known (id, member_id, session_id, endpoint, p256dh, auth)
    select ${id}::uuid, member_id, id, ${endpoint}::text, ${p256dh}::bytea, ${auth}::bytea from sessions
    where token_hash = ${tokenHash} and member_id = ${memberId}
    on conflict (endpoint) do update set member_id = excluded.member_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = case when known.member_id = excluded.member_id then known.created_at else excluded.created_at end
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a member's oldest subscriptions beyond a number. */
export async function deleteOldestSubscriptions(tx: Tx, memberId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", (select) =>
      select
        .selectFrom("push_subscriptions")
        .select("id")
        .where("member_id", "=", memberId)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(kept),
    )
    .execute();
}

export async function deleteSubscription(tx: Tx, memberId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** @param only the id of one subscription; all if undefined */
export function findSubscriptions(
  db: Db,
  memberId: string,
  only: string | undefined,
): Promise<(PushTarget & { id: string })[]> {
  const all = db.selectFrom("push_subscriptions").select(["id", "endpoint", "p256dh", "auth"]);
  const mine = all.where("member_id", "=", memberId);
  return (only === undefined ? mine : mine.where("id", "=", only)).execute();
}

export async function deleteSubscriptions(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", [...ids])
    .execute();
}
