import { describe, expect, test } from "vitest";
import { login } from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import * as safety from "#contract/moderation/reports.ts";
import { refundEntry } from "#server/domains/billing/wallet/adjustments.service.ts";
import { insertDailySet } from "#server/testing/daily-sets.ts";
import { deletedMemberFixtures, findWords } from "#server/testing/deleted-member-fixtures.ts";
import { createCompleteMember, createMatch, PASSWORD } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const elsewhere = testApp({}, { sharedWith: app });
const { leave, crush, write, picture, photo, wallet, count, forbidden } = deletedMemberFixtures(app);

async function holdRow(sql: string, id: string): Promise<() => Promise<void>> {
  const client = await app.database.pool.connect();
  await client.query("begin");
  await client.query(sql, [id]);
  return async () => {
    await client.query("commit");
    client.release();
  };
}

const waiting = (many: number) =>
  expect
    .poll(() => count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .toBe(many);

describe("concurrently with an account deletion", () => {
  test("a second deletion has no effect", async () => {
    const me = await createCompleteMember(app);
    const admirer = await createCompleteMember(app);
    await crush(admirer, me);
    const answers = await Promise.all([leave(me), leave(me), leave(me)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await wallet(admirer)).balance).toBe(5);
  });

  test("members of each other's daily sets lock the sets in one order", async () => {
    const farAway = { coordinates: { coordinates: [170, -44] as [number, number] } };
    const members = await Promise.all([1, 2].map(() => createCompleteMember(app, farAway)));
    for (const { id } of members) {
      const others = members.filter((other) => other.id !== id);
      await insertDailySet(
        app,
        id,
        others.map((other) => other.id),
      );
    }
    const [first = "", second] = members.map(({ id }) => id).sort();
    const letGo = await holdRow("select from daily_sets where member_id = $1 for update", first);
    const leaving = Promise.all(members.map((one) => leave(one)));
    await waiting(2);
    // Neither holds the second set while it waits for the first one.
    const free = "select from daily_sets where member_id = $1 for update skip locked";
    expect((await app.database.pool.query(free, [second])).rowCount).toBe(1);
    await letGo();
    expect((await leaving).map(({ status }) => status)).toEqual([200, 200]);
    expect(await count("daily_sets where $1 = any(member_ids || member_id)", first)).toBe(0);
  });

  test("any other action commits first and is deleted, or is rejected", async () => {
    for (let round = 0; round < 6; round++) {
      const [me, other] = await createMatch(app);
      const [admirer, target, enemy] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
      if (!admirer || !target || !enemy) throw new Error("nobody is there");
      const there = { ...app, call: round % 2 === 0 ? app.call : elsewhere.call };
      const others = () => [
        crush(admirer, me),
        crush(me, target),
        write(me, other, "Mine"),
        write(other, me, "Theirs"),
        picture(me, other),
        picture(other, me),
        photo(me),
        app.call(updateFilters, { body: { ageMin: 20 + round } }, me.token),
        app.call(safety.blockMember, { body: { userId: enemy.id } }, me.token),
        app.call(safety.blockMember, { body: { userId: me.id } }, enemy.token),
        app.call(safety.reportMember, { body: { userId: other.id, reason: REPORT_REASONS[0] } }, me.token),
        app.call(login, { body: { email: me.email, password: PASSWORD } }),
      ];
      const leaving = there.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
      let isOver = false;
      void leaving.finally(() => {
        isOver = true;
      });
      const answers = [];
      while (!isOver) answers.push(...(await Promise.all(others())));
      const erasing = eraseDeleted(app);
      answers.push(...(await Promise.all(others())));
      await erasing;
      expect((await leaving).status).toBe(200);
      for (const { status } of answers) expect([200, 201, 400, 401, 402, 403, 404, 409]).toContain(status);
      expect(await forbidden(me)).toEqual([]);
      expect(await findWords(app, [me.username, me.email])).toEqual([
        `public.retained_profiles.username: ${me.username}`,
      ]);
      const mine =
        "messages where sender_id = $1 and (deleted_at is null or content <> '' or attachment_key is not null)";
      expect(await count(mine, me.id)).toBe(0);
      expect(await count("relationships where $1 in (member_a_id, member_b_id) and ended_at is null", me.id)).toBe(0);
      const spent = "ledger_entries join wallets on wallets.id = wallet_id where member_id = $1";
      expect(await count(`${spent} and kind = 'sent'`, admirer.id)).toBe(
        await count(`${spent} and kind = 'refund'`, admirer.id),
      );
    }
    await expect.poll(() => count("pending_uploads")).toBe(0);
  });

  test("a pending email change is deleted", async () => {
    const me = await createCompleteMember(app);
    const body = { email: `new.${me.email}`, currentPassword: PASSWORD };
    const letGo = await holdRow("select from accounts where member_id = $1 for update", me.id);
    const asking = app.call(changeEmail, { body }, me.token);
    await waiting(1);
    const leaving = leave(me);
    await waiting(2);
    await letGo();
    expect([(await asking).status, (await leaving).status]).toEqual([200, 200]);
    expect(await findWords(app, [me.email])).toEqual([]);
  });

  test("later changes are rejected, and stored nowhere", async () => {
    const me = await createCompleteMember(app);
    const letGo = await holdRow("select from members where id = $1 for update", me.id);
    const leaving = leave(me);
    await waiting(1);
    const setting = app.call(updatePrivacy, { body: { readReceipts: false, hidden: true } }, me.token);
    await waiting(2);
    await letGo();
    expect([(await leaving).status, (await setting).status]).toEqual([200, 401]);
    expect(await count("members where id = $1 and read_receipts", me.id)).toBe(1);
  });

  test("a member who is suspended first is kept, for the operator", async () => {
    const me = await createCompleteMember(app);
    const letGo = await holdRow("update members set status = 'suspended' where id = $1", me.id);
    const leaving = leave(me);
    await waiting(1);
    await letGo();
    expect((await leaving).status).toBe(401);
    expect(await count("profiles where member_id = $1", me.id)).toBe(1);
  });

  test("a crush that an operator refunds is refunded once", async () => {
    const [me, admirer] = [await createCompleteMember(app), await createCompleteMember(app)];
    await crush(admirer, me);
    const sent = (await wallet(admirer)).history.find(({ action }) => action === "sent")?._id ?? "";
    const letGo = await holdRow("select from wallets where member_id = $1 for update", admirer.id);
    const refund = app.ctx.transact((tx) => refundEntry(tx, sent));
    await waiting(1);
    const leaving = leave(me);
    await waiting(2);
    await letGo();
    expect([await refund, (await leaving).status]).toMatchObject([{ refunded: 1 }, 200]);
    expect((await wallet(admirer)).balance).toBe(5);
  });
});
