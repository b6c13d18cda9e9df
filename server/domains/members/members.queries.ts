import { type CompiledQuery, type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { isImageSharedSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { isRestrictedSql } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import type { Db, ReadDb } from "#server/platform/db/client.ts";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";
import type { MemberStatus, StatusInGoodStanding } from "#server/platform/db/schema/accounts.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

/**
 * Whether a member is in good standing: active or hidden, so neither suspended nor deleted. Only such members can use
 * the app. A hidden one is not listed in discovery, and is visible only to members with a crush in either direction.
 */
export const isInGoodStanding = (status: MemberStatus | null | undefined): status is StatusInGoodStanding =>
  status === "active" || status === "hidden";

/** SQL condition: as `isInGoodStanding`. @param members the table `members` or its alias */
export const isInGoodStandingSql = (members: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${members}.status`)} in ('active', 'hidden')`;

/**
 * SQL condition: a member may be shown to those who do not know them: active, and not unlisted by a decision. To them, a
 * hidden and an unlisted member are the same as one who does not exist.
 * @param members the table `members` or its alias
 */
export const isListedSql = (members: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${members}.status`)} = 'active' and not ${isRestrictedSql(sql.ref(`${members}.id`), "unlisted")})`;

/**
 * SQL condition: a member can be reached by another one.
 * @param isKnown whether the other one knows the member, as after a crush of the member or a match
 */
export const isReachableSql = (members: string, isKnown: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(${isInGoodStandingSql(members)} and (${isKnown} or ${isListedSql(members)}))`;

/** SQL condition on `profiles`: others see the badge, while they see the photo that it is about. */
export const isBadgeSharedSql = sql<boolean>`(profiles.verified_at is not null and exists (
  select from photos where photos.id = profiles.verified_photo_id and ${isImageSharedSql("photos")}))`;

/** What a card and a profile have in common. @param withOwn also what only the member sees */
const selectMembers = (db: ReadDb, withOwn: boolean) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .select(["members.id", "members.is_demo", "members.status"])
    .select(["profiles.username", "profiles.age", "profiles.location"])
    .select((withOwn ? sql<boolean>`profiles.verified_at is not null` : isBadgeSharedSql).as("is_verified"));

/** The photos of `members`, the main one first. @param withOwn also those that only their owner sees */
const selectPhotos = (select: ExpressionBuilder<Tables, "members">, withOwn: boolean) =>
  select
    .selectFrom("photos")
    .select(["photos.id", "photos.key", "photos.width", "photos.height", "photos.thumbhash"])
    .select(["photos.display_mode", "photos.focus_x", "photos.focus_y", "photos.alt"])
    .$if(withOwn, (photos) => photos.select("photos.check_state"))
    .whereRef("photos.member_id", "=", "members.id")
    .$if(!withOwn, (photos) => photos.where(isImageSharedSql("photos")))
    .orderBy("photos.position");

/** Of a member's photos the first, with the number of all. */
const selectCards = (db: ReadDb) =>
  selectMembers(db, false).select((select) =>
    jsonArrayFrom(
      selectPhotos(select, false).select(sql<number>`count(*) over ()`.as("photo_count")).limit(sql.lit(1)),
    ).as("photos"),
  );

/** @throws Error if it has parameters, whose numbers would be those of the statement around it */
function textOf({ sql: text, parameters }: CompiledQuery): string {
  if (parameters.length > 0) throw new Error("the text has parameters: use sql.lit");
  return text;
}

let cardsText: string | undefined;

/** SQL expression: a `CardRow` as JSON. @param id SQL expression */
export function cardJsonSql(db: ReadDb, id: RawBuilder<string>): RawBuilder<CardRow> {
  // Building and compiling the query takes longer than most statements that it is part of.
  cardsText ??= textOf(selectCards(db).compile());
  return sql`(select to_json(card) from (${sql.raw(cardsText)} where members.id = ${id}) as card)`;
}

const cards = compileOnce(({ ids }: { readonly ids: readonly string[] }, _, db) =>
  selectCards(db).where("members.id", "=", sql<string>`any(${ids}::uuid[])`),
);

/** Members with an account, with any status, unordered. */
export const findCards = (db: ReadDb, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : cards(db, { ids });

export type CardRow = Awaited<ReturnType<typeof findCards>>[number];

/** A member with an account, with any status. */
export const findCard = async (db: Db, id: string): Promise<CardRow | undefined> => (await findCards(db, [id]))[0];

const selectPages = (db: ReadDb, withOwn: boolean) =>
  selectMembers(db, withOwn)
    .select((select) => jsonArrayFrom(selectPhotos(select, withOwn)).as("photos"))
    .select(["profiles.gender", "profiles.height_inches", "profiles.body_type", "profiles.h3_cell", "profiles.bio"])
    .select(["profiles.interests", "profiles.looking_for", "profiles.prompts"]);

/** The data of a member's page, and their cell, which the page does not show. */
export const findPage = (db: ReadDb, id: string) =>
  selectPages(db, false).where("members.id", "=", id).executeTakeFirst();

/** As `findPage`, with all photos: for the member, and as evidence. */
export const findOwnPage = (db: Db, id: string) =>
  selectPages(db, true).where("members.id", "=", id).executeTakeFirst();

export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;
export type PhotoRow = PageRow["photos"][number];

/** SQL condition on `members`: in the first 24 hours after joining. */
export const isFirstDaySql = sql<boolean>`members.joined_at > now() - interval '24 hours'`;

export const findJoined = (db: Db, id: string) =>
  db.selectFrom("members").select("joined_at").where("id", "=", id).executeTakeFirst();

export const findStatus = async (db: Db, id: string) =>
  (await db.selectFrom("members").select("status").where("id", "=", id).executeTakeFirst())?.status;

/** Whether a member has deleted their account. */
export const isDeletedMember = async (db: Db, id: string): Promise<boolean> => (await findStatus(db, id)) === "deleted";

/** Whether a member is hidden, shares read receipts and wants daily sets. */
export async function findPrivacy(db: Db, id: string) {
  const { status, hidden_until, read_receipts, daily_set } = await db
    .selectFrom("members")
    .select(["status", "hidden_until", "read_receipts", "daily_set"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    hidden: status === "hidden",
    hiddenUntil: hidden_until?.toISOString() ?? null,
    readReceipts: read_receipts,
    dailySet: daily_set,
  };
}

/** Hidden members whose pause is over. A suspended one follows once the suspension is lifted. */
export async function findEndedPauses(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("members")
    .select("id")
    .where("hidden_until", "<=", now)
    .where("status", "=", "hidden")
    .execute();
  return rows.map(({ id }) => id);
}

/** A member's suspension, with the reason that was sent to them. */
export const findSuspension = (db: Db, id: string) =>
  db
    .selectFrom("suspensions")
    .select(["starts_at as since", "ends_at as until", "member_message as memberMessage"])
    .where("member_id", "=", id)
    .executeTakeFirst();

/** Members whose suspension has ended, but is not lifted yet. */
export const findServedSuspensions = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom("suspensions")
      .select("member_id")
      .where("ends_at", "<=", sql<Date>`now()`)
      .orderBy("ends_at")
      .execute()
  ).map((row) => row.member_id);
