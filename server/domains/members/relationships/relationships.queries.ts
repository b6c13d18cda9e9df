import { type RawBuilder, sql } from "kysely";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import { isInGoodStandingSql, isListedSql, isReachableSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";
import { isAfterSql, type ListPosition, limitSql, microsecondsSql } from "#server/platform/lib/page.ts";

/**
 * Reads of `relationship_sides`, the only source of the state between two members. Other files join the view in their
 * own SQL by `member_id` and `other_id`, or by `relationship_id` and `member_id`, and use its columns `is_open`,
 * `is_matched` and `is_readable` instead of combining the times of blocks and ends themselves.
 */

/** The relationship of two members, from the first one's side; undefined if there is none. */
export const findRelationship = (db: Db, me: string, otherId: string): Promise<RelationshipSide | undefined> =>
  db
    .selectFrom("relationship_sides")
    .selectAll()
    .where("member_id", "=", me)
    .where("other_id", "=", otherId)
    .executeTakeFirst();

export const areMatched = async (db: Db, one: string, other: string): Promise<boolean> => {
  const { side, isVisible } = await findView(db, one, other);
  return side?.is_matched === true && isVisible;
};

/**
 * SQL condition: the viewer may see the other member's profile. Neither of the two has ended contact or blocked the
 * other, and the other is listed; or in good standing, if one of the two has sent a crush.
 * @param side the alias of `relationship_sides`, left-joined from the viewer to the other member
 * @param other the alias of `members` for the other member
 */
export const canSee = (side: string, other: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${side}.is_open`)} is not false
    and ${isReachableSql(other, sql`${sql.ref(`${side}.has_crush`)} is true`)})`;

export interface View {
  readonly side: RelationshipSide | undefined;
  /** The viewer may see the other member's profile. Never true of an unknown id and a deleted account. */
  readonly isVisible: boolean;
  /**
   * The other member has deleted their account, and a job has not erased their messages to the viewer yet. Until then the
   * conversation, which stays, cannot be read.
   */
  readonly isBeingErased: boolean;
}

/**
 * The relationship of two members from the viewer's side, as `findRelationship`, and whether the viewer may see the
 * other member. One statement for every id, so that its time does not tell who exists. Contact with a deleted member has
 * ended, also while the row does not say so yet.
 */
export async function findView(db: Db, viewerId: string, otherId: string): Promise<View> {
  interface Row {
    readonly is_visible: boolean;
    readonly deleted_at: Date | null;
  }
  const { rows } = await sql<{ [C in keyof RelationshipSide]: RelationshipSide[C] | null } & Row>`
    select side.*, ${canSee("side", "other")} as is_visible, other.deleted_at from members as other
    left join relationship_sides as side on side.member_id = ${viewerId} and side.other_id = other.id
    where other.id = ${otherId}`.execute(db);
  const [row] = rows;
  if (!row) return { side: undefined, isVisible: false, isBeingErased: false };
  const { is_visible: isVisible, deleted_at: deletedAt, ...found } = row;
  const side = found.relationship_id === null ? undefined : (found as RelationshipSide);
  if (side === undefined || deletedAt === null || side.ended_at !== null)
    return { side, isVisible, isBeingErased: false };
  const ended = { ...side, ended_at: deletedAt, is_open: false, is_matched: false, is_readable: false };
  return { side: ended, isVisible, isBeingErased: side.matched_at !== null && side.last_sequence > 0 };
}

/**
 * SQL condition: one of two members has blocked the other. Cheaper to plan than a join of `relationship_sides`. Not an
 * `exists`, for which PostgreSQL may read all blocks of all members.
 */
export const hasBlock = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> => sql`coalesce((
  select a_blocked_at is not null or b_blocked_at is not null from relationships
  where member_a_id = least(${one}, ${other}) and member_b_id = greatest(${one}, ${other})), false)`;

/** SQL: whether a member has opened another one's crush. @param me @param other SQL expressions of ids */
export const hasOpenedCrushSql = (
  me: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`coalesce((
  select case when member_a_id = ${other} then a_crush_opened else b_crush_opened end from relationships
  where member_a_id = least(${me}, ${other}) and member_b_id = greatest(${me}, ${other})), false)`;

/** The members with whom a member has an open crush or match, either way. */
export const findContactIds = async (db: Db, memberId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("relationship_sides")
      .select("other_id")
      .where("member_id", "=", memberId)
      .where("is_open", "=", true)
      .where("has_crush", "=", true)
      .execute()
  ).map(({ other_id }) => other_id);

/**
 * A member's blocked members, latest first. A member who was not visible when they were blocked is listed once they
 * would be visible without the block.
 * @param limit null for all
 * @param after the last one of the previous page
 */
export async function findBlockedMembers(db: Db, me: string, limit: number | null, after: ListPosition | undefined) {
  // Joined afterwards: PostgreSQL reads the page in the order of its index only if it joins nothing.
  const { rows } = await sql<ListPosition & { other_id: string; username: string; blocked_at: Date }>`
    with page as (
      select relationship_id as id, other_id, i_blocked_at as blocked_at from relationship_sides
      where member_id = ${me} and i_blocked_at is not null and not is_my_block_inherited
        and (is_my_block_listed or (ended_at is null and they_blocked_at is null
          and (select ${isListedSql("members")} from members where members.id = other_id)))
        and ${isAfterSql(after, sql`i_blocked_at`, sql`relationship_id`)}
      order by i_blocked_at desc, relationship_id desc
      ${limitSql(limit)}
    )
    select page.*, username, ${microsecondsSql(sql`blocked_at`)} as at
    from page join profiles on profiles.member_id = other_id
    order by blocked_at desc, page.id desc`.execute(db);
  return rows;
}

/**
 * SQL: left-joins as `side` what stands between a viewer and each member of some rows. Looked up one by one: PostgreSQL may
 * otherwise read all relationships of the viewer, who may have many.
 * @param other SQL expression of an id
 */
export const joinSideSql = (viewerId: string, other: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select * from relationship_sides as one where one.member_id = ${viewerId} and one.other_id = ${other} offset 0
  ) as side on true`;

/** What stands between a viewer and another member. */
interface AskedMember {
  readonly id: string;
  readonly isVisible: boolean;
  /** By the viewer. */
  readonly crushSent: boolean;
  readonly isMatch: boolean;
}

/** Of each id, without a look at anybody else. */
export async function findAsked(db: Db, viewerId: string, ids: readonly string[]): Promise<readonly AskedMember[]> {
  const { rows } = await sql<AskedMember>`
    select asked.id, (other.id is not null and ${canSee("side", "other")}) is true as "isVisible",
      side.i_crushed_at is not null as "crushSent", side.is_matched is true as "isMatch"
    from unnest(${sql.val([...ids])}::uuid[]) as asked (id)
    left join members as other on other.id = asked.id
    ${joinSideSql(viewerId, sql`asked.id`)}`.execute(db);
  return rows;
}

/**
 * SQL condition on `relationship_sides` and the other side's `members`: they can still report the member, with whom
 * there was a crush or a match.
 */
export const canReportSql = sql<boolean>`(members.status <> 'deleted' and has_crush
  and (ended_at is null or ended_at > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})))`;

/**
 * Until when a member whose account is being deleted can be reported by someone; undefined if nobody can. One statement,
 * because the others may be deleting their accounts, too.
 */
export async function findReportableUntil(db: Db, memberId: string): Promise<Date | undefined> {
  const contacts = sql`relationship_sides join members on members.id = other_id
    where member_id = ${memberId} and ${canReportSql}`;
  // The first open relationship answers for all of them.
  const { rows } = await sql<{ until: Date | null }>`
    select coalesce(
      (select now() from ${contacts} and ended_at is null limit 1),
      (select max(ended_at) from ${contacts})) + make_interval(days => ${sql.lit(RETENTION_DAYS)}) as until`.execute(
    db,
  );
  return rows[0]?.until ?? undefined;
}

/** Whether there are blocks by or against a member, retained ones included. */
export async function hasBlocksAround(db: Db, memberId: string): Promise<boolean> {
  const isBlocked = (mine: "a" | "b") =>
    sql.join(
      ["a", "b"].map(
        (blocker) => sql`exists (
          select from relationships
          where ${sql.ref(`member_${mine}_id`)} = ${memberId} and ${sql.ref(`${blocker}_blocked_at`)} is not null)`,
      ),
      sql` or `,
    );
  const { rows } = await sql<{ has_blocks: boolean }>`
    select ${isBlocked("a")} or ${isBlocked("b")}
      or exists (select from retained_blocks where ${memberId} in (blocker_id, blocked_id)) as has_blocks`.execute(db);
  return rows[0]?.has_blocks ?? false;
}

/** A block, by the ids of both sides. */
export interface BlockRow {
  readonly blocker_id: string;
  readonly blocked_id: string;
  readonly inherited: boolean;
  /** The blocker sees it in their list. */
  readonly listed: boolean;
}

/** All blocks by and against some members, including those retained of deleted accounts. */
export async function findBlocksAround(db: Db, ids: readonly string[]): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select blocker_id, blocked_id, bool_and(inherited) as inherited, bool_or(listed) as listed from (
      select member_id as blocker_id, other_id as blocked_id, is_my_block_inherited as inherited,
        is_my_block_listed as listed
      from relationship_sides
      where i_blocked_at is not null and (member_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))
      union all
      select blocker_id, blocked_id, inherited, listed from retained_blocks
      where kept_until > now() and (blocker_id = any(${ids}::uuid[]) or blocked_id = any(${ids}::uuid[]))
    ) as blocks
    group by blocker_id, blocked_id order by blocker_id, blocked_id`.execute(db);
  return rows;
}

/** SQL: the FROM of a member's relationships, from their side, for the files of their download. */
export const mineSql = (me: string): RawBuilder<unknown> => sql`relationship_sides as mine
  join members on mine.member_id = ${me} and members.id = other_id
  left join profiles on profiles.member_id = other_id`;

/** SQL: the other member's name in `mineSql`. */
export const nameSql = sql`coalesce(profiles.username, ${DELETED_MEMBER})`;

/**
 * SQL condition: contact has ended, by whichever of the two, or because the other member is suspended: the files must not
 * tell which.
 */
export const isOverSql = sql`(ended_at is not null or not ${isInGoodStandingSql("members")})`;

/**
 * SQL condition: it has been over for so long that the conversation is emptied. One with a suspended member is not, because
 * the suspension may be lifted, but reads the same.
 */
export const isPastSql = sql`coalesce(
  ${isOverSql} and orphaned_at is null and now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})
    > least(ended_at, (select starts_at from suspensions where suspensions.member_id = members.id)), false)`;

/** The columns that files of conversations show as the time up to which the member has read. */
export const READ_AT = ["relationships.a_read_at", "relationships.b_read_at"];
