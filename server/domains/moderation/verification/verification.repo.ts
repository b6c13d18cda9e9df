import { sql } from "kysely";
import type { Pose, Refusal } from "#contract/moderation/selfies.ts";
import type { VerificationRequest } from "#server/domains/moderation/verification/verification.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** Inserts a request, while its member has no open one. */
export async function insertRequest(
  tx: Tx,
  { id, memberId, pose, at }: { id: string; memberId: string; pose: Pose; at: Date },
): Promise<void> {
  await tx.insertInto("verification_requests").values({ id, member_id: memberId, pose, created_at: at }).execute();
}

export const lockRequest = (tx: Tx, id: string): Promise<VerificationRequest | undefined> =>
  tx.selectFrom("verification_requests").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export async function updateSubmitted(
  tx: Tx,
  id: string,
  { key, isLive, at }: { key: string; isLive: boolean; at: Date },
): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ state: "submitted", image_key: key, is_live: isLive, submitted_at: at })
    .where("id", "=", id)
    .execute();
}

/** @param refusal null for an approval */
export async function updateDecided(tx: Tx, id: string, refusal: Refusal | null): Promise<void> {
  await tx
    .updateTable("verification_requests")
    .set({ state: refusal === null ? "approved" : "refused", refusal, image_key: null, decided_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deleteRequest(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("verification_requests").where("id", "=", id).execute();
}

/** @returns the deleted requests of a member */
export const deleteRequestsOf = (tx: Tx, memberId: string) =>
  tx
    .deleteFrom("verification_requests")
    .where("member_id", "=", memberId)
    .returning(["id", "state", "image_key"])
    .execute();

/** Deletes poses that were never done, after a day, and decisions after `days` days. */
export async function deleteOldRequests(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from verification_requests
    where (state = 'started' and created_at < now() - interval '1 day')
      or decided_at < now() - make_interval(days => ${days})`.execute(tx);
}
