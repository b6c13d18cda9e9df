import { type Selectable, sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";
import type { VerificationRequestsTable } from "#server/platform/db/schema/verification.ts";

export type VerificationRequest = Selectable<VerificationRequestsTable>;

export const findRequest = (db: Db, id: string): Promise<VerificationRequest | undefined> =>
  db.selectFrom("verification_requests").selectAll().where("id", "=", id).executeTakeFirst();

/** A member's latest request. */
export const findLatestRequest = (db: Db, memberId: string): Promise<VerificationRequest | undefined> =>
  db
    .selectFrom("verification_requests")
    .selectAll()
    .where("member_id", "=", memberId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** Selfies that were sent more than `days` days ago and are not decided on. */
export async function findForgotten(db: Db, days: number, after: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from verification_requests
    where state = 'submitted' and submitted_at < now() - make_interval(days => ${days})
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** The photos of a member that a selfie is compared with, the main one first. */
export const findComparedPhotos = (db: Db, memberId: string) =>
  db.selectFrom("photos").select(["id", "key"]).where("member_id", "=", memberId).orderBy("position").execute();
