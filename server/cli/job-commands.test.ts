import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

async function fail(kind: string, output: unknown, data: object = {}): Promise<string> {
  const id = randomUUID();
  await app.database.pool.query(
    `insert into jobs.job (id, name, state, data, output, completed_on, retry_count, retry_limit)
     values ($1, $2, 'failed', $3, $4, now(), 12, 12)`,
    [id, kind, data, JSON.stringify(output)],
  );
  return id;
}

const stateOf = async (id: string) =>
  (await app.database.pool.query("select state from jobs.job where id = $1", [id])).rows[0].state;

test("jobs lists waiting and failed jobs with reasons, without email addresses", async () => {
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "demo-crush", { demoId: "a", memberId: "b" }));
  await app.database.pool.query("update jobs.job set start_after = now() - interval '90 minutes'");
  const reset = await fail(
    "email-password-reset",
    { reason: "Error: 550 <maya@example.com>: unknown" },
    { emailKey: "maya@example.com" },
  );
  const others = [
    await fail("email-verification", { message: "550 sam@example.com is full", stack: "…" }),
    await fail("push-send", { value: { message: "job heartbeat timeout" } }),
    await fail("push-send", { value: "pg-boss shut down while active" }),
    await fail("push-send", null),
  ];
  const { code, out } = await runOnApp("jobs");
  expect(code).toBe(0);
  expect(out).toMatch(/^demo-crush +1 +1 h +0$/m);
  expect(out).toMatch(/^push-send +0 +- +3$/m);
  expect(out).toMatch(
    new RegExp(`^${reset} +email-password-reset +\\S+ \\S+ +\\S+ \\S+ +13 +Error: 550 <…@…>: unknown$`, "m"),
  );
  for (const why of ["550 …@… is full", "job heartbeat timeout", "pg-boss shut down while active", "unknown"])
    expect(out).toMatch(new RegExp(` ${why}$`, "m"));
  for (const id of others) expect(out).toContain(id);
  expect(out).not.toContain("example.com");
  expect((await runOnApp("jobs", "--limit", "2")).out).toContain("Only the first 2 are shown");
  expect((await runOnApp("jobs", "--json")).out).not.toContain("example.com");
  expect((await runOnApp("log")).out).toContain("list jobs");
});

test("jobs retry retries one job by id or all of a kind, and records it", async () => {
  const [one, two, three] = [
    await fail("email-notification", {}),
    await fail("email-notification", {}),
    await fail("push-fallback", {}),
  ];
  expect(await runOnApp("jobs", "retry", one, "--as", "ada")).toMatchObject({
    code: 0,
    out: "1 job of kind email-notification will be retried.",
  });
  expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual(["retry", "failed", "failed"]);
  expect(await runOnApp("jobs", "retry", "--kind", "email-notification")).toMatchObject({ code: 0 });
  expect([await stateOf(two), await stateOf(three)]).toEqual(["retry", "failed"]);
  const { out } = await runOnApp("log", "--about", one);
  expect(out).toMatch(/ada +retry jobs .*kind=email-notification count=1/);
});

test("jobs retry rejects unknown jobs, unknown kinds and jobs that have not failed", async () => {
  const wrong: [string[], number, string][] = [
    [["jobs", "retry"], 2, "Specify either a job or `--kind <kind>`."],
    [["jobs", "retry", randomUUID(), "--kind", "push"], 2, "Specify either a job or `--kind <kind>`."],
    [["jobs", "retry", "x", "y"], 2, "Usage: jobs retry [<job>] [--kind <kind>]"],
    [["jobs", "retry", "x"], 1, "Job x was not found."],
    [["jobs", "retry", randomUUID()], 1, "has not failed permanently"],
    [["jobs", "retry", "--kind", "sleep"], 1, "Unknown kind sleep. It must be one of email-account-status,"],
    [["jobs", "retry", "--kind", "payment-reconciliation"], 1, "No payment-reconciliation job has failed permanently."],
  ];
  for (const [args, code, message] of wrong) {
    const result = await runOnApp(...args);
    expect(result.err).toContain(message);
    expect(result.code).toBe(code);
  }
});
