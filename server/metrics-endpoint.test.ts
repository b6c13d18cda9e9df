import { request } from "node:http";
import { expect, test } from "vitest";
import { getProfile } from "#contract/members/profiles.ts";
import { updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createCompleteMember, createMatch, createMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const TOKEN = "correct-horse-battery-staple";
const app = testApp();
const guarded = testApp({ metricsToken: TOKEN });
/** Its listed members are counted at its first scrape. */
const counted = testApp();
const inProduction = testApp({ production: true });

const read = (of: TestApp, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(`${of.address}/metrics`, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });

/** 0 if the series does not exist. */
async function figure(series: string): Promise<number> {
  const { text } = await read(app);
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

test("serves metrics to this machine, but not through a proxy or under another hostname", async () => {
  expect((await read(app)).status).toBe(200);
  const strangers = [
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
    { "x-real-ip": "203.0.113.7" },
    { "x-envoy-external-address": "203.0.113.7" },
    { "fastly-client-ip": "203.0.113.7" },
    { via: "1.1 proxy" },
    { host: "spotter.example" },
    { host: "127.0.0.1.spotter.example" },
  ];
  const unknown = await app.fetch("/nothing-here");
  for (const headers of strangers) {
    const answer = await read(app, headers);
    expect(answer).toEqual({ status: 404, text: unknown.body["text"] });
  }
});

test("is a 404 in production without a token", async () => {
  expect((await read(inProduction)).status).toBe(404);
});

test("requires the token if one is set, from any address", async () => {
  for (const headers of [
    {},
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: TOKEN },
    { authorization: "Bearer " },
  ])
    expect((await read(guarded, headers)).status).toBe(404);
  for (const more of [{}, { "x-forwarded-for": "203.0.113.7", host: "spotter.example" }])
    expect((await read(guarded, { authorization: `Bearer ${TOKEN}`, ...more })).status).toBe(200);
});

test("counts requests by route pattern, without ids or addresses", async () => {
  const series = `spotter_http_request_duration_seconds_count{method="GET",route="${getProfile.path}",status="200"}`;
  const before = await figure(series);
  const member = await createMember(app);
  await app.call(getProfile, {}, member.token);
  await app.fetch(`/nowhere/${member.id}?email=maya@example.com`);
  expect(await figure(series)).toBe(before + 1);
  const { text } = await read(app);
  expect(text).toContain('route="none",status="404"');
  for (const secret of [member.id, member.token, "maya@example.com", "nowhere"]) expect(text).not.toContain(secret);
});

test("counts open sockets and visible pages", async () => {
  const [sockets, present] = [await figure("spotter_sockets"), await figure("spotter_present_pages")];
  const member = await createMember(app);
  const device = await connectDevice(app, member.token);
  device.socket.emit("presence", { present: true });
  await expect.poll(() => figure("spotter_present_pages")).toBe(present + 1);
  expect(await figure("spotter_sockets")).toBe(sockets + 1);
  device.close();
  await expect.poll(() => figure("spotter_sockets")).toBe(sockets);
  await expect.poll(() => figure("spotter_present_pages")).toBe(present);
});

test("counts the listed members who share a training week, who keep one to themselves, and who have none", async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => createCompleteMember(counted)));
  for (const [i, isShared] of [true, false].entries()) {
    const body = { parts: [4], sports: [], isShared, consentVersion: TRAINING_CONSENT_VERSION };
    await counted.call(updateTraining, { body }, members[i]?.token);
  }
  const scrape = async () => (await read(counted)).text;
  await expect.poll(scrape).toContain('spotter_listed_members{training="none"} 1');
  const text = await scrape();
  for (const training of ["shared", "private"]) expect(text).toContain(`listed_members{training="${training}"} 1`);
});

test("counts open and overdue cases by urgency, with notices that lead to no member, and /readyz names them", async () => {
  const query = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);
  const figures = async (urgency: string) => [
    await figure(`spotter_cases_open{urgency="${urgency}"}`),
    await figure(`spotter_cases_overdue{urgency="${urgency}"}`),
  ];
  const readiness = async () => (await app.fetch("/readyz")).body;
  expect(await figures("danger")).toEqual([0, 0]);
  expect((await read(app)).text).toContain('spotter_cases_overdue{urgency="under_18"} 0');
  await createReportCase(app, "Someone is in danger");
  const { id } = await createReportCase(app, "Someone is in danger");
  await createReportCase(app, "Something else");
  const insert = `insert into notices (id, number, kind, place, username, details, name, email, is_honeypot_hit, created_at)
    select gen_random_uuid(), $1, 'minor', '', '', '', '', '', $2, now() - interval '5 hours'`;
  expect([await figures("danger"), await figures("other"), await readiness()]).toEqual([
    [2, 0],
    [1, 0],
    { success: true },
  ]);
  await query(insert, "N-1", false);
  await query(insert, "N-2", true);
  await query("update cases set due_at = now() where id = $1", id);
  expect([await figures("danger"), await figures("under_18")]).toEqual([
    [2, 1],
    [1, 1],
  ]);
  await expect.poll(readiness).toEqual({ success: true, degraded: ["cases"] });
  await query("delete from notices");
  await query("update cases set state = 'closed', closed_at = now()");
  await expect.poll(readiness).toEqual({ success: true });
});

test("counts matches, and workout dates once for each event", async () => {
  const { propose, agree, change, decline, callOff } = workoutDates(app);
  const events = ["proposed", "agreed", "declined", "called_off"];
  const count = async () => [
    await figure("spotter_matches_total"),
    ...(await Promise.all(events.map((event) => figure(`spotter_workout_dates_total{event="${event}"}`)))),
  ];
  const before = await count();
  const [a, b] = await createMatch(app);
  const { body: proposed } = await propose(a, b);
  for (let repeat = 0; repeat < 2; repeat++) await agree(b, proposed.message);
  const { body: agreed } = await agree(b, proposed.message);
  const { body: changed } = await change(a, agreed.message, { place: "Elsewhere" });
  const { body: again } = await agree(b, changed.message);
  await callOff(b, again.message);
  await decline(b, (await propose(a, b)).body.message);
  await callOff(a, (await propose(a, b)).body.message);
  expect((await count()).map((now, i) => now - (before[i] ?? 0))).toEqual([1, 3, 1, 1, 1]);
});

test("counts ledger entries after commit, and none that are rolled back", async () => {
  const series = 'spotter_ledger_entries_total{kind="bonus"}';
  const before = await figure(series);
  const { id } = await createMember(app);
  await expect(
    app.ctx.transact(async (tx) => {
      await grantBonus(tx, id, 3, "taken back");
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await figure(series)).toBe(before + 1);
});

test("reports sent and waiting jobs by kind, and the delay of the oldest", async () => {
  const kind = '{kind="push-send"}';
  const before = await figure(`spotter_jobs_sent_total${kind}`);
  const { ctx } = app;
  const push = { subscriptionId: "a", memberId: "b", cause: "crush", otherId: null } as const;
  await ctx.transact((tx) => ctx.jobs.sendAll(tx, "push-send", [push, push]));
  await expect(
    ctx.transact(async (tx) => {
      await ctx.jobs.sendAll(tx, "push-send", [push]);
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await figure(`spotter_jobs_sent_total${kind}`)).toBe(before + 2);
  expect(await figure(`spotter_jobs_waiting${kind}`)).toBe(2);
  await app.database.pool.query("update jobs.job set start_after = now() - interval '1 hour' where name = 'push-send'");
  expect(await figure(`spotter_jobs_late_seconds${kind}`)).toBeGreaterThan(3599);
  expect(await figure("spotter_database_up")).toBe(1);
});

test("reports the connection pool and the process in Prometheus's text format", async () => {
  const { text } = await read(app);
  for (const name of [
    "spotter_database_pool_connections",
    "spotter_database_pool_idle",
    "spotter_database_pool_waiting",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "nodejs_eventloop_lag_p99_seconds",
  ])
    expect(text).toMatch(new RegExp(`^${name} [\\d.e-]+$`, "m"));
  expect(await figure("spotter_database_pool_connections_max")).toBe(20);
  const odd = text
    .split("\n")
    .filter((line) => !/^(# (HELP|TYPE) \S+ .+|\w+(\{[^{}]*\})? ([\d.e+-]+|nan)|)$/i.test(line));
  expect(odd).toEqual([]);
});
