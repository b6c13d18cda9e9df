import { expect, test } from "vitest";
import { browse } from "#contract/discovery.ts";
import { getProfile } from "#contract/profiles.ts";
import { makeCompleteMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });

const sweep = async () => {
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "sweep", {}));
  await expect.poll(() => count("jobs.job where name = 'sweep' and state <> 'completed'"), { timeout: 10_000 }).toBe(0);
};
const query = (sql: string) => app.database.pool.query(sql);
const count = async (from: string): Promise<number> =>
  Number((await query(`select count(*) from ${from}`)).rows[0].count);

test("the sweep throws away what has ended and keeps the rest", async () => {
  const member = await makeCompleteMember(app);
  await app.call(browse, { query: {} }, member.token);
  await expect.poll(() => count("account_links")).toBe(1);
  await query("insert into login_failures (key, failures, last_at) values ('now', 3, now())");
  await query("insert into known_addresses (key) values ('now')");
  await query("insert into provider_events (id, type, subject) values ('evt_now', 'any', 'null')");
  await query(`insert into checkouts (id, wallet_id, kind, crushes, amount, state)
    select gen_random_uuid(), id, 'pack', 5, 499, state from wallets, unnest(array['granted', 'expired']) as state`);
  await query(`insert into test_sessions (id, reference, name, amount, monthly, state, success_url, cancel_url)
    select state, gen_random_uuid(), 'A pack', 499, false, state, '', '' from unnest(array['paid', 'open']) as state`);
  const kept = async () => ({
    sessions: await count("sessions"),
    links: await count("account_links"),
    failures: await count("login_failures"),
    addresses: await count("known_addresses"),
    lists: await count("browse_results"),
    events: await count("provider_events"),
    checkouts: await count("checkouts"),
    pages: await count("test_sessions"),
  });
  const before = await kept();
  const [plain, bought] = [
    { sessions: 1, links: 1, failures: 1, addresses: expect.any(Number), lists: 1 },
    { events: 1, checkouts: 2, pages: 2 },
  ];
  expect(before).toEqual({ ...plain, ...bought });
  await sweep();
  expect(await kept()).toEqual(before);
  expect((await app.call(getProfile, {}, member.token)).status).toBe(200);

  await query("update sessions set last_used_at = now() - interval '31 days'");
  await query("update account_links set expires_at = now() - interval '1 second'");
  await query("update login_failures set last_at = now() - interval '61 minutes'");
  await query("update known_addresses set last_at = now() - interval '366 days'");
  await query("update browse_results set used_at = now() - interval '31 minutes'");
  await query("update provider_events set received_at = now() - interval '91 days'");
  for (const table of ["checkouts", "test_sessions"])
    await query(`update ${table} set created_at = now() - interval '91 days'`);
  await sweep();
  const [gone, paid] = [
    { sessions: 0, links: 0, failures: 0, addresses: 0, lists: 0, events: 0 },
    { checkouts: 1, pages: 1 },
  ];
  expect(await kept()).toEqual({ ...gone, ...paid });
});
