import { expect, test } from "vitest";
import { getMember } from "#contract/discovery/discovery.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { deleteDevicesOf } from "#server/domains/accounts/identities/devices.repo.ts";
import {
  DEVICE_LINKS_MAX,
  DEVICE_SIGNALS_MAX,
  DEVICES_MAX,
} from "#server/domains/accounts/identities/identities.policy.ts";
import { findLinkedAccounts, findSiblings } from "#server/domains/accounts/identities/identities.queries.ts";
import { recordDevice } from "#server/domains/accounts/identities/identities.service.ts";
import { eraseAccount } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { cookieOf, loginFrom } from "#server/testing/login-helpers.ts";
import { createMatch, PASSWORD, registerMember, type TestMember } from "#server/testing/members.ts";
import { createStaff, openCase } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

async function logIn({ email, password }: Pick<TestMember, "email" | "password">, cookie?: string): Promise<string> {
  const answer = await loginFrom(app, { email, password, cookie });
  expect(answer.status).toBe(200);
  return cookieOf(answer) ?? "";
}

const linksOf = async ({ id }: { id: string }) =>
  (await findLinkedAccounts(app.ctx.db, id)).rows.map((one) => [one.id, one.kinds]);
const devicesOf = async ({ id }: { id: string }) =>
  query("select last_seen_on::text as used from member_devices where member_id = $1", id);
const signalsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await query(
      "select source_id from case_items join cases on cases.id = case_id where member_id = $1 and case_items.kind = 'fraud'",
      id,
    )
  ).map(({ source_id }) => source_id);
async function suspend({ id }: { id: string }): Promise<void> {
  await query("update members set status = 'suspended' where id = $1", id);
  await query("insert into suspensions (member_id, previous_status) values ($1, 'active')", id);
}

test("accounts of one browser are linked, also by later logins, and those of another browser are not", async () => {
  const [one, other, stranger] = [await registerMember(app), await registerMember(app), await registerMember(app)];
  const first = await logIn(one);
  const both = await logIn(other, first);
  await logIn(stranger);
  expect(await linksOf(one)).toEqual([[other.id, ["device"]]]);
  expect(await linksOf(other)).toEqual([[one.id, ["device"]]]);
  expect(await linksOf(stranger)).toEqual([]);
  // The browser keeps its id. The sign-up was in another one.
  await logIn(one, both);
  expect(await devicesOf(one)).toHaveLength(2);
});

test("staff see the device in the case, and the member's answers have nothing of it", async () => {
  const { id: caseId, reported } = await createReportCase(app);
  const partner = await registerMember(app);
  const answer = await loginFrom(app, { ...reported, cookie: await logIn(partner) });
  expect(JSON.stringify(answer.body)).not.toContain(partner.id);
  const { linked } = await openCase(app, caseId, await createStaff(app));
  expect(linked).toMatchObject([{ memberId: partner.id, kinds: ["device"], isBanned: false }]);
});

test("people of one household stay two people: no block is shared, and nobody is looked at because of it", async () => {
  const [one, [partner, third]] = [await registerMember(app), await createMatch(app)];
  await logIn(partner, await logIn(one));
  expect((await app.call(blockMember, { body: { userId: third.id } }, one.token)).status).toBe(200);
  expect(await findSiblings(app.ctx.db, one.id)).toEqual([]);
  expect((await app.call(getMember, { params: { userId: third.id } }, partner.token)).status).toBe(200);
  expect([await signalsOf(one), await signalsOf(partner)]).toEqual([[], []]);
});

test("a login on a suspended account's browser is one weak sign, also by ten logins at once, and suspends nobody", async () => {
  const [banned, returned] = [await registerMember(app), await registerMember(app)];
  const cookie = await logIn(banned);
  await suspend(banned);
  const answers = await Promise.all(Array.from({ length: 10 }, () => loginFrom(app, { ...returned, cookie })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect.poll(() => signalsOf(returned)).toEqual([`device:${returned.id}:${banned.id}`]);
  expect(
    await query("select weight from case_items where source_id = $1", `device:${returned.id}:${banned.id}`),
  ).toEqual([{ weight: 0.5 }]);
  expect(await query("select status from members where id = $1", returned.id)).toEqual([{ status: "active" }]);
  await logIn(returned, cookie);
  expect(
    await query("select 1 from jobs.job where name = 'attach-fraud-signal' and data ->> 'memberId' = $1", returned.id),
  ).toHaveLength(1);
});

test("a browser of many suspended accounts is three weak signs at most, and not all of its accounts are listed", async () => {
  const innocent = await registerMember(app);
  await query(
    `with strangers as (insert into members (id) select gen_random_uuid() from generate_series(1, 60) returning id),
      banned as (insert into suspensions (member_id, previous_status) select id, 'active' from strangers)
    insert into member_devices (member_id, hash) select id, $1 from strangers`,
    app.ctx.keyedHash("identity device", "in a library"),
  );
  await app.ctx.transact((tx) => recordDevice(app.ctx, tx, innocent.id, "in a library"));
  await expect.poll(() => signalsOf(innocent)).toHaveLength(DEVICE_SIGNALS_MAX);
  const jobs = "select 1 from jobs.job where name = 'attach-fraud-signal' and data ->> 'memberId' = $1";
  expect(await query(jobs, innocent.id)).toHaveLength(DEVICE_SIGNALS_MAX);
  expect(await linksOf(innocent)).toHaveLength(DEVICE_LINKS_MAX);
});

test("the latest 50 of many linked accounts are listed, and that there are more", async () => {
  const member = await registerMember(app);
  await query(
    `with strangers as (insert into members (id) select gen_random_uuid() from generate_series(1, 52) returning id),
      mine as (insert into identities (member_id, kind, hash) values ($1, 'card', sha256('card')))
    insert into identities (member_id, kind, hash, created_at)
    select id, 'card', sha256('card'), now() - row_number() over (order by id) * interval '1 day' from strangers`,
    member.id,
  );
  const [oldest] = await query(
    "select member_id from identities where hash = sha256('card') order by created_at limit 1",
  );
  const { rows, isMore } = await findLinkedAccounts(app.ctx.db, member.id);
  expect([rows.length, isMore]).toEqual([50, true]);
  expect(rows.map(({ id }) => id)).not.toContain(oldest?.["member_id"]);
});

test("a cookie that was made up links to nobody", async () => {
  const [victim, attacker] = [await registerMember(app), await registerMember(app)];
  const [name = "", value = ""] = (await logIn(victim)).split("=");
  const [day, , signature] = value.split(".");
  await logIn(attacker, `${name}=${day}.${"A".repeat(22)}.${signature}`);
  await logIn(attacker, `${name}=${day}.${victim.id.replaceAll("-", "").slice(0, 22)}.${signature}`);
  await logIn(attacker, `${name}=nonsense`);
  expect(await linksOf(victim)).toEqual([]);
});

test("a known browser is written once a day, and forgotten 90 days after its last use", async () => {
  const member = await registerMember(app);
  await app.ctx.transact((tx) => deleteDevicesOf(tx, member.id));
  const cookie = await logIn(member);
  const written = () => query("select xmin::text from member_devices where member_id = $1", member.id);
  const before = await written();
  await logIn(member, cookie);
  expect(await written()).toEqual(before);
  await query("update member_devices set last_seen_on = current_date - 90 where member_id = $1", member.id);
  await deleteExpired(app.ctx, "member_devices");
  expect(await devicesOf(member)).toHaveLength(1);
  await logIn(member, cookie);
  expect(
    await query("select 1 from member_devices where member_id = $1 and last_seen_on = current_date", member.id),
  ).toHaveLength(1);
  await query("update member_devices set last_seen_on = current_date - 91 where member_id = $1", member.id);
  await deleteExpired(app.ctx, "member_devices");
  expect(await devicesOf(member)).toEqual([]);
});

test("a member's latest browsers are kept, ten of them", async () => {
  const { id } = await registerMember(app);
  for (let i = 0; i < DEVICES_MAX + 3; i++) {
    await app.ctx.transact((tx) => recordDevice(app.ctx, tx, id, `browser ${i}`));
    await query("update member_devices set last_seen_on = last_seen_on - 1 where member_id = $1", id);
  }
  await app.ctx.transact((tx) => recordDevice(app.ctx, tx, id, "the latest"));
  expect(await devicesOf({ id })).toHaveLength(DEVICES_MAX);
  await app.ctx.transact((tx) => recordDevice(app.ctx, tx, id, "browser 0"));
  expect(await devicesOf({ id })).toHaveLength(DEVICES_MAX);
});

test("a deleted account's browsers are forgotten, but not those of a suspended one", async () => {
  const [gone, banned] = [await registerMember(app), await registerMember(app)];
  expect((await app.call(deleteAccount, { body: { password: PASSWORD } }, gone.token)).status).toBe(200);
  expect(await devicesOf(gone)).toEqual([]);
  await suspend(banned);
  await app.ctx.transact((tx) => eraseAccount(app.ctx, tx, banned.id, undefined));
  expect(await devicesOf(banned)).toHaveLength(1);
});
