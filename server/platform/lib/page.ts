import { type RawBuilder, sql } from "kysely";

/**
 * A page of a list that was read with one row more than the page holds, which shows whether another page follows.
 * @returns `nextCursor` null on the last page
 */
export function cutPage<Row>(found: readonly Row[], limit: number, cursorOf: (row: Row) => string) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last && found.length > limit ? cursorOf(last) : null };
}

/** A row's place in a list that is ordered by a time, and then by an id, the latest and highest first. */
export interface ListPosition {
  /** Microseconds since 1970, as text: a `Date` has milliseconds only. */
  readonly at: string;
  readonly id: string;
}

export const writePosition = ({ at, id }: ListPosition): string => `${at}.${id}`;

/** @param cursor of `positionCursor` */
export function readPosition(cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined;
  const [at = "", id = ""] = cursor.split(".");
  return { at, id };
}

/** SQL: a LIMIT that a prepared statement is planned with, unlike a parameter. @param limit null for none */
export const limitSql = (limit: number | null): RawBuilder<unknown> =>
  limit === null ? sql`` : sql`limit ${sql.lit(limit)}`;

/** SQL expression: a time as the microseconds of a `ListPosition`. */
export const microsecondsSql = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint::text`;

/** SQL expression: the time of a `ListPosition`. */
export const timeSql = ({ at }: ListPosition) => sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`;

/**
 * SQL condition: a row comes after a position in the order `time desc, id desc`. Compared as a whole, so that an index
 * begins there.
 */
export const isAfterSql = (
  position: ListPosition | undefined,
  time: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => (position ? sql`(${time}, ${id}) < (${timeSql(position)}, ${position.id}::uuid)` : sql`true`);

/** SQL condition: a row is not before a position, by a time that is never later than the one that orders the list. */
export const isNotBeforeSql = (position: ListPosition | undefined, time: RawBuilder<unknown>): RawBuilder<boolean> =>
  position ? sql`${time} <= ${timeSql(position)}` : sql`true`;

/** Rows that a filter without an index looks at for one page. A page that ends there may have found less, or nothing. */
export const LOOKED_AT_MAX = 1_000;

export interface LookedRow {
  readonly id: string;
  /** False for the last row that was looked at. */
  readonly isFound: boolean;
}

export interface Looked<Row> {
  readonly rows: Row[];
  /** See `cutPage`. Also where looking has stopped. */
  readonly nextCursor: string | null;
}

interface LookedAt {
  /** A FROM clause with the order, which an index serves. */
  readonly candidates: RawBuilder<unknown>;
  /** With a primary key `id`. */
  readonly table: string;
  /** Conditions without an index. */
  readonly others: readonly RawBuilder<unknown>[];
  /** Of the page. */
  readonly limit: number;
}

/**
 * SQL: a WITH clause whose `page` has one row more than a page holds, in any order. If some conditions have no index, it
 * looks at `LOOKED_AT_MAX` candidates at most, so that a filter that fits nothing does not read all of them. For
 * `cutLooked`.
 */
export const lookedAtSql = ({ candidates, table, others, limit }: LookedAt): RawBuilder<unknown> =>
  others.length === 0
    ? sql`with page as materialized (
        select id, true as "isFound" from ${candidates} limit ${sql.lit(limit + 1)})`
    : sql`with looked as materialized (
        select ${sql.ref(`${table}.id`)}, row_number() over () as nth, ${sql.join([...others], sql` and `)} as is_found
        from (select * from ${candidates} limit ${sql.lit(LOOKED_AT_MAX)}) as ${sql.ref(table)}
      ), page as materialized (
        (select id, true as "isFound" from looked where is_found order by nth limit ${sql.lit(limit + 1)})
        union all
        (select id, false from looked where nth = ${sql.lit(LOOKED_AT_MAX)})
      )`;

/** @param found with the rows of `lookedAtSql`, in their order */
export function cutLooked<Row extends LookedRow>(found: readonly Row[], limit: number): Looked<Row> {
  const last = found.find(({ isFound }) => !isFound);
  const { rows, nextCursor } = cutPage(
    found.filter(({ isFound }) => isFound),
    limit,
    ({ id }) => id,
  );
  return { rows, nextCursor: nextCursor ?? last?.id ?? null };
}
