import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { commandAt } from "#server/testing/command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { beside: "others" });
const say = (...args: string[]) => commandAt(app, args);

/** A job that failed for good, with what was kept of why. */
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

test("an operator sees what failed for good and why, and how much waits, without anybody's address", async () => {
  await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "demo-crush", { demoId: "a", memberId: "b" }));
  await app.database.pool.query("update jobs.job set start_after = now() - interval '90 minutes'");
  const reset = await fail(
    "mail-reset",
    { why: "Error: 550 <maya@example.com>: unknown" },
    { emailKey: "maya@example.com" },
  );
  const others = [
    await fail("mail-verify", { message: "550 sam@example.com is full", stack: "…" }),
    await fail("push", { value: { message: "job heartbeat timeout" } }),
    await fail("push", { value: "pg-boss shut down while active" }),
    await fail("push", null),
  ];
  const { code, out } = await say("jobs");
  expect(code).toBe(0);
  expect(out).toMatch(/^demo-crush +1 +1 h +0$/m);
  expect(out).toMatch(/^push +0 +- +3$/m);
  expect(out).toMatch(new RegExp(`^${reset} +mail-reset +\\S+ \\S+ +\\S+ \\S+ +13 +Error: 550 <…@…>: unknown$`, "m"));
  for (const why of ["550 …@… is full", "job heartbeat timeout", "pg-boss shut down while active", "unknown"])
    expect(out).toMatch(new RegExp(` ${why}$`, "m"));
  for (const id of others) expect(out).toContain(id);
  expect(out).not.toContain("example.com");
  expect((await say("jobs", "--limit", "2")).out).toContain("No more than 2 are shown");
  expect((await say("jobs", "--json")).out).not.toContain("example.com");
  expect((await say("log")).out).toContain("list jobs");
});

test("one is tried once more by its id, and all of a kind by its name, and it is written down", async () => {
  const [one, two, three] = [
    await fail("mail-crushes", {}),
    await fail("mail-crushes", {}),
    await fail("mail-matches", {}),
  ];
  expect(await say("jobs", "retry", one, "--as", "ada")).toMatchObject({
    code: 0,
    out: "1 job of the kind mail-crushes will be tried once more.",
  });
  expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual(["retry", "failed", "failed"]);
  expect(await say("jobs", "retry", "--kind", "mail-crushes")).toMatchObject({ code: 0 });
  expect([await stateOf(two), await stateOf(three)]).toEqual(["retry", "failed"]);
  const { out } = await say("log", "--about", one);
  expect(out).toMatch(/ada +retry jobs .*kind=mail-crushes many=1/);
});

test("what did not fail, or is no job, is not tried again, and the line says which", async () => {
  const wrong: [string[], number, string][] = [
    [["jobs", "retry"], 2, "Name a job, or a --kind"],
    [["jobs", "retry", randomUUID(), "--kind", "push"], 2, "Name a job, or a --kind"],
    [["jobs", "retry", "x", "y"], 2, "It goes: jobs retry [<job>] [--kind <kind>]"],
    [["jobs", "retry", "x"], 1, "There is no job x"],
    [["jobs", "retry", randomUUID()], 1, "failed for good"],
    [["jobs", "retry", "--kind", "sleep"], 1, "There is no kind sleep: it is one of mail-standing,"],
    [["jobs", "retry", "--kind", "reconcile"], 1, "No job of the kind reconcile failed for good"],
  ];
  for (const [args, code, said] of wrong) {
    const told = await say(...args);
    expect(told.err).toContain(said);
    expect(told.code).toBe(code);
  }
});
