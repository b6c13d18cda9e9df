import { sql } from "kysely";
import type { LatLng } from "#server/platform/adapters/geocoder.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { cosineOf, directionTo } from "#server/platform/geo/geo-cells.ts";

/** The source of the demo login's bonus credits. They are booked last, so the entry marks the seed as complete. */
export const LIFE_IS_DONE = "demo";

const DEMO_LOCK = 7_768_838;

/** Serializes the creation of demo members, until the end of the transaction. */
export async function lockDemo(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(tx);
}

/** Whether anybody is here yet. */
export const hasMembers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("members").select("id").limit(1).executeTakeFirst()) !== undefined;

/** Whether there is any demo member. */
export const hasDemoMembers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("members").select("id").where("is_demo", "=", true).limit(1).executeTakeFirst()) !== undefined;

/** The demo members by name, with their number of photos and whether their history is complete. */
export const findDemoMembers = (db: Db) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .select(["members.id", "profiles.username"])
    .select((select) => [
      select
        .selectFrom("photos")
        .whereRef("photos.member_id", "=", "members.id")
        .select((e) => e.fn.countAll<number>().as("n"))
        .as("photos"),
      select
        .exists(
          select
            .selectFrom("ledger_entries")
            .innerJoin("wallets", "wallets.id", "ledger_entries.wallet_id")
            .select("ledger_entries.id")
            .whereRef("wallets.member_id", "=", "members.id")
            .where("source", "=", LIFE_IS_DONE),
        )
        .as("has_life"),
    ])
    .where("members.is_demo", "=", true)
    .execute();

/** The town that a real member's profile names, once others can discover it. */
export async function findTownOf(db: Db, memberId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("search_index")
    .innerJoin("profiles", "profiles.member_id", "search_index.member_id")
    .select("profiles.location")
    .where("search_index.member_id", "=", memberId)
    .where("search_index.is_demo", "=", false)
    .where("search_index.h3_cell", "is not", null)
    .executeTakeFirst();
  return row?.location;
}

/** Whether the first member is a demo member and the second a real one. */
export const isDemoToReal = async (db: Db, demoId: string, memberId: string): Promise<boolean> =>
  (await findDemoName(db, demoId)) !== undefined && (await findDemoName(db, memberId)) === undefined;

export async function findDemoName(db: Db, id: string): Promise<string | undefined> {
  const demo = db.selectFrom("profiles").innerJoin("members", "members.id", "profiles.member_id").select("username");
  return (await demo.where("members.id", "=", id).where("is_demo", "=", true).executeTakeFirst())?.username;
}

export async function hasMatch(db: Db, memberId: string): Promise<boolean> {
  const mine = db
    .selectFrom("relationship_sides")
    .select("relationship_id")
    .where("member_id", "=", memberId)
    .where("matched_at", "is not", null);
  return (await mine.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether one member has ever written to another. */
export async function hasWritten(db: Db, from: string, to: string): Promise<boolean> {
  const sent = db
    .selectFrom("messages")
    .innerJoin("relationship_sides as side", "side.relationship_id", "messages.relationship_id")
    .select("messages.id")
    .where("side.member_id", "=", from)
    .where("side.other_id", "=", to)
    .where("sender_id", "=", from);
  return (await sent.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether two members have ever planned a workout. */
export async function hasDateBetween(db: Db, a: string, b: string): Promise<boolean> {
  const planned = db
    .selectFrom("workout_dates")
    .innerJoin("relationship_sides as side", "side.relationship_id", "workout_dates.relationship_id")
    .select("workout_dates.message_id")
    .where("side.member_id", "=", a)
    .where("side.other_id", "=", b);
  return (await planned.limit(1).executeTakeFirst()) !== undefined;
}

/** The town that a demo member's profile names. */
export async function findTownOfDemo(db: Db, demoId: string): Promise<string | undefined> {
  const row = await db.selectFrom("profiles").select("location").where("member_id", "=", demoId).executeTakeFirst();
  return row?.location;
}

/** Demo members within some miles of a place. */
export async function findDemoNear(db: Db, at: LatLng, miles: number): Promise<string[]> {
  const { x, y, z } = directionTo(at);
  const { rows } = await sql<{ member_id: string }>`
    select member_id from search_index
    where is_demo and x * ${x}::float8 + y * ${y}::float8 + z * ${z}::float8 >= ${cosineOf(miles)}::float8`.execute(db);
  return rows.map((row) => row.member_id);
}

/** Demo members without a crush in either direction and without a real member nearby. */
export async function findIdleDemo(db: Db, miles: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select search_index.member_id from search_index
    where is_demo
      and not exists (select 1 from relationship_sides as side where side.member_id = search_index.member_id)
      and not exists (
        select 1 from search_index as real
        where not real.is_demo
          and search_index.x * real.x + search_index.y * real.y + search_index.z * real.z >= ${cosineOf(miles)}::float8)
    order by active_on, member_id`.execute(db);
  return rows.map((row) => row.member_id);
}
