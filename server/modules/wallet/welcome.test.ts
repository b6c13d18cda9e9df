import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes.ts";
import { sweepWelcomeClaims } from "#server/modules/wallet/wallet.service.ts";
import { leavers } from "#server/testing/leavers.ts";
import { makeCompleteMember } from "#server/testing/members.ts";
import { confirm, confirmLink, joinConfirmed, joinWith, newEmail } from "#server/testing/returning.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const { leave, wallet } = leavers(app);
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const balance = async (me: Parameters<typeof wallet>[0]) => (await wallet(me)).balance;

describe("the free crushes", () => {
  test("stay where the address is confirmed for the first time, however often it is", async () => {
    const me = await joinConfirmed(app);
    expect(await balance(me)).toBe(5);
    await confirm(app, me);
    expect(await balance(me)).toBe(5);
  });

  test("are taken back with the confirmation where the mailbox has had them within a year, and the history says so", async () => {
    const first = await joinConfirmed(app);
    await leave(first);
    const again = await joinWith(app, first.email.replace("@", "+again@"));
    // What an account begins with tells nobody that there was another one.
    expect(await balance(again)).toBe(5);
    await confirm(app, again);
    const { balance: now, history } = await wallet(again);
    expect(now).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -5, item: "welcome" });
    await confirm(app, again);
    expect(await balance(again)).toBe(0);
  });

  test("that were sent are not asked for, nor are crushes that were bought", async () => {
    const first = await joinConfirmed(app);
    await leave(first);
    const again = await joinWith(app, first.email);
    for (let i = 0; i < 3; i++)
      await app.call(sendCrush, { body: { recipientId: (await makeCompleteMember(app)).id } }, again.token);
    await query(
      `insert into ledger_entries (id, wallet_id, kind, change, source)
       select gen_random_uuid(), id, 'purchased', 15, 'checkout:1' from wallets where member_id = $1`,
      again.id,
    );
    await confirm(app, again);
    expect(await balance(again)).toBe(15);
  });

  test("are there again after a year, and what was kept of the address is thrown away", async () => {
    const first = await joinConfirmed(app);
    await leave(first);
    await query("update welcome_claims set claimed_at = now() - interval '364 days'");
    await app.ctx.transact(sweepWelcomeClaims);
    const early = await joinConfirmed(app, first.email);
    expect(await balance(early)).toBe(0);
    await leave(early);
    await query("update welcome_claims set claimed_at = now() - interval '366 days'");
    const late = await joinConfirmed(app, first.email);
    expect(await balance(late)).toBe(5);
    await query("update welcome_claims set claimed_at = now() - interval '366 days'");
    await app.ctx.transact(sweepWelcomeClaims);
    expect(await query("select 1 from welcome_claims")).toEqual([]);
  });

  test("stay with one of several accounts of a mailbox that are confirmed at once", async () => {
    const email = newEmail();
    const accounts = await Promise.all(
      ["", "+a", "+b", "+c"].map((tag) => joinWith(app, email.replace("@", `${tag}@`))),
    );
    const links = await Promise.all(accounts.map((one) => confirmLink(app, one)));
    await Promise.all(links.map((follow) => follow()));
    expect((await Promise.all(accounts.map(balance))).toSorted()).toEqual([0, 0, 0, 5]);
  });

  test("are kept count of without a member, by a hash that nobody can guess", async () => {
    const me = await joinConfirmed(app);
    const [claim] = await query(
      "select welcome_claims::text as text from welcome_claims order by claimed_at desc limit 1",
    );
    expect(claim.text).not.toContain(me.id);
    expect(await query("select 1 from welcome_claims where hash = sha256($1::text::bytea)", me.email)).toEqual([]);
    expect(await query("select 1 from welcome_claims join identities using (hash)")).toEqual([]);
  });
});
