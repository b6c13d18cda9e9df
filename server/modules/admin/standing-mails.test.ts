import { describe, expect, test } from "vitest";
import { readLog } from "#server/modules/admin/audit.service.ts";
import { showMember } from "#server/modules/admin/lookup.service.ts";
import { liftMember, standingJobs, suspendMember } from "#server/modules/admin/standing.service.ts";
import { actsOn } from "#server/testing/acts.ts";
import { makeMember } from "#server/testing/members.ts";
import { makePostBox } from "#server/testing/post-box.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = makePostBox();
const app = testApp({}, { mailer: postBox, work: true });
const BY = { who: "ada", reason: "Sent threats" };

describe("a suspension", () => {
  test("is told by mail, once, and so is its end; never what the operator notes for themselves", async () => {
    const member = await makeMember(app);
    await suspendMember(app.ctx, BY, member.id, null);
    expect(await suspendMember(app.ctx, BY, member.id, null)).toMatchObject({ change: "same" });
    const { text } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("/contact");
    expect(text).toContain("It has no end of its own.");
    expect(text).not.toContain("The reason:");
    await liftMember(app.ctx, BY, member.id);
    await postBox.newest(member.email, "Your account is open again");
    const mails = postBox.mails.filter(({ to }) => to === member.email);
    expect(mails.filter(({ subject }) => /suspended/.test(subject))).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(BY.reason);
    expect(await actsOn(app, member.id)).toEqual(["lift", "suspend"]);
  });

  test("says until when, and the reason that is to be told", async () => {
    const member = await makeMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31T18:00Z"), "Photos of <somebody> else.");
    const { text, html } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("ends by itself on January 31, 2999 at 18:00 UTC");
    expect(text).toContain("The reason: Photos of <somebody> else.");
    expect(html).toContain("The reason: Photos of &#60;somebody&#62; else.");
    // An entry of the log stays for good, and what somebody was told does not.
    expect(JSON.stringify(await readLog(app.ctx.db, member.id, 50))).not.toContain("Photos");
    const { rows } = await app.database.pool.query("select 1 from suspensions where told like 'Photos%'");
    expect(rows).toHaveLength(1);
    await liftMember(app.ctx, BY, member.id);
    const { rows: after } = await app.database.pool.query("select 1 from suspensions where told like 'Photos%'");
    expect(after).toEqual([]);
  });

  test("that there is already gets other terms on purpose only, and its member hears of them", async () => {
    const member = await makeMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31"));
    await expect(suspendMember(app.ctx, BY, member.id, null)).rejects.toThrow(
      "They are suspended already, until January 31, 2999 at 00:00 UTC: --change gives them other terms",
    );
    expect((await showMember(app.ctx, BY, member.id)).suspended).toMatchObject({ until: new Date("2999-01-31") });
    const changed = await suspendMember(app.ctx, BY, member.id, null, "More of the same.", true);
    expect(changed).toMatchObject({ change: "changed", was: { until: new Date("2999-01-31"), told: "" } });
    const { text } = await postBox.newest(member.email, "Your suspension has changed");
    expect(text).toContain("It has no end of its own.");
    expect(text).toContain("The reason: More of the same.");
    const [, entry] = await readLog(app.ctx.db, member.id, 2);
    expect((await readLog(app.ctx.db, member.id, 1))[0]).toMatchObject({
      details: { until: null, was: "2999-01-31T00:00:00.000Z", told: "why" },
    });
    expect(entry?.act).toBe("show member");
  });

  test("whose mail comes too late is not told of any more", async () => {
    const member = await makeMember(app);
    await standingJobs(app.ctx)["mail-standing"]({ memberId: member.id, news: "suspended" }, "late");
    expect(postBox.mails.filter(({ to }) => to === member.email)).toEqual([]);
  });
});
