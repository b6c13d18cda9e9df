import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { CAUSE_NAMES, type CauseName, NOTIFICATION_CAUSES } from "#contract/notifications/notification-causes.ts";
import { unsubscribeEmails } from "#contract/notifications/notifications.ts";
import { unsubscribeUrl } from "#server/domains/notifications/preferences/preferences.service.ts";
import { createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { notificationHarness } from "#server/testing/notification-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE } from "#server/testing/test-app.ts";

const { app, mails, query, runEmailJobs: send, settle, subjectsTo, runDigest: sweep } = notificationHarness();

const tokenOf = async ({ id }: TestMember, cause: CauseName) =>
  (await unsubscribeUrl(app.ctx, id, cause)).split("/").at(-1) ?? "";
const end = (token: string, all?: boolean) => app.call(unsubscribeEmails, { params: { token }, body: { all } });
const flagsOf = async ({ token }: TestMember) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.notifications;
const off = async (me: TestMember) => Object.entries(await flagsOf(me)).flatMap(([flag, on]) => (on ? [] : [flag]));

const DAY_MS = 24 * 3600 * 1000;
const OFF_AT_FIRST = ["someoneNew", "marketing"];

describe("the unsubscribe link of an email", () => {
  test("is in its text and its headers, and works with one click in an email client", async () => {
    const [me, one, two] = await Promise.all([createMember(app), createMember(app), createMember(app)]);
    await settle(me);
    await app.call(sendCrush, { body: { recipientId: me.id } }, one.token);
    await sweep(6);
    await send();
    const [mail] = mails.filter(({ to }) => to === me.email);
    expect(mail?.unsubscribeUrl).toMatch(new RegExp(`^${SITE}/notifications/unsubscribe/[\\w.-]+$`));
    expect(mail?.text).toContain(`Unsubscribe: ${mail?.unsubscribeUrl}`);

    const device = await connectDevice(app, me.token);
    for (const body of ["List-Unsubscribe=One-Click", null]) {
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const { pathname } = new URL(mail?.unsubscribeUrl ?? "");
      const answer = await app.fetch(pathname, { method: "POST", body, headers: body === null ? {} : type });
      expect(answer).toMatchObject({ status: 200, body: { text: "You are unsubscribed." } });
      expect(await off(me)).toEqual(["crushReceived", ...OFF_AT_FIRST]);
    }
    expect(await device.waitFor("settings_changed")).toEqual({ what: "notifications" });
    device.close();

    await app.call(sendCrush, { body: { recipientId: me.id } }, two.token);
    await sweep(6);
    await send();
    expect(subjectsTo(me)).toEqual(["You have a new crush"]);
  });

  test.each(CAUSE_NAMES)("ends %s only, or all emails, and is idempotent", async (cause) => {
    const me = await createMember(app);
    await query(
      "update notification_preferences set disabled_flags = '{}', someone_new_looked_at = now() where member_id = $1",
      me.id,
    );
    const token = await tokenOf(me, cause);
    for (let times = 0; times < 2; times++) {
      expect(await end(token)).toMatchObject({ status: 200, body: { success: true, cause } });
      expect(await off(me)).toEqual([NOTIFICATION_CAUSES[cause].flag]);
    }
    expect((await end(token, true)).body).toEqual({ success: true, cause });
    expect((await off(me)).toSorted()).toEqual(["emailEnabled", NOTIFICATION_CAUSES[cause].flag].toSorted());
  });

  test("loses no other link that is used at the same moment", async () => {
    const me = await createMember(app);
    await query(
      "update notification_preferences set disabled_flags = '{}', someone_new_looked_at = now() where member_id = $1",
      me.id,
    );
    const tokens = await Promise.all([...CAUSE_NAMES, ...CAUSE_NAMES].map((cause) => tokenOf(me, cause)));
    const replies = await Promise.all(tokens.map((token) => end(token)));
    expect(replies.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect((await off(me)).toSorted()).toEqual(CAUSE_NAMES.map((cause) => NOTIFICATION_CAUSES[cause].flag).toSorted());
    const [row] = await query(
      "select disabled_flags as flags from notification_preferences where member_id = $1",
      me.id,
    );
    expect(row?.["flags"]).toHaveLength(CAUSE_NAMES.length - 1);
  });

  test("changes nothing when it is only opened", async () => {
    const me = await createMember(app);
    const token = await tokenOf(me, "match");
    for (const path of [`/notifications/unsubscribe/${token}`, `/api/notifications/unsubscribe/${token}`])
      await app.fetch(path);
    expect(await off(me)).toEqual(OFF_AT_FIRST);
  });

  test("is valid for one member and one category, and not for deleted members", async () => {
    const [me, other] = await Promise.all([createMember(app), createMember(app)]);
    const token = await tokenOf(me, "match");
    const [id = "", cause = "", endDay = "", signature = ""] = token.split(".");
    const wrong = [
      `${other.id}.${cause}.${endDay}.${signature}`,
      `${id}.message.${endDay}.${signature}`,
      `${id}.all.${endDay}.${signature}`,
      `${id}.${cause}.${Number(endDay) + 1}.${signature}`,
      `${id}.${cause}.${endDay}.${signature.slice(1)}`,
      `${id}.${cause}.${signature}`,
      `${id}.${cause}.${endDay}.`,
      `${id}.${cause}.${endDay}`,
      `${id}.${cause}`,
      `${token}.${signature}`,
      `${id.toUpperCase()}.${cause}.${endDay}.${signature}`,
      "é",
      "%00",
      "x",
    ];
    for (const one of wrong) expect(await end(one)).toMatchObject({ status: 400, body: { code: "token_invalid" } });
    expect((await app.fetch("/notifications/unsubscribe/x", { method: "POST" })).status).toBe(400);
    expect([...(await off(me)), ...(await off(other))]).toEqual([...OFF_AT_FIRST, ...OFF_AT_FIRST]);

    await query("update members set status = 'suspended' where id = $1", me.id);
    expect((await end(token)).status).toBe(200);
    await query("update members set status = 'active' where id = $1", me.id);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token);
    expect(await end(token)).toMatchObject({ status: 400, body: { code: "token_invalid" } });
  });

  test("works for a year, also if it was sent without an end", async () => {
    const me = await createMember(app);
    const token = await tokenOf(me, "match");
    const [secret] = await query("select value from secrets where name = 'unsubscribing'");
    const signature = createHmac("sha256", secret?.["value"] as Buffer)
      .update(`${me.id} match`)
      .digest();
    const endless = `${me.id}.match.${signature.subarray(0, 20).toString("base64url")}`;
    const now = vi.spyOn(app.ctx, "now");
    try {
      const expectStatus = async (of: string, at: Date, status: number) => {
        now.mockReturnValue(at);
        expect((await end(of)).status, at.toISOString()).toBe(status);
      };
      await expectStatus(token, new Date(Date.now() + 364 * DAY_MS), 200);
      await expectStatus(token, new Date(Date.now() + 366 * DAY_MS), 400);
      await expectStatus(endless, new Date("2027-11-30"), 200);
      await expectStatus(endless, new Date("2027-12-01"), 400);
    } finally {
      now.mockRestore();
    }
  });
});
