import { type RawBuilder, sql } from "kysely";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import { deleteFilesAfterCommit } from "#server/domains/members/photos/photos.service.ts";
import { findReportableUntil } from "#server/domains/members/relationships/relationships.queries.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

const DAYS = sql.lit(RETENTION_DAYS);

/** Removed photos, and earlier texts, that are kept per member. Changing them in a loop must not fill the disk. */
const KEPT_MAX = 60;

type Key = { readonly key: string | null };
const keysOf = (rows: readonly Key[]): string[] => rows.flatMap(({ key }) => key ?? []);

/** Copies a message's content. Needs its relationship's lock; call it before the message is erased. */
export async function retainMessage(
  tx: Tx,
  { id, relationshipId }: { readonly id: string; readonly relationshipId: string },
  days = RETENTION_DAYS,
): Promise<void> {
  await sql`
    insert into retained_messages
      (message_id, relationship_id, content, attachment_key, width, height, thumbhash, purge_after)
    select id, relationship_id, content, attachment_key, width, height, thumbhash, now() + make_interval(days => ${days}) from messages
    where id = ${id} and relationship_id = ${relationshipId} and deleted_at is null`.execute(tx);
}

/**
 * Retains a member's recent undeleted messages of some conversations that have ended or end now, and the workout dates
 * there, for as long as these can be reported. Needs the locks of the relationships.
 * @param which a condition on `messages`
 */
export async function retainSent(
  tx: Tx,
  senderId: string,
  relationshipIds: readonly string[],
  which: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into retained_messages
      (message_id, relationship_id, content, attachment_key, width, height, thumbhash, purge_after)
    select messages.id, relationship_id, content, attachment_key, width, height, thumbhash, coalesce(ended_at, now()) + make_interval(days => ${DAYS})
    from messages join relationship_sides as side using (relationship_id)
    where side.member_id = sender_id and (sender_id = ${senderId} or kind = 'date') and relationship_id = any(${sql.val([...relationshipIds])}::uuid[]) and deleted_at is null and ${which}
      and created_at > now() - make_interval(days => ${DAYS})`.execute(tx);
}

/**
 * Deletes retained messages. @param which a condition on `messages` @returns attachments' keys, for
 * `deleteFilesAfterCommit`
 */
export async function releaseMessages(tx: Tx, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<Key>`
    delete from retained_messages using messages where messages.id = message_id and ${which}
    returning retained_messages.attachment_key as key`.execute(tx);
  return keysOf(rows);
}

export interface RemovedPhoto {
  readonly id: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly alt: string;
  /** When it was added. */
  readonly created_at: Date;
}

/** Keeps a photo that was removed from a profile. */
async function insertPhoto(tx: Tx, memberId: string, photo: RemovedPhoto, days: number): Promise<void> {
  const { id: photo_id, key, width, height, thumbhash, alt, created_at: shown_from } = photo;
  const purge_after = sql<Date>`now() + make_interval(days => ${days})`;
  await tx
    .insertInto("retained_photos")
    .values({ purge_after, key, photo_id, member_id: memberId, width, height, thumbhash, alt, shown_from })
    .execute();
}

/** Ends the retention of a photo that is restored. Its files stay. @returns whether it was retained */
export async function releasePhoto(tx: Tx, memberId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("retained_photos")
    .where("member_id", "=", memberId)
    .where("key", "=", key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Deletes the photos that a member has removed except the `KEPT_MAX` that were shown longest: removing harmless ones in
 * a row must not delete another. What an operator took down is kept for longer, and stays.
 * @returns their keys
 */
async function deletePhotosBeyondLimit(tx: Tx, memberId: string): Promise<string[]> {
  const { rows } = await sql<Key>`
    delete from retained_photos where key in (
      select key from retained_photos
      where member_id = ${memberId} and purge_after <= removed_at + make_interval(days => ${DAYS})
      order by removed_at - shown_from desc, removed_at desc, key offset ${KEPT_MAX})
    returning key`.execute(tx);
  return keysOf(rows);
}

/** Milliseconds after which a text counts as shown. */
const SHOWN_MS = 60_000;

/**
 * Keeps a member's bio and prompts, which are about to change, if they were shown, and of those that are kept the ones that
 * were shown longest. Needs the profile's lock.
 */
export async function retainTexts(tx: Tx, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into retained_texts (id, member_id, bio, prompts, shown_from, replaced_at, purge_after)
    select ${newTimeOrderedId()}, member_id, bio, prompts, texts_changed_at, ${now},
      ${now}::timestamptz + make_interval(days => ${DAYS})
    from profiles
    where member_id = ${memberId} and (bio <> '' or prompts <> '[]')
      and texts_changed_at <= ${new Date(now.getTime() - SHOWN_MS)}`.execute(tx);
  await sql`
    delete from retained_texts where id in (
      select id from retained_texts where member_id = ${memberId}
      order by replaced_at - shown_from desc, replaced_at desc offset ${KEPT_MAX})`.execute(tx);
}

/** Deletes some of a table. @param key the column of an image's key, or null @returns a row for each */
async function deleteExpired(tx: Tx, table: string, key: RawBuilder<string | null>): Promise<Key[]> {
  const { rows } = await sql<Key>`
    delete from ${sql.table(table)} where purge_after < now() and ctid = any(array(
      select ctid from ${sql.table(table)} where purge_after < now() limit ${SWEPT_AT_ONCE}))
    returning ${key} as key`.execute(tx);
  return rows;
}

/**
 * Retains a member's public profile, for as long as any of some contacts can report it. Call it before the profile
 * is deleted.
 */
async function insertProfile(tx: Tx, memberId: string, until: Date): Promise<void> {
  await sql`
    insert into retained_profiles
      (member_id, username, age, gender, location, bio, prompts, interests, looking_for, purge_after)
    select member_id, username, age, gender, location, bio, prompts, interests, looking_for, ${until}
    from profiles where member_id = ${memberId}`.execute(tx);
  await sql`
    insert into retained_photos (key, photo_id, member_id, width, height, thumbhash, alt, shown_from, purge_after)
    select key, id, member_id, width, height, thumbhash, alt, created_at, ${until} from photos where member_id = ${memberId}`.execute(
    tx,
  );
}

/** Deletes a member's retained photos, texts and profile. @returns the photos' keys */
async function deleteProfile(tx: Tx, memberId: string): Promise<string[]> {
  await tx.deleteFrom("retained_profiles").where("member_id", "=", memberId).execute();
  await tx.deleteFrom("retained_texts").where("member_id", "=", memberId).execute();
  const deleted = await tx.deleteFrom("retained_photos").where("member_id", "=", memberId).returning("key").execute();
  return keysOf(deleted);
}

/**
 * For `RETENTION_DAYS`, for reports only. Images keep their files and keys; signed URLs do not work, because
 * `findViewableContext` only reads current rows.
 */

/** For an image that was taken down: the six months in which that can be appealed, and time to decide the appeal. */
export const TAKEN_DOWN_KEPT_DAYS = 210;

/** Keeps a photo that is removed from a profile. Needs the profile's lock. */
export async function retainPhoto(
  ctx: Context,
  tx: Tx,
  memberId: string,
  photo: RemovedPhoto,
  days = RETENTION_DAYS,
): Promise<void> {
  await insertPhoto(tx, memberId, photo, days);
  await deleteFilesAfterCommit(ctx, tx, await deletePhotosBeyondLimit(tx, memberId));
}

/**
 * If anyone can still report the member; otherwise their retained photos are deleted. Call it before the profile is
 * deleted, and before contact with others has ended.
 * @returns whether the photos' files are kept
 */
export async function retainProfile(ctx: Context, tx: Tx, memberId: string): Promise<boolean> {
  const until = await findReportableUntil(tx, memberId);
  if (!until) {
    await releaseProfile(ctx, tx, memberId);
    return false;
  }
  await insertProfile(tx, memberId, until);
  return true;
}

export async function releaseProfile(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, await deleteProfile(tx, memberId));
}

/** Deletes some of each kind. @returns how many at most of one */
export async function purgeExpired(ctx: Context, tx: Tx): Promise<number> {
  const texts = await deleteExpired(tx, "retained_texts", sql`null`);
  const messages = await deleteExpired(tx, "retained_messages", sql.ref("attachment_key"));
  const photos = await deleteExpired(tx, "retained_photos", sql.ref("key"));
  await deleteFilesAfterCommit(ctx, tx, keysOf([...messages, ...photos]));
  return Math.max(texts.length, messages.length, photos.length);
}
