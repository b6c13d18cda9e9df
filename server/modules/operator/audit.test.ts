import { describe, expect, test } from "vitest";
import { readLog } from "#server/modules/operator/audit.service.ts";
import { suspendMember } from "#server/modules/operator/standing.service.ts";
import { actsOn } from "#server/testing/acts.ts";
import { logIn, makeMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "Sent threats" };

describe("the audit log", () => {
  test("takes entries, and no change of any", async () => {
    const member = await makeMember(app);
    await suspendMember(app.ctx, BY, member.id, null);
    const { pool } = app.database;
    for (const change of ["update audit_log set who = 'nobody'", "delete from audit_log", "truncate audit_log"])
      await expect(pool.query(change)).rejects.toThrow("the audit log is only ever added to");
    await expect(
      pool.query("set session_replication_role = replica; delete from audit_log; reset session_replication_role"),
    ).rejects.toThrow("only ever added to");
    const [entry] = await readLog(app.ctx.db, member.id, 1);
    expect(entry).toMatchObject({ who: "ada", act: "suspend", target: member.id, reason: "Sent threats" });
  });

  test("holds what is undone no more than what was refused", async () => {
    const member = await makeMember(app);
    const failing = { ...app.ctx, jobs: { ...app.ctx.jobs, send: () => Promise.reject(new Error("no queue")) } };
    await expect(suspendMember(failing, BY, member.id, null)).rejects.toThrow("no queue");
    expect(await actsOn(app, member.id)).toEqual([]);
    expect((await logIn(app, member)).status).toBe(200);
  });
});
