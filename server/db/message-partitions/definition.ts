/**
 * How `messages` is partitioned: by hash of the relationship, so that what a conversation needs is in one partition, and
 * each partition is vacuumed and indexed alone. All is derived from the table as it is, so that later migrations may add
 * columns and indexes to it in either shape. See docs/decisions/079-partition-messages-by-relationship.md.
 */

/** Runs SQL as the owner of the tables. @returns the rows of the last statement */
export type RunSql = <Row = unknown>(statement: string) => Promise<Row[]>;

export const PARTITIONS = 32;
/** The schema of the partitions, and of the new table until it takes the place of `public.messages`. */
export const SCHEMA = "message_partitions";
/** The schema of the table that was replaced, until it is dropped. */
export const REPLACED_SCHEMA = "messages_before_partitions";
export const COPY = `${SCHEMA}.messages`;

const NUMBERS = Array.from({ length: PARTITIONS }, (_, i) => String(i).padStart(2, "0"));
export const PARTITION_NAMES: readonly string[] = NUMBERS.map((number) => `messages_${number}`);

/** Which of the steps of a conversion are done. */
export interface Shape {
  readonly isPartitioned: boolean;
  /** Rows are being copied, or the old table is still there. */
  readonly isConverting: boolean;
}

export async function readShape(run: RunSql): Promise<Shape> {
  const [shape] = await run<Shape>(`
    select relkind = 'p' as "isPartitioned",
      to_regclass('${SCHEMA}.progress') is not null or to_regnamespace('${REPLACED_SCHEMA}') is not null as "isConverting"
    from pg_class where oid = 'public.messages'::regclass`);
  if (!shape) throw new Error("there is no table of messages");
  return shape;
}

/** The columns of `messages`, quoted, in their order. */
export async function findColumns(run: RunSql): Promise<string[]> {
  const rows = await run<{ name: string }>(`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = 'public.messages'::regclass and attnum > 0 and not attisdropped order by attnum`);
  return rows.map(({ name }) => name);
}

/** Whether both tables have the same columns and checks, as long as no migration has changed one of them. */
export async function isCopyUpToDate(run: RunSql): Promise<boolean> {
  const definitionOf = (table: string) => `(
    select string_agg(format('%I %s %s %s', attname, atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid)), ', ' order by attnum)
      || coalesce((select string_agg(pg_get_constraintdef(oid), ', ' order by conname) from pg_constraint
        where conrelid = '${table}'::regclass and contype = 'c'), '')
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped)`;
  const [row] = await run<{ same: boolean }>(
    `select ${definitionOf("public.messages")} = ${definitionOf(COPY)} as same`,
  );
  return row?.same === true;
}

/**
 * Statements that create the partitioned table, empty and without further indexes. Rows are found by the id first, so that
 * a backup reads all partitions in one order.
 */
export const createTablesSql = (): string =>
  [
    // It may be left over, empty, from tables that were dropped.
    `create schema if not exists ${SCHEMA}`,
    `create table ${COPY} (like public.messages including defaults including constraints including storage,
      constraint messages_pkey primary key (id, relationship_id)) partition by hash (relationship_id)`,
    ...PARTITION_NAMES.map(
      (name, remainder) => `create table ${SCHEMA}.${name} partition of ${COPY}
        for values with (modulus ${PARTITIONS}, remainder ${remainder})`,
    ),
  ].join(";\n");

export interface MessageIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** The columns or expressions, quoted. */
  readonly keys: readonly string[];
  readonly predicate: string | null;
}

/**
 * The indexes of `messages` but the primary key. Within a partition a unique one holds for its conversation only, so the
 * relationship becomes one of its columns.
 */
export async function findIndexes(run: RunSql): Promise<MessageIndex[]> {
  const indexes = await run<MessageIndex>(`
    select relname as name, indisunique as "isUnique", pg_get_expr(indpred, indrelid) as predicate,
      array(select pg_get_indexdef(indexrelid, nth, false) from generate_series(1, indnkeyatts) as nth) as keys
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'public.messages'::regclass and not indisprimary and indisvalid order by relname`);
  return indexes.map((index) => ({
    ...index,
    keys: !index.isUnique || index.keys.includes("relationship_id") ? index.keys : [...index.keys, "relationship_id"],
  }));
}

/** The name of the index of one partition. */
export const partIndexName = (index: MessageIndex, nth: number): string => `${index.name}_${NUMBERS[nth]}`;

export const createPartIndexSql = (index: MessageIndex, nth: number, concurrently: "concurrently" | ""): string =>
  `create ${index.isUnique ? "unique" : ""} index ${concurrently} ${partIndexName(index, nth)}
   on ${SCHEMA}.${PARTITION_NAMES[nth]} ${bodyOf(index)}`;

const bodyOf = ({ keys, predicate }: MessageIndex): string =>
  `(${keys.join(", ")}) ${predicate === null ? "" : `where ${predicate}`}`;

/** Statements that make the indexes of the partitions one of the table. */
export const attachIndexSql = (index: MessageIndex): string =>
  [
    `create ${index.isUnique ? "unique" : ""} index ${index.name} on only ${COPY} ${bodyOf(index)}`,
    ...NUMBERS.map(
      (_, nth) => `alter index ${SCHEMA}.${index.name} attach partition ${SCHEMA}.${partIndexName(index, nth)}`,
    ),
  ].join(";\n");

export interface ForeignKey {
  readonly name: string;
  /** As in `add constraint <name> <definition>`. */
  readonly definition: string;
  /** The table that it refers to. */
  readonly target: string;
}

/** The foreign keys of `messages`. */
export const findForeignKeys = (run: RunSql): Promise<ForeignKey[]> =>
  run<ForeignKey>(`
    select conname as name, pg_get_constraintdef(oid) as definition, confrelid::regclass::text as target
    from pg_constraint where conrelid = 'public.messages'::regclass and contype = 'f' order by conname`);

export interface Reference {
  readonly table: string;
  readonly name: string;
  readonly column: string;
  readonly onDelete: string;
}

/** Foreign keys of other tables to `messages`. Each of these tables has a `relationship_id`. */
export const findReferences = (run: RunSql): Promise<Reference[]> =>
  run<Reference>(`
    select conrelid::regclass::text as table, conname as name, attname as column,
      case confdeltype when 'c' then 'cascade' when 'n' then 'set null' else 'no action' end as "onDelete"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where confrelid = 'public.messages'::regclass and contype = 'f' and conparentid = 0 order by 1`);
