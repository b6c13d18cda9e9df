import { request } from "node:http";
import { expect, test } from "vitest";
import { getProfile } from "#contract/profiles.ts";
import { giveBonus } from "#server/modules/wallet/wallet.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeMember } from "#server/testing/members.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const TOKEN = "correct-horse-battery-staple";
const app = testApp();
const guarded = testApp({ metricsToken: TOKEN });
const inProduction = testApp({ production: true });

/** What one reads at an app, and who it says it is. */
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

/** The figure of a series, such as `spotter_sockets` or `spotter_jobs_waiting{kind="push"}`; 0 where there is none yet. */
async function figure(series: string): Promise<number> {
  const { text } = await read(app);
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

test("the machine itself reads the figures, and nobody through a proxy or by another name", async () => {
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

test("in production nobody reads the figures without a token", async () => {
  expect((await read(inProduction)).status).toBe(404);
});

test("where a token is set whoever has it reads them, from anywhere, and nobody else does", async () => {
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

test("requests are counted by the pattern of their route, and no id or address is told", async () => {
  const series = `spotter_http_request_duration_seconds_count{method="GET",route="${getProfile.path}",status="200"}`;
  const before = await figure(series);
  const member = await makeMember(app);
  await app.call(getProfile, {}, member.token);
  await app.fetch(`/nowhere/${member.id}?email=maya@example.com`);
  expect(await figure(series)).toBe(before + 1);
  const { text } = await read(app);
  expect(text).toContain('route="none",status="404"');
  for (const secret of [member.id, member.token, "maya@example.com", "nowhere"]) expect(text).not.toContain(secret);
});

test("sockets and pages that somebody looks at are counted while they are there", async () => {
  const [sockets, looking] = [await figure("spotter_sockets"), await figure("spotter_looking")];
  const member = await makeMember(app);
  const device = await connectDevice(app, member.token);
  device.socket.emit("looking", { looking: true });
  await expect.poll(() => figure("spotter_looking")).toBe(looking + 1);
  expect(await figure("spotter_sockets")).toBe(sockets + 1);
  device.close();
  await expect.poll(() => figure("spotter_sockets")).toBe(sockets);
  await expect.poll(() => figure("spotter_looking")).toBe(looking);
});

test("entries of wallets are counted once they are in, and not where they are taken back", async () => {
  const series = 'spotter_ledger_entries_total{kind="bonus"}';
  const before = await figure(series);
  const { id } = await makeMember(app);
  await expect(
    app.ctx.transact(async (tx) => {
      await giveBonus(tx, id, 3, "taken back");
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await figure(series)).toBe(before + 1);
});

test("jobs that are sent and that wait are told by kind, and how long the oldest waits", async () => {
  const kind = '{kind="push"}';
  const before = await figure(`spotter_jobs_sent_total${kind}`);
  const { ctx } = app;
  const push = { subscriptionId: "a", memberId: "b", kind: "crush", otherId: null } as const;
  await ctx.transact((tx) => ctx.jobs.sendAll(tx, "push", [push, push]));
  await expect(
    ctx.transact(async (tx) => {
      await ctx.jobs.sendAll(tx, "push", [push]);
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await figure(`spotter_jobs_sent_total${kind}`)).toBe(before + 2);
  expect(await figure(`spotter_jobs_waiting${kind}`)).toBe(2);
  await app.database.pool.query("update jobs.job set start_after = now() - interval '1 hour' where name = 'push'");
  expect(await figure(`spotter_jobs_late_seconds${kind}`)).toBeGreaterThan(3599);
  expect(await figure("spotter_database_up")).toBe(1);
});

test("the pool and the process are told, and the text is one that Prometheus reads", async () => {
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
