import { existsSync } from "node:fs";
import { join } from "node:path";
import { deleteAccount } from "#contract/account.ts";
import { sendCrush } from "#contract/crushes.ts";
import * as messages from "#contract/messages.ts";
import { addPhotos } from "#contract/profiles.ts";
import { getWallet } from "#contract/wallet.ts";
import { findMemberReferences } from "#server/testing/find-personal-data.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { PASSWORD, type TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

type Other = Pick<TestMember, "id">;

/** The columns that may still refer to a deleted member. */
export const ALLOWED_REFERENCES = [
  "disputes.member_id",
  "former_accounts.member_id",
  "identities.member_id",
  "ledger_entries.other_id",
  "subscriptions.member_id",
  "messages.sender_id",
  "relationships.member_b_id",
  "relationships.member_a_id",
  "payment_holds.member_id",
  "reports.reported_id",
  "reports.reporter_id",
  // Where only a report reads it, for 30 days.
  "retained_photos.member_id",
  "retained_profiles.member_id",
  "retained_blocks.blocked_id",
  "retained_blocks.blocker_id",
  "wallets.member_id",
];

/** What members do before one of them goes, and what there is to see of it after. */
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
  /** How many rows there are of a table, with what follows its name. */
  count: async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await app.database.pool.query(`select count(*) from ${sql}`, values)).rows[0].count),
  /** The pictures' keys that a query finds by a member's id. */
  keysOf: async (sql: string, id: string): Promise<string[]> =>
    (await app.database.pool.query(sql, [id])).rows.map((row: { key: string }) => row.key),
  hasFile: (key: string) => existsSync(join(app.ctx.config.dataDir, "photos", key.slice(0, 2), `${key}-full.webp`)),
  /** Tables in which rows name somebody where none may, once they have gone. */
  forbidden: async ({ id }: Other): Promise<string[]> => {
    const left: readonly string[] = ALLOWED_REFERENCES;
    return (await findMemberReferences(app, id)).filter((column) => !left.includes(column));
  },
});
