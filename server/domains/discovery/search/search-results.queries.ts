import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Recency } from "#contract/discovery/discovery.ts";
import type { CountedWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import {
  cosine,
  eligibleByPair,
  RANKED_MAX,
  recency,
  type Search,
} from "#server/domains/discovery/search/discovery.queries.ts";
import { type CardRow, cardJsonSql } from "#server/domains/members/members.queries.ts";
import { joinSideSql } from "#server/domains/members/relationships/relationships.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

const ID_BYTES = 16;
/** Minutes for which a result is kept after its last use. */
export const KEPT_MINUTES = 30;
const IDLE_MINUTES = 5;
/** Seconds for which a full result is reused for the same search: ranking is expensive in populated areas. */
const FRESH_SECONDS = 60;

export const hashSearch = (search: Search): string =>
  createHash("sha256").update(JSON.stringify(search)).digest("base64url");

/** A position in a result. */
export interface Cursor {
  readonly resultId: string;
  readonly offset: number;
}

/** A member of a result, their card, and what they have in common with the viewer. */
export interface ListedMember {
  readonly id: string;
  /** From 1. */
  readonly position: number;
  /** The shared interests, as bits. */
  readonly shared: number;
  /** Whether both look for the same. */
  readonly hasSameGoal: boolean;
  /** A match, or their crush on the viewer that is not answered. */
  readonly contact: "match" | "crush" | null;
  /** By the viewer. */
  readonly crushSent: boolean;
  /** The angle between the two cells; null if one is unknown. */
  readonly cosine: number | null;
  readonly recency: Recency;
  readonly countedWeek: CountedWeek;
  readonly card: CardRow;
}

/** A member of a result whose card is null if it is read apart. */
export type ListedWithoutCard = Omit<ListedMember, "card"> & { readonly card: CardRow | null };

/** SQL expression: a `ListedMember` as JSON, of a row of the search index with its `side`. @param card SQL expression */
const listedJson = (
  { at, interests, lookingFor }: Search,
  position: RawBuilder<unknown>,
  card: RawBuilder<CardRow | null>,
) => sql`
  json_build_object(
    'id', b.member_id,
    'position', ${position},
    'shared', b.interests & ${interests}::int,
    'hasSameGoal', b.looking_for <> 0 and b.looking_for = ${lookingFor}::int,
    'contact',
      case when side.is_matched then 'match' when side.they_crushed_at is not null and side.i_crushed_at is null then 'crush' end,
    'crushSent', side.i_crushed_at is not null,
    'recency', ${recency},
    'countedWeek', b.counted_week,
    'cosine', ${at ? cosine(at) : sql`null`},
    'card', ${card}
  )`;

/** In the order of the given members. */
export async function findListed(db: Db, search: Search, ids: readonly string[]): Promise<readonly ListedMember[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ listed: ListedMember }>`
    select ${listedJson(search, sql`listed.position`, cardJsonSql(db, sql`b.member_id`))} as listed
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as listed (id, position)
    join search_index b on b.member_id = listed.id
    ${joinSideSql(search.viewerId, sql`b.member_id`)}
    where ${eligibleByPair(search, "side")}
    order by listed.position`.execute(db);
  return rows.map(({ listed }) => listed);
}

/** A page of a result. */
export interface ResultPage {
  readonly resultId: string;
  /** The members of the page who are still eligible. */
  readonly shown: readonly ListedWithoutCard[];
  /** The length of the result. */
  readonly total: number;
  /** It was not used for a while and expires soon. */
  readonly isIdle: boolean;
}

/**
 * The next `count` positions of a result. One statement, because a round trip takes longer than reading the cards.
 * @param resultId "recent" for a full result of the same search from the last minute
 * @param hasCards whether the cards are read, which takes longer than all else
 * @returns undefined if there is none, or once it is deleted
 */
export async function findResultPage(
  db: Db,
  search: Search,
  { resultId, offset, count, hasCards }: Cursor & { count: number; hasCards: boolean },
): Promise<ResultPage | undefined> {
  const which =
    resultId === "recent"
      ? sql`query_hash = ${hashSearch(search)} and octet_length(member_ids) = ${sql.lit(RANKED_MAX * ID_BYTES)}
          and created_at > now() - make_interval(secs => ${FRESH_SECONDS})`
      : sql`id = ${resultId}`;
  const { viewerId } = search;
  const bytes = sql.lit(ID_BYTES);
  const card = hasCards ? cardJsonSql(db, sql`b.member_id`) : sql<null>`null`;
  const { rows } = await sql<{ id: string; shown: ListedWithoutCard[]; total: number; is_idle: boolean }>`
    select result.id, octet_length(result.member_ids) / ${bytes} as total,
      result.used_at < now() - make_interval(mins => ${IDLE_MINUTES}) as is_idle, page.shown
    from (
      select * from search_results
      where viewer_id = ${viewerId} and ${which} and used_at > now() - make_interval(mins => ${KEPT_MINUTES})
      order by created_at desc limit 1) as result,
    lateral (
      select coalesce(json_agg(${listedJson(search, sql`listed.position + ${offset}::int`, card)}
        order by listed.position), '[]') as shown
      from substring(result.member_ids from ${ID_BYTES * offset + 1}::int for ${ID_BYTES * count}::int) as ids,
        -- An array, because PostgreSQL expects few items in it, and looks each one up.
        unnest(array(
          select encode(substring(ids from ${bytes} * nth - ${bytes} + 1 for ${bytes}), 'hex')::uuid
          from generate_series(1, octet_length(ids) / ${bytes}) as nth)) with ordinality as listed (id, position)
      join search_index b on b.member_id = listed.id
      ${joinSideSql(search.viewerId, sql`b.member_id`)}
      where ${eligibleByPair(search, "side")}) as page`.execute(db);
  const [row] = rows;
  return row && { resultId: row.id, shown: row.shown, total: row.total, isIdle: row.is_idle };
}
