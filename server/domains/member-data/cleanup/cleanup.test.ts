import pg from "pg";
import { expect, test } from "vitest";
import { deleteMessage, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { reportMember, unmatch } from "#contract/moderation/reports.ts";
import { runAsOwner } from "#server/testing/as-owner.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, PASSWORD, registerCompleteMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { eraseDeleted, runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });

const cleanUp = async () => {
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
  await expect
    .poll(() => count("jobs.job where name = 'cleanup' and state <> 'completed'"), { timeout: 10_000 })
    .toBe(0);
};
const query = (sql: string) => app.database.pool.query(sql);
const count = async (from: string): Promise<number> =>
  Number((await query(`select count(*) from ${from}`)).rows[0].count);

test("deletes expired data and keeps the rest", async () => {
  const member = await registerCompleteMember(app);
  await app.call(browse, { query: {} }, member.token);
  await expect.poll(() => count("email_tokens")).toBe(1);
  await query("insert into payment_events (id, type, subject) values ('evt_now', 'any', 'null')");
  await query(`insert into checkouts (id, wallet_id, kind, crushes, amount_cents, state)
    select gen_random_uuid(), id, 'package', 5, 499, state from wallets, unnest(array['granted', 'expired']) as state`);
  await query(`insert into test_sessions (id, reference, name, amount_cents, monthly, state, success_url, cancel_url)
    select state, gen_random_uuid(), 'A pack', 499, false, state, '', '' from unnest(array['paid', 'open']) as state`);
  await query("insert into rate_limits (key, count, ends_at) values (sha256('now'), 1, now() + interval '1 hour')");
  await query(`insert into contact_messages (id, name, email, subject, message, is_honeypot_hit, created_at, mailed_at)
    values (gen_random_uuid(), 'Maya', '', 'Other', '', false, now() - interval '1 year', now())`);
  await query(`insert into newsletter_subscribers (id, email, email_normalized, state, unsubscribe_hash)
    select gen_random_uuid(), state, state, state, sha256(state::bytea) from unnest(array['pending', 'confirmed', 'unsubscribed']) as state`);
  await query(`insert into newsletter_links (token_hash, subscriber_id, expires_at)
    select unsubscribe_hash, id, now() + interval '1 day' from newsletter_subscribers where state = 'confirmed'`);
  await query(`insert into email_changes (member_id, email, email_normalized, expires_at)
    select member_id, 'new@example.com', 'new@example.com', now() + interval '1 day' from accounts`);
  await query(`insert into notice_addresses (id, member_id, email)
    select gen_random_uuid(), member_id, 'old@example.com' from accounts`);
  await query(`insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
    select gen_random_uuid(), member_id, id, 'https://push.example/x', '', '' from sessions`);
  await query(`insert into broadcasts (id, subject, body) values (gen_random_uuid(), 'News', 'Some')`);
  await query(`insert into broadcast_recipients (broadcast_id, address_hash, job_id)
    select id, 'hash', gen_random_uuid() from broadcasts`);
  await query(`with gone as (
      insert into members (id, status, deleted_at) values (gen_random_uuid(), 'deleted', now()) returning id
    ), known as (
      insert into identities select id, 'email', sha256('known') from gone
    ), former as (
      insert into former_accounts select id, 'blocked', false, null, now() + interval '24 months' from gone
    ), blocks as (
      insert into retained_blocks select id, member_id, false, true, now() + interval '24 months' from gone, accounts
    ), disputed as (
      insert into disputes select 'pi_gone', id, 'package', 'lost' from gone returning *
    )
    insert into payment_holds select member_id, payment_id from disputed`);
  await query(`insert into passes select member_id, gone.id, now(), false
    from accounts, members gone where gone.status = 'deleted'`);
  await query(`insert into daily_sets select member_id, (now() at time zone 'UTC')::date - 14, '{}', 1, now(), null
    from accounts`);
  await query("insert into welcome_claims values (sha256('had'))");
  await query(`insert into jobs.job (name, state, completed_on) values ('email-password-reset', 'completed', now())`);
  const kept = async () => ({
    identities: await count("identities where kind = 'email'"),
    former: await count("former_accounts"),
    blocks: await count("retained_blocks"),
    holds: await count("payment_holds"),
    disputes: await count("disputes"),
    welcomes: await count("welcome_claims"),
    changes: await count("email_changes"),
    addresses: await count("notice_addresses"),
    browsers: await count("push_subscriptions"),
    claims: await count("broadcast_recipients"),
    done: await count("jobs.job where name = 'email-password-reset'"),
    sessions: await count("sessions"),
    links: await count("email_tokens"),
    lists: await count("search_results"),
    passes: await count("passes"),
    sets: await count("daily_sets"),
    events: await count("payment_events"),
    checkouts: await count("checkouts"),
    pages: await count("test_sessions"),
    limits: await count("rate_limits where key = sha256('now')"),
    contact: await count("contact_messages"),
    subscribers: await count("newsletter_subscribers"),
    asked: await count("newsletter_links"),
  });
  const before = await kept();
  const [plain, bought] = [
    { sessions: 1, links: 1, lists: 1, passes: 1, sets: 1, changes: 1, addresses: 1, browsers: 1 },
    { events: 1, checkouts: 2, pages: 2 },
  ];
  const written = { claims: 1, done: 1, limits: 1, contact: 1, subscribers: 3, asked: 1 };
  const former = { identities: 1, former: 1, blocks: 1, holds: 1, disputes: 1, welcomes: 1 };
  expect(before).toEqual({ ...plain, ...bought, ...written, ...former });
  await cleanUp();
  expect(await kept()).toEqual(before);
  expect((await app.call(getProfile, {}, member.token)).status).toBe(200);

  await query("update sessions set last_used_at = now() - interval '31 days'");
  await query("update email_tokens set expires_at = now() - interval '1 second'");
  await query("update email_changes set expires_at = now() - interval '1 second'");
  await query("update notice_addresses set created_at = now() - interval '25 hours'");
  await query("update broadcasts set created_at = now() - interval '29 days'");
  await query("update jobs.job set completed_on = now() - interval '25 hours' where name = 'email-password-reset'");
  await query("update members set deleted_at = now() - interval '25 months' where status = 'deleted'");
  for (const table of ["former_accounts", "retained_blocks"])
    await query(`update ${table} set kept_until = now() - interval '1 second'`);
  await query("update welcome_claims set claimed_at = now() - interval '13 months'");
  await query("update search_results set used_at = now() - interval '31 minutes'");
  await query("update passes set passed_at = now() - interval '31 days'");
  await query("update daily_sets set day = day - 1");
  await query("update payment_events set received_at = now() - interval '91 days'");
  for (const table of ["checkouts", "test_sessions"])
    await query(`update ${table} set created_at = now() - interval '91 days'`);
  await query("update rate_limits set ends_at = now() - interval '1 second'");
  await query("update contact_messages set created_at = now() - interval '731 days'");
  await query("update newsletter_subscribers set since = now() - interval '31 days'");
  await query("update newsletter_links set expires_at = now() - interval '1 second'");
  await cleanUp();
  const [gone, paid] = [
    { sessions: 0, links: 0, lists: 0, passes: 0, sets: 0, events: 0, changes: 0, addresses: 0, browsers: 0 },
    { checkouts: 1, pages: 1 },
  ];
  const stillWanted = { claims: 0, done: 0, limits: 0, contact: 0, subscribers: 1, asked: 0 };
  const forgotten = { identities: 0, former: 0, blocks: 0, holds: 0, disputes: 1, welcomes: 0 };
  expect(await kept()).toEqual({ ...gone, ...paid, ...stillWanted, ...forgotten });
});

test("skips daily sets that a transaction has locked", async () => {
  await createCompleteMember(app);
  await query(`insert into daily_sets select member_id, (now() at time zone 'UTC')::date - days, '{}', 1, now(), null
    from accounts, unnest(array[15, 16]) as days`);
  const client = await app.database.pool.connect();
  await client.query("begin");
  const { rowCount } = await client.query("select from daily_sets order by day limit 1 for update");
  await cleanUp();
  expect(await count("daily_sets")).toBe(rowCount);
  await client.query("commit");
  client.release();
  await cleanUp();
  expect(await count("daily_sets")).toBe(0);
});

test("deletes data that is retained for reports once its retention is over", async () => {
  const [me, other] = await createMatch(app);
  const sent = async () =>
    (await app.call(sendMessage, { body: { receiverId: me.id, content: "Hello" } }, other.token)).body.message._id;
  await app.call(deleteMessage, { params: { messageId: await sent() } }, other.token);
  await sent();
  await app.call(deleteAccount, { body: { password: other.password } }, other.token);
  await eraseDeleted(app);
  const { pass, textsOf } = retention(app);
  await cleanUp();
  expect(await textsOf(other.id)).toEqual(["Hello", "Hello"]);
  expect(await count("retained_profiles")).toBe(1);
  await pass(31);
  await cleanUp();
  expect(await textsOf(other.id)).toEqual([]);
  expect(await count("retained_profiles")).toBe(0);
});

test("runs all tasks even if one fails, and throws its error at the end", async () => {
  const { token } = await createCompleteMember(app);
  await query("update sessions set last_used_at = now() - interval '31 days'");
  await query("insert into rate_limits values (sha256('stuck'), 1, now() - interval '1 second')");
  const owner = new pg.Client(app.database.owner);
  await owner.connect();
  await owner.query(`create function get_stuck() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`);
  await owner.query("create trigger stuck before delete on rate_limits for each row execute function get_stuck()");
  try {
    await expect(runJob(app.ctx, "cleanup", {})).rejects.toThrow("stuck");
  } finally {
    await owner.query("drop function get_stuck cascade");
    await owner.end();
  }
  expect(await count("sessions")).toBe(0);
  expect((await app.call(getProfile, {}, token)).status).toBe(401);
});

test("empties conversations 30 days after their end, and keeps what a report has of them for three years", async () => {
  const { keysOf, hasFile } = deletedMemberFixtures(app);
  const { pass } = retention(app);
  const [[me, past], [other, match], [leaving, left]] = await Promise.all([
    createMatch(app),
    createMatch(app),
    createMatch(app),
  ]);
  const write = ({ token }: typeof me, { id }: typeof me) =>
    app.call(sendMessage, { body: { receiverId: id, content: "Words of a conversation" } }, token);
  await Promise.all([write(me, past), write(other, match), write(left, leaving)]);
  await app.call(sendAttachment, { form: imageForm(await makeJpeg(60, 60), past.id) }, me.token);
  const [key = ""] = await keysOf(
    "select attachment_key as key from messages where sender_id = $1 and kind = 'image'",
    me.id,
  );
  await app.call(reportMember, { body: { userId: me.id, reason: "Something else" } }, past.token);
  await app.call(unmatch, { body: { userId: past.id } }, me.token);
  await app.call(deleteAccount, { body: { password: PASSWORD } }, leaving.token);
  const has = ({ id }: typeof me) => count(`messages where sender_id = '${id}' and deleted_at is null`);
  const evidence = () => count(`reports join report_images on report_id = id where reported_id = '${me.id}'`);
  await pass(29);
  await cleanUp();
  expect(await has(me)).toBe(2);
  await pass(2);
  await cleanUp();
  expect([await has(me), await has(other), await has(left)]).toEqual([0, 1, 1]);
  await expect.poll(() => hasFile(key)).toBe(false);
  expect((await app.call(sendCrush, { body: { recipientId: past.id } }, me.token)).status).toBe(404);
  const images = await keysOf(
    "select key from report_images join reports on id = report_id where reported_id = $1",
    me.id,
  );
  expect(images.length).toBeGreaterThan(0);
  await query("update reports set resolution = 'none', resolved_at = now() - interval '35 months'");
  await cleanUp();
  expect(await evidence()).toBe(images.length);
  await query("update reports set resolved_at = resolved_at - interval '2 months'");
  await cleanUp();
  expect([await count("reports"), await evidence()]).toEqual([0, 0]);
  await expect.poll(() => images.some(hasFile)).toBe(false);
});

test("deletes more rows than a transaction does, in tables with an index and in those that are read by pages", async () => {
  const member = await registerCompleteMember(app);
  await query(`insert into welcome_claims select sha256(nth::text::bytea), now() - interval '13 months'
    from generate_series(1, 2500) as nth`);
  await query(`insert into presence select 'socket ' || nth, '${member.id}', now() - interval '25 hours'
    from generate_series(1, 2500) as nth`);
  await query(`insert into presence values ('a socket', '${member.id}', now())`);
  await cleanUp();
  expect([await count("welcome_claims where claimed_at < now() - interval '1 year'"), await count("presence")]).toEqual(
    [0, 1],
  );
});

test("deletes a thousand rows at a time of what has conditions of its own", async () => {
  const { id } = await registerCompleteMember(app);
  const rows = {
    member_usage:
      "(member_id, kind, count, ends_at) select md5(nth::text)::uuid, 'cards', 1, now() - interval '1 hour'",
    rate_limits: "(key, count, ends_at) select sha256(nth::text::bytea), 1, now() - interval '1 hour'",
    daily_sets: `select '${id}', current_date - 100 - nth, '{}', 1, now(), null`,
    notifications: `(member_id, other_id, cause, state, email_after)
      select '${id}', md5(nth::text)::uuid, 'message', 'pending', now()`,
    retained_texts: `(id, member_id, bio, prompts, shown_from, replaced_at, purge_after)
      select gen_random_uuid(), '${id}', '', '[]', now(), now(), now() - interval '1 hour'`,
  };
  await query(`insert into members (id, status, deleted_at)
    select md5(nth::text)::uuid, 'deleted', now() from generate_series(1, 1500) as nth`);
  await runAsOwner(
    app,
    `create table deletions (of_table text, many integer);
     create function count_deletion() returns trigger language plpgsql security definer as $$ begin
       insert into deletions select tg_table_name, count(*) from gone;
       return null;
     end $$`,
  );
  for (const [table, values] of Object.entries(rows)) {
    await query(`insert into ${table} ${values} from generate_series(1, 1500) as nth`);
    await runAsOwner(
      app,
      `create trigger counted after delete on ${table} referencing old table as gone
       for each statement execute function count_deletion()`,
    );
  }
  await cleanUp();
  const client = new pg.Client(app.database.owner);
  await client.connect();
  const { rows: counted } = await client.query(
    "select of_table, max(many) as most, sum(many)::int as many from deletions group by 1 order by 1",
  );
  await client.end();
  const expected = Object.keys(rows).map((table) => ({ of_table: table, most: 1000, many: 1500 }));
  expect(counted).toEqual(expected.toSorted((a, b) => (a.of_table < b.of_table ? -1 : 1)));
});

test.each([
  ["notifications", "cause <> 'message' and created_at < now() - interval '1 day'"],
  ["member_usage", "ends_at <= now()"],
  ["welcome_claims", "claimed_at <= now() - interval '1 year'"],
  ["retained_blocks", "kept_until <= now()"],
  ["email_tokens", "expires_at < now()"],
])("finds what has expired of %s by an index", async (table, condition) => {
  const client = await app.database.pool.connect();
  await client.query("begin; set local enable_seqscan = off");
  const { rows } = await client.query(`explain select ctid from ${table} where ${condition} limit 1000`);
  await client.query("rollback");
  client.release();
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index (?:Only )?Scan|Bitmap Index Scan/);
});
