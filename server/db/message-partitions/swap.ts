import {
  COPY,
  findReferences,
  REPLACED_SCHEMA,
  type Reference,
  type RunSql,
} from "#server/db/message-partitions/definition.ts";

/**
 * Statements that let the partitioned table take the place of `public.messages`. Statements of the app that wait for the
 * lock meanwhile find the new table. Foreign keys are checked for new rows at once, see `validateReferences`.
 */
const swapSql = (references: readonly Reference[]): string =>
  [
    `create schema ${REPLACED_SCHEMA}`,
    ...references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    `alter table public.messages set schema ${REPLACED_SCHEMA}`,
    `alter table ${COPY} set schema public`,
    ...references.map(
      ({ table, name, column, onDelete }) => `alter table ${table} add constraint ${name}
        foreign key (${column}, relationship_id) references public.messages (id, relationship_id)
        on delete ${onDelete} not valid`,
    ),
    // The app's role needs no privilege on partitions.
    `do $$ declare granted record; begin
      for granted in
        select grantee::regrole::text as role, string_agg(privilege_type, ', ') as privileges
        from pg_class, aclexplode(relacl)
        where oid = '${REPLACED_SCHEMA}.messages'::regclass and grantee <> relowner and grantee <> 0 group by grantee
      loop execute format('grant %s on public.messages to %s', granted.privileges, granted.role); end loop;
    end $$`,
  ].join(";\n");

/**
 * Locks `messages` and the tables that refer to it. Statements on them queue up behind a lock that waits: the busiest table
 * comes last.
 */
export async function lockMessages(run: RunSql): Promise<void> {
  const tables = new Set((await findReferences(run)).map(({ table }) => table));
  for (const table of [...tables, "public.messages"]) await run(`lock table ${table} in access exclusive mode`);
}

/** Needs the lock of `lockMessages`. */
export async function swapTables(run: RunSql): Promise<void> {
  await run(swapSql(await findReferences(run)));
}

/** Checks the rows that were there when foreign keys were replaced. Blocks nobody. */
export async function validateReferences(run: RunSql): Promise<void> {
  const unchecked = await run<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where confrelid = 'public.messages'::regclass and contype = 'f' and conparentid = 0 and not convalidated`);
  for (const { table, name } of unchecked) await run(`alter table ${table} validate constraint ${name}`);
}

/** Rows that were written by a version without the column `relationship_id`. */
const UNFILLED = [
  ["retained_messages", "message_id"],
  ["date_shares", "id"],
] as const;
const ROWS_AT_ONCE = 5_000;

/** Completes the references of rows that earlier versions wrote, some thousand in each transaction. */
export async function fillReferences(run: RunSql): Promise<void> {
  for (const [table, key] of UNFILLED) {
    const fill = `
      with unfilled as (
        select ${table}.${key}, messages.relationship_id from ${table} join messages on messages.id = message_id
        where ${table}.relationship_id is null limit ${ROWS_AT_ONCE} for update of ${table} skip locked
      )
      update ${table} set relationship_id = unfilled.relationship_id from unfilled
      where ${table}.${key} = unfilled.${key} returning 1`;
    while ((await run(fill)).length === ROWS_AT_ONCE);
  }
}
