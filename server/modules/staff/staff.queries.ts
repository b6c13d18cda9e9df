import { sql } from "kysely";
import { validate } from "uuid";
import type { Db } from "#server/db/client.ts";

/** People of the staff who have not been removed, by name, with what gives them access. */
export const findStaff = (db: Db) =>
  db
    .selectFrom("staff_members")
    .select(["id", "name", "role", "created_at"])
    .select((e) => [
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
    ])
    .where("removed_at", "is", null)
    .orderBy(sql`lower(name)`)
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
 * Whether somebody of the staff decides cases about members, and can log in.
 * @param withoutId a person who does not count
 * @param since they have logged in at that time or later, or got their access
 */
export async function hasStaff(
  db: Db,
  { withoutId = "", since }: { readonly withoutId?: string; readonly since?: Date } = {},
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from staff_members
    where removed_at is null and role in ('reports', 'all') and id::text <> ${withoutId}
      and exists (
        select from staff_passkeys where staff_id = staff_members.id
          and coalesce(last_used_at, created_at) >= coalesce(${since ?? null}::timestamptz, '-infinity'))
    limit 1`.execute(db);
  return rows.length > 0;
}
