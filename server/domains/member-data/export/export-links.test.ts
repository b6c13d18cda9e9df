import { describe, expect, test, vi } from "vitest";
import { deleteAccount, openExportLink } from "#contract/member-data/member-data.ts";
import { sendDataCopy } from "#contract/moderation/data-copies.ts";
import { deleteMember } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { findStatus } from "#server/domains/members/members.queries.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { liftMember, suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { createConfirmedMember, createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { findAuditedActions } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { callStaff, createStaff, type TestStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const mailer = createFakeMailer();
const app = testApp({}, { mailer, work: true });
const BY = { who: "ada", reason: "Sent threats" };
const SUBJECT = "Your copy of your data";
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

async function createSuspended(): Promise<TestMember> {
  const member = await createConfirmedMember(app);
  await suspendMember(app.ctx, BY, member.id, null, "Threats.");
  return member;
}
const send = (member: Pick<TestMember, "id">, staff: TestStaff) =>
  callStaff(app, sendDataCopy, { params: { memberId: member.id } }, staff);
const mailsTo = ({ email }: TestMember) =>
  mailer.mails.filter(({ to, subject }) => to === email && subject === SUBJECT);
const press = (token: string) => app.call(openExportLink, { params: { token } });
/** Later than the ten minutes in which a repeat sends nothing. */
const wait = (member: TestMember, time = "11 minutes") =>
  query("update export_links set created_at = created_at - $2::interval where member_id = $1", member.id, time);

/** @returns the token in the latest email, of so many */
async function tokenOf(member: TestMember, mails = 1): Promise<string> {
  await expect.poll(() => mailsTo(member).length, { timeout: 10_000 }).toBe(mails);
  const path = findLink(mailsTo(member).at(-1) as never);
  expect(path).toMatch(/^\/data-copy\/[\w-]{43}$/);
  return path.slice("/data-copy/".length);
}

async function sendTo(member: TestMember, staff: TestStaff): Promise<string> {
  const before = mailsTo(member).length;
  expect((await send(member, staff)).body.isRepeated).toBe(false);
  return tokenOf(member, before + 1);
}

async function download(token: string) {
  // The end of the download before is recorded after its last byte.
  const url = await vi.waitFor(async () => {
    const { status, body } = await press(token);
    expect(status).toBe(200);
    return body.url;
  }, 10_000);
  const reply = await fetch(app.address + url);
  return { reply, files: await readZip(Buffer.from(await reply.arrayBuffer())) };
}

describe("a copy of a suspended member's data", () => {
  test("is downloaded by the emailed link, without a login, while the suspension stays", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const token = await sendTo(member, staff);
    const { reply, files } = await download(token);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    expect(JSON.parse(String(files.get("account.json")))).toMatchObject({ username: member.username });
    expect(JSON.parse(String(files.get("sessions.json"))).emailedLinks).toMatchObject([{ downloads: 1 }]);
    expect(await findStatus(app.ctx.db, member.id)).toBe("suspended");
    const [entry] = await readAuditLog(app.ctx.db, member.id, 1);
    expect(entry).toMatchObject({ action: "send data copy", actor: staff.name, details: {} });
    expect(
      await query("select outcome from security_events where kind = 'download' and member_id = $1", member.id),
    ).toEqual([{ outcome: "requested_by_link" }]);
    const [stored] = await query("select encode(token_hash, 'escape') as hash from export_links");
    expect(stored.hash).not.toContain(token);
  });

  test("is sent to a confirmed address of a suspended member only", async () => {
    const staff = await createStaff(app);
    const [active, unconfirmed, gone] = [
      await createConfirmedMember(app),
      await createMember(app),
      await createSuspended(),
    ];
    await suspendMember(app.ctx, BY, unconfirmed.id, null, "Threats.");
    await deleteMember(app.ctx, BY, gone.id);
    for (const [member, status, code] of [
      [active, 409, "member_not_suspended"],
      [unconfirmed, 409, "address_unconfirmed"],
      [gone, 404, "not_found"],
      [{ id: crypto.randomUUID() }, 404, "not_found"],
    ] as const) {
      const refused = await send(member, staff);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    expect(await query("select 1 from audit_log where action = 'send data copy' and target = $1", active.id)).toEqual(
      [],
    );
    // Confirmed when the link was made, and not any more when its email is sent.
    const changed = await createSuspended();
    await sendTo(changed, staff);
    await query("update accounts set email_verified_at = null where member_id = $1", changed.id);
    const [link] = await query("select id from export_links where member_id = $1", changed.id);
    await runJob(app.ctx, "email-export-link", { linkId: link.id }, "again");
    expect(mailsTo(changed)).toHaveLength(1);
  });

  test("is sent once if it is asked for again within ten minutes, also at the same time", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(member, staff)));
    expect(replies.filter(({ body }) => !body.isRepeated)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.sentAt)).size).toBe(1);
    await tokenOf(member);
    expect(await findAuditedActions(app, member.id)).toEqual(["send data copy", "suspend"]);
  });

  test("is sent three times a day; a newer link ends the one before", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const first = await sendTo(member, staff);
    const { url } = (await press(first)).body;
    await wait(member);
    const second = await sendTo(member, staff);
    expect((await press(first)).body.code).toBe("token_invalid");
    expect((await app.fetch(url)).body.code).toBe("token_invalid");
    expect((await press(second)).status).toBe(200);
    await wait(member);
    await sendTo(member, staff);
    await wait(member);
    const refused = await send(member, staff);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    await wait(member, "24 hours");
    expect((await send(member, staff)).status).toBe(200);
  });

  test("has a repeated email with the same link", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const token = await sendTo(member, staff);
    const [link] = await query("select id from export_links where member_id = $1", member.id);
    await runJob(app.ctx, "email-export-link", { linkId: link.id }, "again");
    expect(await tokenOf(member, 2)).toBe(token);
    await liftMember(app.ctx, BY, member.id);
    await runJob(app.ctx, "email-export-link", { linkId: link.id }, "late");
    expect(mailsTo(member)).toHaveLength(2);
  });
});

describe("an emailed link", () => {
  test("is not used up by who follows it, and counts a download once it starts", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const token = await sendTo(member, staff);
    for (const method of ["GET", "HEAD"])
      for (const path of [`/data-copy/${token}`, `/api/export-links/${token}`])
        await fetch(app.address + path, { method });
    await press(token);
    for (let i = 0; i < 3; i++) expect((await download(token)).files.has("account.json")).toBe(true);
    expect((await press(token)).body.code).toBe("token_invalid");
    expect(await query("select downloads from export_links where member_id = $1", member.id)).toEqual([
      { downloads: 3 },
    ]);
  });

  test("has three downloads, also at the same time", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const token = await sendTo(member, staff);
    await query("update export_links set downloads = 2 where member_id = $1", member.id);
    const urls = [(await press(token)).body.url, (await press(token)).body.url];
    const replies = await Promise.all(
      urls.map(async (url) => {
        const reply = await fetch(app.address + url);
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
    expect(replies.toSorted()).toEqual([200, expect.any(Number)]);
    expect(Math.max(...replies)).toBeGreaterThanOrEqual(400);
    expect(await query("select downloads from export_links where member_id = $1", member.id)).toEqual([
      { downloads: 3 },
    ]);
  });

  test("ends after 72 hours, with the suspension, and with the account", async () => {
    const staff = await createStaff(app);
    const [late, free, gone] = [await createSuspended(), await createSuspended(), await createSuspended()];
    const tokens = [await sendTo(late, staff), await sendTo(free, staff), await sendTo(gone, staff)];
    const urls = await Promise.all(tokens.map(async (token) => (await press(token)).body.url));
    await wait(late, "72 hours");
    await liftMember(app.ctx, BY, free.id);
    await deleteMember(app.ctx, BY, gone.id);
    for (const token of tokens) expect((await press(token)).body.code).toBe("token_invalid");
    for (const url of urls) expect((await app.fetch(url)).body.code).toBe("token_invalid");
    expect(await query("select 1 from export_links where member_id = $1", gone.id)).toEqual([]);
    await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "cleanup", {}));
    const rest = () => query("select member_id from export_links where member_id = any($1)", [late.id, free.id]);
    await expect.poll(rest, { timeout: 10_000 }).toEqual([{ member_id: free.id }]);
  });

  test("logs nobody in, and is no member's own download", async () => {
    const [member, staff] = [await createSuspended(), await createStaff(app)];
    const { url } = (await press(await sendTo(member, staff))).body;
    const body = { password: PASSWORD };
    expect((await app.call(deleteAccount, { body }, member.token)).status).toBe(401);
    // The minute of the path that a press leads to.
    await query("update data_exports set created_at = now() - interval '61 seconds' where member_id = $1", member.id);
    expect((await app.fetch(url)).status).toBe(400);
  });
});
