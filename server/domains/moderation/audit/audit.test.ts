import pg from "pg";
import { describe, expect, test } from "vitest";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createMember, logIn } from "#server/testing/members.ts";
import { findAuditedActions } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const BY = { who: "ada", reason: "Sent threats" };

describe("the audit log", () => {
  test("is append-only, for the database's roles too", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    const admin = new pg.Client(app.database.admin);
    await admin.connect();
    for (const change of ["update audit_log set actor = 'nobody'", "delete from audit_log", "truncate audit_log"]) {
      await expect(app.database.pool.query(change)).rejects.toThrow("permission denied");
      await expect(admin.query(change)).rejects.toThrow("the audit log is only ever added to");
    }
    await expect(admin.query("set session_replication_role = replica; delete from audit_log")).rejects.toThrow(
      "only ever added to",
    );
    await admin.end();
    const [entry] = await readAuditLog(app.ctx.db, member.id, 1);
    expect(entry).toMatchObject({ actor: "ada", action: "suspend", target: member.id, reason: "Sent threats" });
  });

  test("holds no entry of an action that was rolled back", async () => {
    const member = await createMember(app);
    const failing = { ...app.ctx, jobs: { ...app.ctx.jobs, send: () => Promise.reject(new Error("no queue")) } };
    await expect(suspendMember(failing, BY, member.id, null, "Threats.")).rejects.toThrow("no queue");
    expect(await findAuditedActions(app, member.id)).toEqual([]);
    expect((await logIn(app, member)).status).toBe(200);
  });
});
