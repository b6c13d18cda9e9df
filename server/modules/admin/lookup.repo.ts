import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/** A member by one of their names, as it is compared. */
export const findMember = (db: Db, by: "members.id" | "email_key" | "username_key", name: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .select(["members.id", "members.standing", "profiles.username"])
    .where(by, "=", name)
    .executeTakeFirst();

/** How a member stands, for an operator. */
export const findStanding = (db: Db, id: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("accounts", "accounts.member_id", "members.id")
    .leftJoin("wallets", "wallets.member_id", "members.id")
    .select(["members.id", "members.standing", "members.is_demo", "members.joined_at", "members.last_active_at"])
    .select(["profiles.username", "profiles.age", "profiles.location", "profiles.completion"])
    .select(["accounts.email", "accounts.email_verified_at", "wallets.id as wallet_id", "wallets.balance"])
    .select("accounts.born")
    .where("members.id", "=", id)
    .executeTakeFirstOrThrow();

/** How much there is of what a member did. */
export async function countDeeds(db: Db, id: string) {
  const { rows } = await sql<Record<"photos" | "logins" | "crushes" | "matches" | "messages", number>>`
    select
      (select count(*)::int from photos where member_id = ${id}) as photos,
      (select count(*)::int from sessions where member_id = ${id}) as logins,
      (select count(*)::int from pairs
        where (low_id = ${id} and low_crushed_at is not null) or (high_id = ${id} and high_crushed_at is not null)) as crushes,
      (select count(*)::int from pairs where matched_at is not null and ${id} in (low_id, high_id)) as matches,
      (select count(*)::int from messages where sender_id = ${id}) as messages`.execute(db);
  return rows[0];
}

/** Reports of a member and by them, newest first, without what they hold. */
export const findReportsAround = (db: Db, id: string) =>
  db
    .selectFrom("reports")
    .select(["id", "reporter_id", "reported_id", "reason", "created_at", "resolution"])
    .where((where) => where.or([where("reported_id", "=", id), where("reporter_id", "=", id)]))
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();

/** A row may be there for a block alone. */
const hasCrush = sql<boolean>`(low_crushed_at is not null or high_crushed_at is not null)`;

/** Those with whom a member has a crush or a match, either way. */
export async function findPairedWith(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select high_id as id from pairs where low_id = ${id} and ended_at is null and ${hasCrush}
    union all
    select low_id from pairs where high_id = ${id} and ended_at is null and ${hasCrush}`.execute(db);
  return rows.map((row) => row.id);
}
