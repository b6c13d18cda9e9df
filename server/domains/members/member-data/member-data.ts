import { type RawBuilder, sql } from "kysely";
import type { Context } from "#server/context.ts";
import type { ArchiveFile } from "#server/domains/members/member-data/archive.ts";
import type { EndedRelationships } from "#server/domains/members/relationships/relationships.service.ts";
import { type Db, type Tx, transactLong } from "#server/platform/db/client.ts";

type Sql = RawBuilder<unknown>;

/**
 * What a deletion does before it is answered, in this order: all by which others see the member, and by which the member
 * acts. It touches a few rows, however much the member has. Steps of one phase do not depend on each other. The member is
 * locked before the first.
 */
export const CLOSE_PHASES = [
  // Rows to which nothing else refers.
  "rows",
  // Retains the profile for reports, and ends all else that others see.
  "profile",
  // Locks the account, and checks that the password is still the same.
  "account",
  // Reads whether the member is suspended, reported or disputed.
  "identities",
  "member",
] as const;
export type ClosePhase = (typeof CLOSE_PHASES)[number];

/**
 * What a job does afterwards for each slice of the member's relationships, in this order. They are locked before the
 * first. A step may be repeated for the same relationships.
 */
export const ERASE_PHASES = [
  // The order of locks: relationships, wallets, the rest.
  "wallets",
  // Reads the messages of dates.
  "dates",
  "messages",
  // Deletes those that have no messages left.
  "relationships",
] as const;
export type ErasePhase = (typeof ERASE_PHASES)[number];

interface Leaving {
  readonly ctx: Context;
  readonly tx: Tx;
  readonly id: string;
}

export interface Closing extends Leaving {
  /** The password's hash when it was checked; undefined if it was not. */
  readonly checked: string | undefined;
}

/** The relationships of the slice as they are afterwards. */
export interface Erasing extends Leaving, EndedRelationships {}

/** Rows that a transaction of a sweep may write. */
export const SWEPT_AT_ONCE = 1000;

/**
 * What the job does at the end, in transactions of its own, until it returns undefined. It may be repeated from the start.
 * @param after what the transaction before returned
 */
export type Sweep = (tx: Tx, id: string, after: string | undefined) => Promise<string | undefined>;

/**
 * Deleted with the account: by the columns with the member's id, when the deletion is answered or later by the job; by a
 * step; or with the rows of another table by a foreign key. Rows that grow with what a member does are deleted later, and
 * nobody sees them meanwhile.
 */
export type Erasure =
  | string
  | readonly string[]
  | { readonly later: readonly string[] }
  | { readonly phase: ClosePhase | ErasePhase | "sweep" }
  | { readonly withRowsOf: string };

export type TableData = {
  /** The columns that the download leaves out, in words, by the reason. */
  readonly withheld: Readonly<Record<string, string>>;
  /**
   * SQL condition of the hourly cleanup, or a deletion as `deleteByBatches` runs it. A condition needs an index. One on a
   * column that is often updated would cost each update more than the cleanup saves: then the table is read by pages.
   */
  readonly expires?: Sql | { readonly byPages: Sql } | ((tx: Tx, ctx: Context) => Promise<unknown>);
} & (
  | { readonly erased: Erasure }
  /** Outlives an account, for this reason. */
  | { readonly kept: string }
);

/** The paths in JSON that show a column (`table.column`): `*` is any item of a list. Any of them has the value. */
export type Shown = Readonly<Record<string, string | readonly string[]>>;

/** The same fields below a path. */
export const within = (path: string, shows: Shown): Shown =>
  Object.fromEntries(
    Object.entries(shows).map(([column, fields]) => [
      column,
      [fields].flat().map((field) => [path, field].filter((step) => step !== "").join(".")),
    ]),
  );

/** A file of the download, or the value of a key in one. */
export interface Part<Value = unknown> {
  readonly shows: Shown;
  read(ctx: Context, me: string): Promise<Value>;
}

export interface Files {
  /** By the name of the file; `*` is any name. */
  readonly showsIn: Readonly<Record<string, Shown>>;
  files(ctx: Context, me: string): AsyncIterable<ArchiveFile>;
}

/** Either the whole file or folder, or keys of an object that several domains fill. */
export type Exported = Part | Files | Readonly<Record<string, Part>>;

/** The key of the part whose own fields a file begins with. */
export const FIELDS = "";

export interface MemberData {
  readonly tables: Readonly<Record<string, TableData>>;
  /** By the file or folder in the download. */
  readonly export?: Readonly<Record<string, Exported>>;
  readonly close?: Readonly<Partial<Record<ClosePhase, (closing: Closing) => Promise<unknown>>>>;
  readonly erase?: Readonly<Partial<Record<ErasePhase, (erasing: Erasing) => Promise<unknown>>>>;
  readonly sweep?: readonly Sweep[];
  /** Runs in the hourly cleanup after single tables, in transactions of its own. */
  readonly expire?: readonly ((ctx: Context) => Promise<unknown>)[];
}

/** A column, SQL that shows some, or SQL that shows none of a member's own. */
type Field = string | { readonly of: string | readonly string[]; readonly sql: Sql } | Sql;
type Fields = Readonly<Record<string, Field>>;

const toSql = (field: Field): Sql => (typeof field === "string" ? sql.ref(field) : "of" in field ? field.sql : field);
const columnsOf = (field: Field): readonly string[] =>
  typeof field === "string" ? [field] : "of" in field ? [field.of].flat() : [];

async function select<Row>(db: Db, selected: Fields, from: Sql): Promise<Row[]> {
  const list = Object.entries(selected).map(([name, field]) => sql`${toSql(field)} as ${sql.id(name)}`);
  return (await sql<Row>`select ${sql.join(list)} from ${from}`.execute(db)).rows;
}

const shownBy = (selected: Fields, prefix: string): Shown =>
  Object.fromEntries(
    Object.entries(selected).flatMap(([name, field]) => columnsOf(field).map((column) => [column, prefix + name])),
  );

export const wordsOf = (text: string): string[] => text.trim().split(/\s+/);
const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** @param columns with their names in the file, as in `created_at:since`, where these are not the same in camel case */
export const fields = (table: string, columns: string): Record<string, string> =>
  Object.fromEntries(
    wordsOf(columns).map((word) => {
      const [column = "", name = camelCase(column)] = word.split(":");
      return [name, `${table}.${column}`];
    }),
  );

/** @param columns as for `fields` */
export const shown = (table: string, columns: string): Shown => shownBy(fields(table, columns), "");

/** @param from SQL: the rest of the query */
export const rows = <Row = unknown>(selected: Fields, from: (me: string) => Sql): Part<Row[]> => ({
  shows: shownBy(selected, "*."),
  read: ({ db }, me) => select<Row>(db, selected, from(me)),
});

/** @param columns as for `fields` @param order SQL */
export const ownRows = <Row = unknown>(table: string, columns: string, order: string): Part<Row[]> =>
  rows(fields(table, columns), (me) => sql`${sql.table(table)} where member_id = ${me} order by ${sql.raw(order)}`);

export const row = <Row = unknown>(selected: Fields, from: (me: string) => Sql): Part<Row | undefined> => ({
  shows: shownBy(selected, ""),
  read: async ({ db }, me) => (await select<Row>(db, selected, from(me)))[0],
});

/** Null without a row. */
export const value = (table: string, column: string): Part => ({
  shows: { [`${table}.${column}`]: "" },
  async read({ db }, me) {
    const [found] = await select<{ value: unknown }>(
      db,
      { value: column },
      sql`${sql.table(table)} where member_id = ${me}`,
    );
    return found?.value ?? null;
  },
});

export async function deleteWhere(tx: Tx, table: string, condition: Sql): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx);
}

/**
 * Deletes at most `SWEPT_AT_ONCE` of the rows: a statement that deletes millions would hold its locks for minutes.
 * @returns how many
 */
export async function deleteSomeWhere(tx: Tx, table: string, condition: Sql): Promise<number> {
  // A row that is updated meanwhile has another ctid, and may not fulfil the condition any more.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${condition}) and ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${SWEPT_AT_ONCE}))`.execute(tx);
  return Number(numAffectedRows);
}

/** Transactions per table and run. What is left goes with the next run. */
const BATCHES_MAX = 200;

/**
 * In transactions of a bounded size.
 * @param deleteSome returns how many rows it has deleted; it runs again as long as there are `SWEPT_AT_ONCE`
 */
export async function deleteByBatches(ctx: Context, deleteSome: (tx: Tx) => Promise<unknown>): Promise<void> {
  let deleted: unknown = SWEPT_AT_ONCE;
  for (let nth = 0; nth < BATCHES_MAX && deleted === SWEPT_AT_ONCE; nth++)
    deleted = await transactLong(ctx, deleteSome);
}

/** Pages of 8 kB that a transaction looks at. */
const PAGES_AT_ONCE = 2000;

/** Deletes rows that no index finds: reads the whole table, a part in each transaction. */
export async function deleteByPages(ctx: Context, table: string, condition: Sql): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`.execute(ctx.db);
  const pages = rows[0]?.pages ?? 0;
  for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
    const [from, to] = [`(${first},0)`, `(${first + PAGES_AT_ONCE},0)`];
    await ctx.transact((tx) =>
      deleteWhere(tx, table, sql`${condition} and ctid >= ${from}::tid and ctid < ${to}::tid`),
    );
  }
}

export async function eraseRows(tx: Tx, id: string, tables: MemberData["tables"]): Promise<void> {
  for (const [table, data] of Object.entries(tables)) {
    if (!("erased" in data) || (typeof data.erased === "object" && !Array.isArray(data.erased))) continue;
    const isTheirs = [data.erased].flat().map((column) => sql`${sql.ref(column)} = ${id}`);
    await deleteWhere(tx, table, sql.join(isTheirs, sql` or `));
  }
}

/** A sweep for each column by which rows of the tables are erased later. */
export const sweepsOf = (tables: MemberData["tables"]): Sweep[] =>
  Object.entries(tables).flatMap(([table, data]) =>
    "erased" in data && typeof data.erased === "object" && "later" in data.erased
      ? data.erased.later.map(
          (column): Sweep =>
            async (tx, id) => {
              const isTheirs = sql`${sql.ref(column)} = ${id}`;
              // Fewer than it may delete are no sign of the end: rows that are written meanwhile are left out.
              return (await deleteSomeWhere(tx, table, isTheirs)) === 0 ? undefined : "more";
            },
        )
      : [],
  );

/** Reads a long list by pages. @param read a page, after the last row of the one before */
export async function* readPages<Row>(read: (last?: Row) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let page = await read(); page.length > 0; page = await read(page.at(-1))) yield* page;
}

export const ID = "an internal id";
export const SECRET = "a secret, or derived from one";
export const NORMALIZED = "another exported value, normalized for comparison";
export const ORDER = "orders concurrent changes";
export const DERIVED = "derived from exported values, for speed";
export const IMAGE_METADATA = "describes an image that is exported itself";
export const NOT_PERSONAL = "about no member";
export const BY_ADDRESS = "belongs to an address, with or without an account; each email has an unsubscribe link";
export const OPERATORS = "the operator's own record, by ids";
export const DEDUPLICATION = "prevents duplicate notifications";
export const DELETED = "only deleted members have it, and they cannot log in";
export const LIMIT = "counts towards a limit, and expires within a day";
export const INHERITED_BLOCK = "would reveal that two accounts belong to one person";
export const THEIRS = "about other members, or written by them";
/** The reason to keep operators' records beyond an account. */
export const FOR_OPERATORS = "what operators looked at and decided, for a year";
