import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copy from "pg-copy-streams";
import { type Checksum, createChecksum, discard } from "#server/platform/db/backup-format.ts";
import { KEEP_ALIVE } from "#server/platform/db/client.ts";
import { IMAGE_KEY_COLUMNS } from "#server/platform/db/image-keys.ts";

/** Sessions and links are left out, so that a restore does not reactivate revoked ones, and derived data. */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  "connections",
  "processes",
  "email_tokens",
  "search_index_changes",
  "search_results",
  "data_copies",
  "data_exports",
  "email_changes",
  "export_links",
  "notice_addresses",
  "presence",
  "push_subscriptions",
  "sessions",
  "staff_addresses",
  "staff_alerts",
  "staff_challenges",
  "staff_invitations",
  "staff_looks",
  "staff_passkeys",
  "staff_push_subscriptions",
  "staff_sessions",
  "suspended_sessions",
  "webauthn_challenges",
]);

/** Settings that make text output independent of the server's configuration. */
const TEXT_FORMAT_SETTINGS =
  "set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'";

/**
 * Opens a connection for COPY. The caller closes it. Aborting `signal` closes it as well, and running statements fail.
 */
export async function openCopyConnection(connection: pg.ClientConfig, signal?: AbortSignal): Promise<pg.Client> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...connection, ...KEEP_ALIVE });
  client.on("error", () => undefined);
  await client.connect();
  const close = () => void client.end().catch(() => undefined);
  signal?.addEventListener("abort", close, { once: true });
  client.once("end", () => signal?.removeEventListener("abort", close));
  await client.query(TEXT_FORMAT_SETTINGS);
  return client;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns by which the rows are sorted: the primary key, or all columns if there is none. */
  readonly order: readonly string[];
  readonly refersTo: readonly string[];
}

/** Lists all tables that migrations created, without the migrator's own. */
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
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely\\_%'
    order by c.relname`);
  return rows;
}

/** Sorts tables so that each one follows the tables it references. @throws Error for a cycle */
export function sortByReferences(tables: readonly Table[]): Table[] {
  const sorted: Table[] = [];
  for (let remaining = [...tables]; remaining.length > 0; ) {
    const names = new Set(remaining.map(({ name }) => name));
    const unblocked = remaining.filter(({ refersTo }) => !refersTo.some((other) => names.has(other)));
    if (unblocked.length === 0) throw new Error(`Tables reference each other: ${[...names].join(", ")}`);
    sorted.push(...unblocked);
    remaining = remaining.filter((table) => !unblocked.includes(table));
  }
  return sorted;
}

const quoteColumns = (columns: readonly string[]): string =>
  columns.map((name) => pg.escapeIdentifier(name)).join(", ");

/** Reads the rows of a table with COPY, sorted by primary key. */
export function copyOut(client: pg.Client, { name, columns, order }: Table): Readable {
  const query = `select ${quoteColumns(columns)} from ${pg.escapeIdentifier(name)} order by ${order.join(", ")}`;
  return client.query(copy.to(`copy (${query}) to stdout`));
}

export async function checksumTable(client: pg.Client, table: Table): Promise<Checksum> {
  const { through, result } = createChecksum();
  await pipeline(copyOut(client, table), through, discard());
  return result();
}

export const copyIn = (client: pg.Client, name: string, columns: readonly string[]): Writable =>
  client.query(copy.from(`copy ${pg.escapeIdentifier(name)} (${quoteColumns(columns)}) from stdin`));

export async function findMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"');
  return rows.map(({ name }) => name);
}

export async function findImageKeys(client: pg.Client): Promise<string[]> {
  const queries = IMAGE_KEY_COLUMNS.map(
    ([table, column]) => `select ${column} as key from ${table} where ${column} is not null`,
  );
  const { rows } = await client.query<{ key: string }>(`${queries.join(" union ")} order by key`);
  return rows.map(({ key }) => key);
}
