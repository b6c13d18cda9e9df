import { existsSync } from "node:fs";
import { join } from "node:path";
import { getWallet } from "#contract/billing/wallet.ts";
import * as messages from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { ALL_TABLES } from "#server/domains/member-data/export/all-member-data.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { PASSWORD, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import type { TestApp } from "#server/testing/test-app.ts";

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}

const REFERRING = `
  select conrelid::regclass::text as table_name, attname as column_name
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
  where contype = 'f' and confrelid = 'members'::regclass and conparentid = 0
  order by 1, 2`;

/** Columns that may contain text, including those of queued jobs. */
const TEXTS = `
  select format('%I.%I', table_schema, table_name) as table_name, column_name
  from information_schema.columns
  where table_schema in ('public', 'jobs') and data_type in ('text', 'jsonb', 'ARRAY', 'character varying')
  order by 1, 2`;

const columns = async (app: TestApp, sql: string): Promise<Column[]> => (await app.database.pool.query(sql)).rows;

export const listMemberColumns = async (app: TestApp): Promise<string[]> =>
  (await columns(app, REFERRING)).map(({ table_name, column_name }) => `${table_name}.${column_name}`);

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

/** @returns matches such as 'public.profiles.bio: Hello' */
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

type Other = Pick<TestMember, "id">;

/** By the declaration of its table. */
export const mayOutliveAccount = (column: string): boolean =>
  // Ledger entries stay without the other member.
  "kept" in (ALL_TABLES[column.split(".")[0] ?? ""] ?? {}) && column !== "ledger_entries.other_id";

export const deletedMemberFixtures = (app: TestApp) => ({
  /** Deletes the account, and erases what a job erases. */
  async leave(me: TestMember, password = PASSWORD) {
    const answer = await app.call(deleteAccount, { body: { password } }, me.token);
    if (answer.status === 200) await runJob(app.ctx, "erase-account", { memberId: me.id });
    return answer;
  },
  crush: (me: TestMember, { id }: Other) => app.call(sendCrush, { body: { recipientId: id } }, me.token),
  write: (me: TestMember, { id }: Other, content: string) =>
    app.call(messages.sendMessage, { body: { receiverId: id, content } }, me.token),
  picture: async (me: TestMember, { id }: Other) =>
    app.call(messages.sendAttachment, { form: imageForm(await makeJpeg(60, 50), id) }, me.token),
  photo: async (me: TestMember) => app.call(addPhotos, { form: photoForm(await makeJpeg(80, 100)) }, me.token),
  thread: (me: TestMember, { id }: Other, query = {}) =>
    app.call(messages.getMessages, { params: { userId: id }, query }, me.token),
  conversations: async (me: TestMember) => (await app.call(messages.getConversations, {}, me.token)).body.conversations,
  wallet: async (me: TestMember) => (await app.call(getWallet, {}, me.token)).body,
  /** @param sql the table and the condition */
  count: async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await app.database.pool.query(`select count(*) from ${sql}`, values)).rows[0].count),
  keysOf: async (sql: string, id: string): Promise<string[]> =>
    (await app.database.pool.query(sql, [id])).rows.map((row: { key: string }) => row.key),
  hasFile: (key: string) => existsSync(join(app.ctx.config.dataDir, "photos", key.slice(0, 2), `${key}-full.webp`)),
  forbidden: async ({ id }: Other): Promise<string[]> =>
    (await findMemberReferences(app, id)).filter((column) => !mayOutliveAccount(column)),
});
