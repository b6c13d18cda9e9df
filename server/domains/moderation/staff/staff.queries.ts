import { sql } from "kysely";
import { validate } from "uuid";
import { type CaseKind, kindsOf, mayAct, STAFF_ROLES } from "#contract/moderation/staff-roles.ts";
import type { Db } from "#server/platform/db/client.ts";

const isOfLastDay = sql<boolean>`staff_looks.looked_at > now() - interval '24 hours'`;
/** For how long a person sees a case after they have said why. */
const ACCESS_MINUTES = 60;

/** The cases of the last 24 hours whose evidence a person has seen without a claim, the oldest first. */
export const findUnclaimedAccesses = (db: Db, staffId: string) =>
  db
    .selectFrom("staff_looks")
    .select("case_id")
    .select(sql<number>`extract(epoch from looked_at + interval '24 hours' - now())::float8`.as("counts_for_seconds"))
    .where("staff_id", "=", staffId)
    .where("is_claimant", "=", false)
    .where(isOfLastDay)
    .orderBy("looked_at")
    .execute();

/** Why a person looks at a case that they have not claimed; undefined if they have not said so within the last hour. */
export const findAccessReason = async (db: Db, staffId: string, caseId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("staff_looks")
      .select("reason")
      .where("staff_id", "=", staffId)
      .where("case_id", "=", caseId)
      .where("is_claimant", "=", false)
      .where("looked_at", ">", sql<Date>`now() - make_interval(mins => ${sql.lit(ACCESS_MINUTES)})`)
      .executeTakeFirst()
  )?.reason;

/** People of the staff who have not been removed, by name, with what gives them access and what they have looked at. */
export const findStaff = (db: Db) =>
  db
    .selectFrom("staff_members")
    .select(["id", "name", "role", "created_at"])
    .select(sql<boolean>`alert_email is not null`.as("has_alert_email"))
    .select((e) => [
      e
        .selectFrom("staff_push_subscriptions")
        .whereRef("staff_id", "=", "staff_members.id")
        .select(sql<number>`count(*)::int`.as("many"))
        .as("alert_devices"),
      e
        .selectFrom("staff_passkeys")
        .whereRef("staff_id", "=", "staff_members.id")
        .select(sql<number>`count(*)::int`.as("many"))
        .as("passkeys"),
      e
        .selectFrom("staff_passkeys")
        .whereRef("staff_id", "=", "staff_members.id")
        .select((p) => p.fn.max("last_used_at").as("at"))
        .as("last_login_at"),
      e
        .selectFrom("staff_invitations")
        .whereRef("staff_id", "=", "staff_members.id")
        .select("staff_invitations.created_at")
        .as("invited_at"),
      e
        .selectFrom("staff_looks")
        .whereRef("staff_id", "=", "staff_members.id")
        .where(isOfLastDay)
        .select(sql<number>`count(distinct case_id)::int`.as("many"))
        .as("cases_seen"),
      e
        .selectFrom("staff_looks")
        .whereRef("staff_id", "=", "staff_members.id")
        .where("is_claimant", "=", false)
        .where(isOfLastDay)
        .select(sql<number>`count(*)::int`.as("many"))
        .as("unclaimed_seen"),
    ])
    .where("removed_at", "is", null)
    .orderBy(sql`lower(name)`)
    .execute();

const STAFF_MAX = 500;

/** For filters by person: also people who were removed, by name. */
export const findAllStaff = (db: Db) =>
  db
    .selectFrom("staff_members")
    .select(["id as _id", "name"])
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .limit(STAFF_MAX)
    .execute();

/** By id or by name, in any case; none who was removed. */
export const findStaffMember = (db: Db, idOrName: string) =>
  db
    .selectFrom("staff_members")
    .select(["id", "name", "role"])
    .where((is) => is.or([is(sql`id::text`, "=", idOrName), is(sql`lower(name)`, "=", idOrName.toLowerCase())]))
    .where("removed_at", "is", null)
    .executeTakeFirst();

/** The names of people by their ids, also of those who were removed. Other texts, such as names of operators, are left out. */
export async function findStaffNames(db: Db, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = actors.filter((actor) => validate(actor));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("staff_members").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Whether somebody of the staff decides cases of one of some kinds, and can log in.
 * @param withoutId a person who does not count
 * @param since they have logged in at that time or later, or got their access
 */
export async function hasStaff(
  db: Db,
  kinds: readonly CaseKind[],
  { withoutId = "", since }: { readonly withoutId?: string; readonly since?: Date } = {},
): Promise<boolean> {
  const roles = STAFF_ROLES.filter((role) => mayAct(role) && kindsOf(role).some((kind) => kinds.includes(kind)));
  const { rows } = await sql`
    select 1 from staff_members
    where removed_at is null and role = any(${roles}::text[]) and id::text <> ${withoutId}
      and exists (
        select from staff_passkeys where staff_id = staff_members.id
          and coalesce(last_used_at, created_at) >= coalesce(${since ?? null}::timestamptz, '-infinity'))
    limit 1`.execute(db);
  return rows.length > 0;
}
