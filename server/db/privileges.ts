import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/db/advisory-locks.ts";

/** A privilege of the app's role on a table, followed by the column if it is limited to one. */
type Privilege = "select" | "insert" | "update" | "delete" | `${"insert" | "update"} ${string}`;

const ROWS: readonly Privilege[] = ["select", "insert", "update", "delete"];

/**
 * The tables on which the app's role has fewer privileges than reading and writing rows. Decided only here: a new
 * append-only table needs a line.
 */
const LESS: Readonly<Record<string, readonly Privilege[]>> = {
  "public.ledger_entries": ["select", "insert"],
  "public.audit_log": ["select", "insert"],
  // Deleted 90 days after the event. A repeat within 10 minutes counts in its row.
  "public.security_events": ["select", "insert", "update count", "update last_occurred_at", "delete"],
  // A balance starts empty and is moved by the ledger's trigger. A row lock needs the right to update one column.
  "public.wallets": ["select", "insert id", "insert member_id", "update id"],
  "public.relationship_sides": ["select"],
  // How far the schema is.
  "public.kysely_migration": ["select"],
  "public.kysely_migration_lock": [],
  // pg-boss runs the statements in it as the owner.
  "jobs.bam": ["select"],
};

const SCHEMAS = ["public", "jobs"];

/** The privileges of the app's role on a table, sorted. */
export const privilegesOn = (schema: string, table: string): readonly Privilege[] =>
  [...(LESS[`${schema}.${table}`] ?? ROWS)].sort();

interface Granted {
  readonly schema: string;
  readonly name: string;
  /** Quoted, for SQL. */
  readonly quoted: string;
  readonly privileges: readonly string[];
}

const GRANTED = `
  select nspname as schema, relname as name, c.oid::regclass::text as quoted,
    array(
      select lower(privilege_type) from aclexplode(relacl) where grantee = $1::regrole
      union all
      select lower(privilege_type) || ' ' || attname from pg_attribute, aclexplode(attacl)
      where attrelid = c.oid and grantee = $1::regrole
      order by 1
    ) as privileges
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = any($2) and relkind in ('r', 'p', 'v')
  order by 1, 2`;

/** The grant of one privilege, as SQL names it: a column's name in parentheses. */
function inSql(privilege: Privilege): string {
  const [verb, column] = privilege.split(" ");
  return column ? `${verb} (${column})` : privilege;
}

/**
 * Grants the app's role the privileges it needs, and revokes others, table by table. Changes nothing if they are
 * correct.
 * @param owner a connection of the tables' owner
 * @param role the app's role, which differs from the owner
 */
export async function grantPrivileges(owner: pg.ClientBase, role: string): Promise<void> {
  const { rows: names } = await owner.query<{ name: string }>("select quote_ident($1) as name", [role]);
  const to = names[0]?.name ?? "";
  await owner.query("begin");
  try {
    await owner.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.grants]);
    for (const schema of SCHEMAS) {
      const { rows } = await owner.query("select has_schema_privilege($1, $2, 'usage') as has", [role, schema]);
      if (!rows[0]?.has) await owner.query(`grant usage on schema ${schema} to ${to}`);
    }
    const { rows } = await owner.query<Granted>(GRANTED, [to, SCHEMAS]);
    for (const { schema, name, quoted, privileges } of rows) {
      const wanted = privilegesOn(schema, name);
      if (wanted.join() === privileges.join()) continue;
      await owner.query(`revoke all on ${quoted} from ${to}`);
      if (wanted.length > 0) await owner.query(`grant ${wanted.map(inSql).join(", ")} on ${quoted} to ${to}`);
    }
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Privileges of a role beyond the needs of the app. */
export interface Reach {
  /** Unlimited: a superuser, or may run programs or access files on the database server. */
  readonly isUnlimited: boolean;
  /** It may change entries of the ledger or of the audit log. */
  readonly mayRewrite: boolean;
}

/** Finds the privileges of a connection's role. The schema must exist. */
export async function findReach(pool: pg.Pool): Promise<Reach> {
  const { rows } = await pool.query<Reach>(`
    select
      exists (select from pg_roles as r where (rolsuper or rolcreaterole or rolreplication or rolbypassrls)
        and pg_has_role(current_user, r.oid, 'member'))
        or exists (select from unnest(array['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files']) as r
          where pg_has_role(current_user, r, 'member')) as "isUnlimited",
      exists (select from pg_class where oid in ('ledger_entries'::regclass, 'audit_log'::regclass)
        and (pg_has_role(current_user, relowner, 'member')
          or has_table_privilege(current_user, oid, 'update, delete, truncate, trigger'))) as "mayRewrite"`);
  const [reach] = rows;
  if (!reach) throw new Error("the database did not answer");
  return reach;
}
