import { type Selectable, sql } from "kysely";
import type { Pose } from "#contract/selfies.ts";
import type { Db } from "#server/db/client.ts";
import type { VerificationRequestsTable } from "#server/db/schema/verification.ts";

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

/** A selfie that waits for an operator. */
export interface WaitingSelfie {
  readonly id: string;
  readonly caseId: string | null;
  readonly memberId: string;
  readonly username: string;
  readonly submittedAt: Date;
  readonly isLive: boolean;
}

/** Selfies that nobody has decided on, the oldest first. */
export async function findWaiting(db: Db, limit: number): Promise<WaitingSelfie[]> {
  const { rows } = await sql<WaitingSelfie>`
    select requests.id, case_items.case_id as "caseId", requests.member_id as "memberId", username,
      submitted_at as "submittedAt", is_live as "isLive"
    from verification_requests as requests
    join profiles on profiles.member_id = requests.member_id
    left join case_items on kind = 'verification' and source_id = requests.id::text
    where state = 'submitted' order by submitted_at, requests.id limit ${limit}`.execute(db);
  return rows;
}

/** Selfies that were sent more than `days` days ago and are not decided on. */
export async function findForgotten(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from verification_requests
    where state = 'submitted' and submitted_at < now() - make_interval(days => ${days})
    order by submitted_at limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** The photos of a member that a selfie is compared with, the main one first. */
export const findComparedPhotos = (db: Db, memberId: string) =>
  db.selectFrom("photos").select(["id", "key"]).where("member_id", "=", memberId).orderBy("position").execute();

/** A member's requests, for the data export. */
export async function findOwnRequests(db: Db, memberId: string) {
  const { rows } = await sql<{ key: string | null; pose: Pose }>`
    select image_key as key, pose, state, is_live as "isLive", refusal, created_at as "startedAt",
      submitted_at as "sentAt", decided_at as "decidedAt"
    from verification_requests where member_id = ${memberId} order by created_at, id`.execute(db);
  return rows;
}
