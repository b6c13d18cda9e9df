import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copy from "pg-copy-streams";
import { measure, nowhere, type Sum } from "#server/db/backup-format.ts";

/** Columns with image keys. */
export const PICTURE_COLUMNS = [
  ["photos", "key"],
  ["messages", "attachment_key"],
  ["retained_messages", "attachment_key"],
  ["retained_photos", "key"],
  ["report_images", "key"],
] as const;

/**
 * Tables whose rows are not backed up: sessions and links, so that a restore does not revive ended ones, and derived
 * data. Members log in again after a restore.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  "email_tokens",
  "search_results",
  "data_exports",
  "email_changes",
  "presence",
  "push_subscriptions",
  "sessions",
  "suspended_sessions",
]);

/** Settings for text values that do not depend on the server's configuration. */
const SAME_EVERYWHERE =
  "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'";

/** Opens a connection for `copy`. The caller closes it; `signal` closes it, too, and running statements fail. */
export async function openCopying(connection: pg.ClientConfig, signal?: AbortSignal): Promise<pg.Client> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...connection, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  const leave = () => void client.end().catch(() => undefined);
  signal?.addEventListener("abort", leave, { once: true });
  client.once("end", () => signal?.removeEventListener("abort", leave));
  await client.query(SAME_EVERYWHERE);
  return client;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that its rows are in the order of: its key, or all. */
  readonly order: readonly string[];
  /** Tables that its rows refer to. */
  readonly refersTo: readonly string[];
}

/** The tables of the migrations, without those of the migrator. */
export async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select format('%I', attname) || case when attcollation <> 0 then ' collate "C"' else '' end
        from pg_attribute left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where attrelid = c.oid and attnum > 0 and not attisdropped and (i.indkey is null or attnum = any(i.indkey))
        order by attnum) as "order",
      array(select distinct f.relname::text from pg_constraint join pg_class f on f.oid = confrelid
        where conrelid = c.oid and contype = 'f' and f.oid <> c.oid) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
    order by c.relname`);
  return rows;
}

/** Sorts tables so that each comes after those it refers to. @throws Error for a cycle */
export function inOrder(tables: readonly Table[]): Table[] {
  const done: Table[] = [];
  for (let rest = [...tables]; rest.length > 0; ) {
    const names = new Set(rest.map(({ name }) => name));
    const free = rest.filter(({ refersTo }) => !refersTo.some((other) => names.has(other)));
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...names].join(", ")}`);
    done.push(...free);
    rest = rest.filter((table) => !free.includes(table));
  }
  return done;
}

const listed = (columns: readonly string[]): string => columns.map((name) => pg.escapeIdentifier(name)).join(", ");

/** A table's rows in the order of its key, as COPY writes them. */
export function copyOut(client: pg.Client, { name, columns, order }: Table): Readable {
  const query = `select ${listed(columns)} from ${pg.escapeIdentifier(name)} order by ${order.join(", ")}`;
  return client.query(copy.to(`copy (${query}) to stdout`));
}

/** The sum of a table's rows. */
export async function sumUp(client: pg.Client, table: Table): Promise<Sum> {
  const { through, result } = measure();
  await pipeline(copyOut(client, table), through, nowhere());
  return result();
}

/** A stream that inserts rows into a table. */
export const copyIn = (client: pg.Client, name: string, columns: readonly string[]): Writable =>
  client.query(copy.from(`copy ${pg.escapeIdentifier(name)} (${listed(columns)}) from stdin`));

/** The names of the migrations that are in. */
export async function findMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"');
  return rows.map(({ name }) => name);
}

/** The keys of all images in the database. */
export async function findPictureKeys(client: pg.Client): Promise<string[]> {
  const each = PICTURE_COLUMNS.map(
    ([table, column]) => `select ${column} as key from ${table} where ${column} is not null`,
  );
  const { rows } = await client.query<{ key: string }>(`${each.join(" union ")} order by key`);
  return rows.map(({ key }) => key);
}
