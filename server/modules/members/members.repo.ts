import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db, Tx } from "#server/db/client.ts";

const known = (db: Db) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .select(["members.id", "members.is_demo", "members.standing"])
    .select(["profiles.username", "profiles.age", "profiles.location"])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom("photos")
          .select(["photos.id", "photos.key", "photos.width", "photos.height", "photos.blur"])
          .select(["photos.display_mode", "photos.alt"])
          .whereRef("photos.member_id", "=", "members.id")
          .orderBy("photos.position"),
      ).as("photos"),
    );

/** Those of the given members who are known, in no order. */
export const findCards = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : known(db)
        .where("members.id", "in", [...ids])
        .execute();

export type CardRow = Awaited<ReturnType<typeof findCards>>[number];
export type CardPhoto = CardRow["photos"][number];

/** All that a member's page shows, and the cell that it does not. */
export const findPage = (db: Db, id: string) =>
  known(db)
    .select(["profiles.gender", "profiles.height_inches", "profiles.body_type", "profiles.cell", "profiles.bio"])
    .select(["profiles.interests", "profiles.looking_for", "profiles.prompts"])
    .where("members.id", "=", id)
    .executeTakeFirst();

export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

export async function insertMember(tx: Tx, id: string, isDemo: boolean): Promise<void> {
  await tx.insertInto("members").values({ id, is_demo: isDemo }).execute();
}

export const findJoined = (db: Db, id: string) =>
  db.selectFrom("members").select("joined_at").where("id", "=", id).executeTakeFirst();

/** Sets the time of last activity, which ages at most a minute behind. */
export async function touchMember(db: Db, id: string): Promise<void> {
  const here = db.updateTable("members").where("id", "=", id).where("gone_at", "is", null);
  await here.set({ last_active_at: sql`now()` }).execute();
}

/** Members' standings, which nobody changes until the end of the transaction. */
export const shareStandings = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("members")
    .select(["id", "standing"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forShare()
    .execute();

/** Members' standings, which nobody else reads under a lock until the end of the transaction. */
export const lockStandings = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("members")
    .select(["id", "standing"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

/** A member's standing, which nobody else reads under a lock until the end of the transaction. */
export const lockStanding = async (tx: Tx, id: string) => {
  const member = tx.selectFrom("members").select("standing").where("id", "=", id);
  return (await member.forNoKeyUpdate().executeTakeFirst())?.standing;
};

/** Leaves an id and a time. */
export async function setGone(tx: Tx, id: string): Promise<void> {
  const now = sql<Date>`now()`;
  const left = { standing: "gone", gone_at: now, joined_at: now, last_active_at: now, read_receipts: true } as const;
  await tx.updateTable("members").set(left).where("id", "=", id).execute();
}

export const findStanding = (db: Db, id: string) =>
  db.selectFrom("members").select(["standing", "is_demo"]).where("id", "=", id).executeTakeFirst();

/** Hides an active member, or shows a hidden one. Any other standing stays: what an operator has decided is not undone by this. */
export async function setHidden(tx: Tx, id: string, hidden: boolean): Promise<void> {
  const [from, to] = hidden ? (["active", "hidden"] as const) : (["hidden", "active"] as const);
  await tx.updateTable("members").set({ standing: to }).where("id", "=", id).where("standing", "=", from).execute();
}

export async function setReadReceipts(tx: Tx, id: string, on: boolean): Promise<void> {
  await tx.updateTable("members").set({ read_receipts: on }).where("id", "=", id).execute();
}

export const findPrivacy = (db: Db, id: string) =>
  db.selectFrom("members").select(["standing", "read_receipts"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Whether all of these members let others learn what they have read. */
export async function haveReadReceipts(db: Db, ids: readonly string[]): Promise<boolean> {
  const query = db
    .selectFrom("members")
    .select("id")
    .where("id", "in", [...ids])
    .where("read_receipts", "=", false);
  return (await query.limit(1).executeTakeFirst()) === undefined;
}
