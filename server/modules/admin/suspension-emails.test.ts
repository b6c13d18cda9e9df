import { describe, expect, test } from "vitest";
import { showMember } from "#server/modules/admin/members.service.ts";
import { liftMember, suspendMember } from "#server/modules/admin/suspensions.service.ts";
import { readAuditLog } from "#server/modules/audit/audit.service.ts";
import { suspensionJobs } from "#server/modules/suspensions/suspensions.service.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember } from "#server/testing/members.ts";
import { findAuditedActions } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = createFakeMailer();
const app = testApp({}, { mailer: postBox, work: true });
const BY = { who: "ada", reason: "Sent threats" };

describe("a suspension", () => {
  test("and its end are each emailed once, without the operator's internal reason", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    expect(await suspendMember(app.ctx, BY, member.id, null, "Threats.")).toMatchObject({ change: "same" });
    const { text } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("/contact");
    expect(text).toContain("It has no end of its own.");
    expect(text).toContain("The reason: Threats.");
    await liftMember(app.ctx, BY, member.id);
    await postBox.newest(member.email, "Your account is open again");
    const mails = postBox.mails.filter(({ to }) => to === member.email);
    expect(mails.filter(({ subject }) => /suspended/.test(subject))).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(BY.reason);
    expect(await findAuditedActions(app, member.id)).toEqual(["lift", "suspend"]);
  });

  test("is emailed with its end and the message to the member", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31T18:00Z"), "Photos of <somebody> else.");
    const { text, html } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("ends by itself on January 31, 2999 at 18:00 UTC");
    expect(text).toContain("The reason: Photos of <somebody> else.");
    expect(html).toContain("The reason: Photos of &#60;somebody&#62; else.");
    // Audit log entries are kept forever; the message is not.
    expect(JSON.stringify(await readAuditLog(app.ctx.db, member.id, 50))).not.toContain("Photos");
    const { rows } = await app.database.pool.query("select 1 from suspensions where member_message like 'Photos%'");
    expect(rows).toHaveLength(1);
    await liftMember(app.ctx, BY, member.id);
    const { rows: after } = await app.database.pool.query(
      "select 1 from suspensions where member_message like 'Photos%'",
    );
    expect(after).toEqual([]);
  });

  test("gets new terms only with `change`, and the member is emailed", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31"), "Threats.");
    await expect(suspendMember(app.ctx, BY, member.id, null, "Threats.")).rejects.toThrow(
      "The member is already suspended until January 31, 2999 at 00:00 UTC. Use `--change` to replace the terms.",
    );
    expect((await showMember(app.ctx, BY, member.id)).suspended).toMatchObject({ until: new Date("2999-01-31") });
    const changed = await suspendMember(app.ctx, BY, member.id, null, "More of the same.", true);
    expect(changed).toMatchObject({
      change: "changed",
      was: { until: new Date("2999-01-31"), memberMessage: "Threats." },
    });
    const { text } = await postBox.newest(member.email, "Your suspension has changed");
    expect(text).toContain("It has no end of its own.");
    expect(text).toContain("The reason: More of the same.");
    const [, entry] = await readAuditLog(app.ctx.db, member.id, 2);
    expect((await readAuditLog(app.ctx.db, member.id, 1))[0]).toMatchObject({
      details: { until: null, was: "2999-01-31T00:00:00.000Z", message: "yes" },
    });
    expect(entry?.action).toBe("show member");
  });

  test("that is over is not emailed any more", async () => {
    const member = await createMember(app);
    await suspensionJobs(app.ctx)["email-account-status"]({ memberId: member.id, event: "suspended" }, "late");
    expect(postBox.mails.filter(({ to }) => to === member.email)).toEqual([]);
  });
});
