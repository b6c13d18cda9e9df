import type { TestApp } from "#server/testing/test-app.ts";

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}

/** Columns that refer to a member. */
const REFERRING = `
  select conrelid::regclass::text as table_name, attname as column_name
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where contype = 'f' and confrelid = 'members'::regclass
  order by 1, 2`;

/** Columns that may hold text, including those of queued jobs. */
const TEXTS = `
  select format('%I.%I', table_schema, table_name) as table_name, column_name
  from information_schema.columns
  where table_schema in ('public', 'jobs') and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')
  order by 1, 2`;

const columns = async (app: TestApp, sql: string): Promise<Column[]> => (await app.database.pool.query(sql)).rows;

/** All columns of the schema that refer to a member, as 'relationships.member_a_id'. */
export const listMemberColumns = async (app: TestApp): Promise<string[]> =>
  (await columns(app, REFERRING)).map(({ table_name, column_name }) => `${table_name}.${column_name}`);

/** Where rows refer to a member, as 'relationships.member_a_id'. A table that is added later is looked at, too. */
export async function findMemberReferences(app: TestApp, memberId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table_name, column_name } of await columns(app, REFERRING)) {
    const { rows } = await app.database.pool.query(`select 1 from ${table_name} where ${column_name} = $1 limit 1`, [
      memberId,
    ]);
    if (rows.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** Where any of some words stand in the whole database, as 'public.profiles.bio: Hello'. */
export async function findWords(app: TestApp, words: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table_name, column_name } of await columns(app, TEXTS)) {
    for (const word of words) {
      const { rows } = await app.database.pool.query(
        `select 1 from ${table_name} where strpos(${column_name}::text, $1) > 0 limit 1`,
        [word],
      );
      if (rows.length > 0) found.push(`${table_name}.${column_name}: ${word}`);
    }
  }
  return found;
}
