import { sql, type Updateable } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { NewPhoto, Profile, Tables } from "#server/db/schema/tables.ts";
import { accountEndedError } from "#server/errors.ts";

export type ProfileValues = Updateable<Tables["profiles"]>;

export async function insertProfile(
  tx: Tx,
  profile: Pick<
    Profile,
    | "member_id"
    | "username"
    | "username_normalized"
    | "username_skeleton"
    | "age"
    | "effective_age"
    | "next_birthday"
    | "completion"
  >,
): Promise<void> {
  await tx.insertInto("profiles").values(profile).execute();
}

export const findProfile = (db: Db, memberId: string): Promise<Profile> =>
  db.selectFrom("profiles").selectAll().where("member_id", "=", memberId).executeTakeFirstOrThrow(accountEndedError);

/** The profile, held until the end of the transaction: photos and fields change one after the other. */
export const lockProfile = (tx: Tx, memberId: string): Promise<Profile> =>
  tx
    .selectFrom("profiles")
    .selectAll()
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(accountEndedError);

export async function setProfile(tx: Tx, memberId: string, values: ProfileValues): Promise<void> {
  const { prompts, ...rest } = values;
  const given = { ...rest, ...(prompts !== undefined && { prompts: sql<never>`${JSON.stringify(prompts)}::jsonb` }) };
  if (Object.keys(given).length === 0) return;
  await tx.updateTable("profiles").set(given).where("member_id", "=", memberId).execute();
}

export async function countPhotos(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom("photos")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertPhotos(tx: Tx, photos: readonly NewPhoto[]): Promise<void> {
  await tx
    .insertInto("photos")
    .values([...photos])
    .execute();
}

export async function findPhotoIds(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("photos")
    .select("id")
    .where("member_id", "=", memberId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.id);
}

/** Gives photos their places; that two have the same one for a moment is no harm inside of the transaction. */
export async function setPhotoOrder(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update photos set position = listed.place - 1
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as listed (id, place)
    where photos.id = listed.id and photos.member_id = ${memberId}`.execute(tx);
}

/** @returns whether there is such a photo of the member's */
export async function setPhoto(
  tx: Tx,
  memberId: string,
  photoId: string,
  values: { display_mode?: "contain" | "cover"; alt?: string },
): Promise<boolean> {
  const mine = tx
    .updateTable("photos")
    .set({ member_id: memberId, ...values })
    .where("member_id", "=", memberId);
  return (await mine.where("id", "=", photoId).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Takes a photo out and closes the gap it leaves. @returns it, or undefined where it is not the member's */
export async function deletePhoto(tx: Tx, memberId: string, photoId: string) {
  const gone = await tx
    .deleteFrom("photos")
    .where("id", "=", photoId)
    .where("member_id", "=", memberId)
    .returning(["id", "key", "width", "height", "thumbhash", "alt", "position"])
    .executeTakeFirst();
  if (!gone) return undefined;
  await tx
    .updateTable("photos")
    .set({ position: sql`position - 1` })
    .where("member_id", "=", memberId)
    .where("position", ">", gone.position)
    .execute();
  return gone;
}

/** Takes a member's profile and photos away. What else changes them waits, and finds nothing. @returns the photos' keys */
export async function deleteProfile(tx: Tx, memberId: string): Promise<string[]> {
  await lockProfile(tx, memberId);
  const photos = await tx.deleteFrom("photos").where("member_id", "=", memberId).returning("key").execute();
  await tx.deleteFrom("profiles").where("member_id", "=", memberId).execute();
  return photos.map(({ key }) => key);
}
