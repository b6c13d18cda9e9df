import { existsSync } from "node:fs";
import { join } from "node:path";
import { deleteAccount } from "#contract/account.ts";
import { sendCrush } from "#contract/crushes.ts";
import * as messages from "#contract/messages.ts";
import { addPhotos } from "#contract/profiles.ts";
import { getWallet } from "#contract/wallet.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { PASSWORD, type TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

interface Column {
  readonly table_name: string;
  readonly column_name: string;
}

/** Columns that reference a member. */
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

/** Lists all columns of the schema that reference a member, such as 'relationships.member_a_id'. */
export const listMemberColumns = async (app: TestApp): Promise<string[]> =>
  (await columns(app, REFERRING)).map(({ table_name, column_name }) => `${table_name}.${column_name}`);

/**
 * Lists the columns with references to a member, such as 'relationships.member_a_id'. Covers all tables of the schema.
 */
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

/** Finds words in the whole database. @returns matches such as 'public.profiles.bio: Hello' */
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

/** The columns that may reference a deleted member. */
export const ALLOWED_REFERENCES = [
  "disputes.member_id",
  "former_accounts.member_id",
  "identities.member_id",
  "member_devices.member_id",
  "subscriptions.member_id",
  "messages.sender_id",
  "relationships.member_b_id",
  "relationships.member_a_id",
  "payment_holds.member_id",
  "reports.reported_id",
  "reports.reporter_id",
  // What operators looked at and decided, for a year; notices for two.
  "appeals.member_id",
  "cases.member_id",
  "decisions.member_id",
  "member_notes.member_id",
  "notices.member_id",
  "restrictions.member_id",
  // What trusted contacts refused, for a year.
  "refused_contacts.member_id",
  // Retained for reports for 30 days.
  "retained_photos.member_id",
  "retained_profiles.member_id",
  "retained_texts.member_id",
  "retained_blocks.blocked_id",
  "retained_blocks.blocker_id",
  "wallets.member_id",
];

/** Actions before an account deletion, and checks after it. */
export const deletedMemberFixtures = (app: TestApp) => ({
  leave: (me: TestMember, password = PASSWORD) => app.call(deleteAccount, { body: { password } }, me.token),
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
  /** Counts rows. @param sql the table and the condition */
  count: async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await app.database.pool.query(`select count(*) from ${sql}`, values)).rows[0].count),
  /** The image keys that a query returns for a member's id. */
  keysOf: async (sql: string, id: string): Promise<string[]> =>
    (await app.database.pool.query(sql, [id])).rows.map((row: { key: string }) => row.key),
  hasFile: (key: string) => existsSync(join(app.ctx.config.dataDir, "photos", key.slice(0, 2), `${key}-full.webp`)),
  /** Columns that reference a deleted member but are not allowed to. */
  forbidden: async ({ id }: Other): Promise<string[]> => {
    const left: readonly string[] = ALLOWED_REFERENCES;
    return (await findMemberReferences(app, id)).filter((column) => !left.includes(column));
  },
});
