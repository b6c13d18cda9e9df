import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";

type Privilege = "select" | "insert" | "update" | "delete" | `${"insert" | "update"} ${string}`;

const ALL_ROWS: readonly Privilege[] = ["select", "insert", "update", "delete"];

/** Tables on which the app's role may not read and write all rows. A new append-only table must be added here. */
const RESTRICTED: Readonly<Record<string, readonly Privilege[]>> = {
  "public.ledger_entries": ["select", "insert"],
  "public.audit_log": ["select", "insert"],
  "public.status_events": ["select", "insert", "delete"],
  // Events are deleted with their case only, by its foreign key. Triggers keep cases and decisions for eleven months.
  "public.case_events": ["select", "insert"],
  // Decisions stay as they were. A row lock requires the right to update one column.
  "public.decisions": ["select", "insert", "update stated_at", "update undone_at", "update undone_by", "delete"],
  "public.decision_acts": ["select", "insert"],
  // Events are deleted after 90 days. A repetition within 10 minutes increases the count of the first event.
  "public.security_events": ["select", "insert", "update count", "update last_occurred_at", "delete"],
  // A trigger of the ledger updates the balance. A row lock requires the right to update one column.
  "public.wallets": ["select", "insert id", "insert member_id", "update id"],
  "public.relationship_sides": ["select"],
  "public.received_crushes": ["select"],
  // Read to check whether the schema is up to date.
  "public.kysely_migration": ["select"],
  "public.kysely_migration_lock": [],
  // pg-boss runs the statements in this table as the owner.
  "jobs.bam": ["select"],
};

const SCHEMAS = ["public", "jobs"];

/** Sorted. */
export const privilegesOn = (schema: string, table: string): readonly Privilege[] =>
  [...(RESTRICTED[`${schema}.${table}`] ?? ALL_ROWS)].sort();

interface Granted {
  readonly schema: string;
  readonly name: string;
  /** Quoted for SQL. */
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

function toSql(privilege: Privilege): string {
  const [verb, column] = privilege.split(" ");
  return column ? `${verb} (${column})` : privilege;
}

/**
 * Grants the app's role the privileges it needs and revokes all others, table by table. Changes nothing if they are
 * correct.
 * @param owner a connection of the tables' owner
 * @param role the app's role, which differs from the owner
 */
export async function grantPrivileges(owner: pg.ClientBase, role: string): Promise<void> {
  const { rows: names } = await owner.query<{ name: string }>("select quote_ident($1) as name", [role]);
  const grantee = names[0]?.name ?? "";
  await owner.query("begin");
  try {
    await owner.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.grants]);
    for (const schema of SCHEMAS) {
      const { rows } = await owner.query("select has_schema_privilege($1, $2, 'usage') as has", [role, schema]);
      if (!rows[0]?.has) await owner.query(`grant usage on schema ${schema} to ${grantee}`);
    }
    const { rows } = await owner.query<Granted>(GRANTED, [grantee, SCHEMAS]);
    for (const { schema, name, quoted, privileges } of rows) {
      const wanted = privilegesOn(schema, name);
      if (wanted.join() === privileges.join()) continue;
      await owner.query(`revoke all on ${quoted} from ${grantee}`);
      if (wanted.length > 0) await owner.query(`grant ${wanted.map(toSql).join(", ")} on ${quoted} to ${grantee}`);
    }
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Privileges of a role beyond the needs of the app. */
export interface ExcessPrivileges {
  /** The role is a superuser, or may run programs or access files on the database server. */
  readonly isUnlimited: boolean;
  /** The role may change entries of the ledger or of the audit log. */
  readonly mayRewrite: boolean;
}

export async function findExcessPrivileges(pool: pg.Pool): Promise<ExcessPrivileges> {
  const { rows } = await pool.query<ExcessPrivileges>(`
    select
      exists (select from pg_roles as r where (rolsuper or rolcreaterole or rolreplication or rolbypassrls)
        and pg_has_role(current_user, r.oid, 'member'))
        or exists (select from unnest(array['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files']) as r
          where pg_has_role(current_user, r, 'member')) as "isUnlimited",
      exists (select from pg_class where oid in ('ledger_entries'::regclass, 'audit_log'::regclass)
        and (pg_has_role(current_user, relowner, 'member')
          or has_table_privilege(current_user, oid, 'update, delete, truncate, trigger'))) as "mayRewrite"`);
  const [excess] = rows;
  if (!excess) throw new Error("the query for privileges returned no row");
  return excess;
}
