import { type Insertable, sql, type Updateable } from "kysely";
import { dayOf, type RareField } from "#server/domains/members/profiles/profiles.policy.ts";
import type { ChangeRow } from "#server/domains/members/profiles/profiles.queries.ts";
import { accountEndedError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";
import type { NewPhoto, Profile } from "#server/platform/db/schema/profiles.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

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

/** Profiles that have one of the normalized usernames, or one of the skeletons. */
export const findUsernames = (db: Db, normalized: readonly string[], skeletons: readonly string[]) =>
  db
    .selectFrom("profiles")
    .select(["username_normalized", "username_skeleton"])
    .where((where) =>
      where.or([
        where("username_normalized", "=", sql<string>`any(${sql.val([...normalized])}::text[])`),
        where("username_skeleton", "=", sql<string>`any(${sql.val([...skeletons])}::text[])`),
      ]),
    )
    .execute();

export const findProfile = (db: Db, memberId: string): Promise<Profile> =>
  db.selectFrom("profiles").selectAll().where("member_id", "=", memberId).executeTakeFirstOrThrow(accountEndedError);

/** Locks the profile until the end of the transaction, which serializes changes of photos and fields. */
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

/** Sets the positions of photos. Two may share a position within the transaction: the constraint is deferred. */
export async function setPhotoOrder(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update photos set position = listed.place - 1
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as listed (id, place)
    where photos.id = listed.id and photos.member_id = ${memberId}`.execute(tx);
}

/**
 * Takes the badge away from a member whose main photo is not the verified one any more. Call it in each transaction
 * that may change which photo is the main one, with the profile's lock. The caller reindexes the member.
 * @returns whether the member was verified until now
 */
export async function withdrawIfMainPhotoChanged(tx: Tx, memberId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update profiles set verified_at = null, verified_photo_id = null
    where member_id = ${memberId} and verified_at is not null and not exists (
      select from photos
      where photos.member_id = profiles.member_id and position = 0 and photos.id = verified_photo_id)`.execute(tx);
  return numAffectedRows > 0n;
}

/** @returns whether the member has such a photo */
export async function setPhoto(
  tx: Tx,
  memberId: string,
  photoId: string,
  values: Pick<Updateable<Tables["photos"]>, "display_mode" | "focus_x" | "focus_y" | "alt">,
): Promise<boolean> {
  const mine = tx
    .updateTable("photos")
    .set({ member_id: memberId, ...values })
    .where("member_id", "=", memberId);
  return (await mine.where("id", "=", photoId).executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** @returns the photo's id; undefined if the member has removed it */
export const setPhotoCheck = async (
  tx: Tx,
  memberId: string,
  key: string,
  state: CheckState | null,
): Promise<string | undefined> =>
  (
    await tx
      .updateTable("photos")
      .set({ check_state: state })
      .where("member_id", "=", memberId)
      .where("key", "=", key)
      .returning("id")
      .executeTakeFirst()
  )?.id;

/** Deletes a photo and closes the gap in the order. @returns the photo, or undefined if it is not the member's */
export async function deletePhoto(tx: Tx, memberId: string, photoId: string) {
  const gone = await tx
    .deleteFrom("photos")
    .where("id", "=", photoId)
    .where("member_id", "=", memberId)
    .returningAll()
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

/** Inserts a photo at its position, or as the last one. Needs the profile's lock. */
export async function insertPhotoAt(tx: Tx, photo: NewPhoto): Promise<void> {
  const position = Math.min(photo.position, await countPhotos(tx, photo.member_id));
  await tx
    .updateTable("photos")
    .set({ position: sql`position + 1` })
    .where("member_id", "=", photo.member_id)
    .where("position", ">=", position)
    .execute();
  await tx
    .insertInto("photos")
    .values({ ...photo, position })
    .execute();
}

/** Deletes a member's profile and photos. Concurrent changes wait, and then find nothing. @returns the photos' keys */
export async function deleteProfile(tx: Tx, memberId: string): Promise<string[]> {
  await lockProfile(tx, memberId);
  const photos = await tx.deleteFrom("photos").where("member_id", "=", memberId).returning("key").execute();
  await tx.deleteFrom("profiles").where("member_id", "=", memberId).execute();
  return photos.map(({ key }) => key);
}

export async function insertChange(tx: Tx, change: Insertable<Tables["profile_changes"]>): Promise<void> {
  await tx.insertInto("profile_changes").values(change).execute();
}

export async function updateChange(
  tx: Tx,
  id: string,
  values: Pick<ChangeRow, "new_value" | "changed_at" | "effective_at">,
): Promise<void> {
  await tx.updateTable("profile_changes").set(values).where("id", "=", id).execute();
}

export async function deleteChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("profile_changes").where("id", "=", id).execute();
}

export async function deleteProfileChanges(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("profile_changes").where("member_id", "=", memberId).execute();
}

/** `YYYY-MM-DD`; undefined for a deleted member. */
export const findBorn = async (db: Db, memberId: string): Promise<string | undefined> =>
  (await db.selectFrom("accounts").select("date_of_birth").where("member_id", "=", memberId).executeTakeFirst())
    ?.date_of_birth;

/** Members with a change that has become effective, or a birthday, in the order of their ids. */
export async function findDue(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const due = db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.member_id", "profiles.member_id")
    .select("profiles.member_id")
    .where((where) =>
      where.or([
        where("gender_effective_at", "<=", now),
        where("age_effective_at", "<=", now),
        where("next_birthday", "<=", dayOf(now)),
      ]),
    )
    .$if(after !== undefined, (query) => query.where("profiles.member_id", ">", after as string));
  return (await due.orderBy("profiles.member_id").limit(limit).execute()).map((row) => row.member_id);
}

/** Locks a profile; undefined for a deleted member. */
export const lockProfileOf = (tx: Tx, memberId: string): Promise<Profile | undefined> =>
  tx.selectFrom("profiles").selectAll().where("member_id", "=", memberId).forNoKeyUpdate().executeTakeFirst();

/** A field's value as text, for the history. */
export const asText = (value: Profile[RareField]): string | null => (value === null ? null : String(value));
