import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import {
  confirmEmail,
  confirmLink,
  createCompleteMember,
  createConfirmedMember,
  createMemberWith,
  newEmail,
} from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const { leave, wallet } = deletedMemberFixtures(app);
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const balance = async (me: Parameters<typeof wallet>[0]) => (await wallet(me)).balance;

describe("the welcome credits", () => {
  test("stay if the address is confirmed for the first time, however often", async () => {
    const me = await createConfirmedMember(app);
    expect(await balance(me)).toBe(5);
    await confirmEmail(app, me);
    expect(await balance(me)).toBe(5);
  });

  test("are withdrawn at confirmation if the mailbox had them within a year, with a history entry", async () => {
    const first = await createConfirmedMember(app);
    await leave(first);
    const again = await createMemberWith(app, first.email.replace("@", "+again@"));
    // The initial balance does not reveal that there was another account.
    expect(await balance(again)).toBe(5);
    await confirmEmail(app, again);
    const { balance: now, history } = await wallet(again);
    expect(now).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -5, item: "welcome" });
    await confirmEmail(app, again);
    expect(await balance(again)).toBe(0);
  });

  test("that were spent are not withdrawn, nor are purchased credits", async () => {
    const first = await createConfirmedMember(app);
    await leave(first);
    const again = await createMemberWith(app, first.email);
    for (let i = 0; i < 3; i++)
      await app.call(sendCrush, { body: { recipientId: (await createCompleteMember(app)).id } }, again.token);
    await query(
      `insert into ledger_entries (id, wallet_id, kind, change, source)
       select gen_random_uuid(), id, 'purchased', 15, 'checkout:1' from wallets where member_id = $1`,
      again.id,
    );
    await confirmEmail(app, again);
    expect(await balance(again)).toBe(15);
  });

  test("are granted again after a year, and the address's hash is deleted", async () => {
    const first = await createConfirmedMember(app);
    await leave(first);
    await query("update welcome_claims set claimed_at = now() - interval '364 days'");
    await deleteExpired(app.ctx, "welcome_claims");
    const early = await createConfirmedMember(app, first.email);
    expect(await balance(early)).toBe(0);
    await leave(early);
    await query("update welcome_claims set claimed_at = now() - interval '366 days'");
    const late = await createConfirmedMember(app, first.email);
    expect(await balance(late)).toBe(5);
    await query("update welcome_claims set claimed_at = now() - interval '366 days'");
    await deleteExpired(app.ctx, "welcome_claims");
    expect(await query("select 1 from welcome_claims")).toEqual([]);
  });

  test("stay with one of several accounts of a mailbox confirmed concurrently", async () => {
    const email = newEmail();
    const accounts = await Promise.all(
      ["", "+a", "+b", "+c"].map((tag) => createMemberWith(app, email.replace("@", `${tag}@`))),
    );
    const links = await Promise.all(accounts.map((one) => confirmLink(app, one)));
    await Promise.all(links.map((follow) => follow()));
    expect((await Promise.all(accounts.map(balance))).toSorted()).toEqual([0, 0, 0, 5]);
  });

  test("are recorded without a member, by a keyed hash", async () => {
    const me = await createConfirmedMember(app);
    const [claim] = await query(
      "select welcome_claims::text as text from welcome_claims order by claimed_at desc limit 1",
    );
    expect(claim.text).not.toContain(me.id);
    expect(await query("select 1 from welcome_claims where hash = sha256($1::text::bytea)", me.email)).toEqual([]);
    expect(await query("select 1 from welcome_claims join identities using (hash)")).toEqual([]);
  });
});
