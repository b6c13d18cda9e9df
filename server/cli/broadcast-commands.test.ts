import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { subscribeNewsletter } from "#contract/site/site.ts";
import type { Context } from "#server/context.ts";
import { createBroadcast } from "#server/domains/site/broadcasts.service.ts";
import type { EmailMessage } from "#server/platform/adapters/mailer.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

let failing: ((mail: EmailMessage) => boolean) | undefined;
const post = createFakeMailer();
const mailer = {
  ...post,
  async send(mail: EmailMessage) {
    await post.send(mail);
    if (failing?.(mail)) throw new Error("the line broke");
  },
};
const app = testApp({}, { mailer, work: true, sharedWith: "others" });
const folder = mkdtempSync(join(tmpdir(), "spotter-announce-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (text: string | Buffer): string => {
  const path = join(folder, randomUUID());
  writeFileSync(path, text);
  return path;
};
const BODY = "Spotter has grown.\r\n\r\nThere is a map of gyms now,\nand <more> is to come.\n\n\nSee you there!\n";
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const broadcast = (subject: string, ...more: string[]) =>
  runCommand(app, ["broadcast", "--subject", subject, "--text", file(BODY), "--as", "ada", ...more]);

async function createOptedInMember(): Promise<TestMember> {
  const member = await createMember(app);
  await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
  await query("update notification_preferences set disabled_flags = '{}' where member_id = $1", member.id);
  return member;
}

async function createSubscriber(email = `${randomUUID()}@example.com`): Promise<string> {
  await app.call(subscribeNewsletter, { body: { email } });
  await query("update newsletter_subscribers set state = 'confirmed' where email = $1", email);
  return email;
}

const mailsOf = (subject: string): EmailMessage[] => post.mails.filter((mail) => mail.subject === subject);
const settle = () =>
  expect
    .poll(
      () =>
        query("select 1 from jobs.job where name in ('broadcast-fanout', 'broadcast-email') and state <> 'completed'"),
      {
        timeout: 20_000,
      },
    )
    .toEqual([]);

beforeEach(async () => {
  failing = undefined;
  for (const table of ["broadcast_recipients", "broadcasts", "newsletter_links", "newsletter_subscribers"])
    await query(`delete from ${table}`);
  await query("update notification_preferences set disabled_flags = '{marketing}'");
});

const idle = testApp();

test("enqueues thousands of recipients in pages, each exactly once, even if a page fails or runs twice", async () => {
  const { ctx, database } = idle;
  const ask = async (sql: string) => (await database.pool.query(sql)).rows;
  await ask(`insert into newsletter_subscribers (id, email, email_normalized, state, unsubscribe_hash)
    select gen_random_uuid(), key, key, 'confirmed', sha256(key::bytea) from (select nth || '@example.com' as key from generate_series(1, 2500) nth) as keys`);
  const begun = await ctx.transact((tx) => createBroadcast(ctx, tx, { subject: "To all", body: "News" }));
  const [{ id: broadcastId }] = await ask("select id from broadcasts");
  expect(begun).toEqual({ id: broadcastId });
  let sent = 0;
  const failing: Context = {
    ...ctx,
    jobs: {
      ...ctx.jobs,
      async sendAll(...args) {
        await ctx.jobs.sendAll(...args);
        if (++sent === 2) throw new Error("killed before its commit");
      },
    },
  };
  const page = () => runJob(failing, "broadcast-fanout", { broadcastId });
  const jobs = async () =>
    (
      await ask(
        "select count(*) as many, count(distinct data ->> 'id') as different from jobs.job where name = 'broadcast-email'",
      )
    )[0];
  await page();
  expect(await jobs()).toEqual({ many: 1000, different: 1000 });
  await expect(page()).rejects.toThrow("killed before its commit");
  expect(await jobs()).toEqual({ many: 1000, different: 1000 });
  // A job whose completion was lost runs again beside its successor.
  await Promise.all([page(), page(), page(), page()]);
  expect(await jobs()).toEqual({ many: 2500, different: 2500 });
  expect(await ask("select 1 from broadcasts where queued_at is not null")).toHaveLength(1);
});

describe("a broadcast", () => {
  test("goes to everyone who opted in, once per address, with an unsubscribe link", async () => {
    const [reader, both] = [await createOptedInMember(), await createOptedInMember()];
    const subscriber = await createSubscriber();
    await createSubscriber(both.email);
    await createMember(app);
    expect(await broadcast("What is new")).toMatchObject({
      code: 0,
      out: "Enqueued for 2 members and 2 subscribers (an address that is both gets one email). `jobs` shows the progress.",
    });
    await settle();
    const mails = mailsOf("What is new");
    expect(mails.map(({ to }) => to).sort()).toEqual([reader.email, both.email, subscriber].sort());
    const of = (email: string) => mails.find(({ to }) => to === email);
    expect(of(reader.email)?.unsubscribeUrl).toMatch(new RegExp(`^${SITE}/notifications/unsubscribe/`));
    expect(of(reader.email)?.text).toContain("'News and offers' is on in your settings");
    expect(of(subscriber)?.unsubscribeUrl).toMatch(new RegExp(`^${SITE}/newsletter/unsubscribe/`));
    expect(of(subscriber)?.text).toContain("You get this because you subscribed to our newsletter.");
    expect(of(subscriber)?.text).toContain("There is a map of gyms now,\nand <more> is to come.");
    expect(of(subscriber)?.html).toContain("and &#60;more&#62; is to come.</p>");
    // Recipients are stored hashed only.
    const hashes = await query("select address_hash from broadcast_recipients");
    const hashOf = (email: string) => app.ctx.keyedHash("broadcast", email.toLowerCase());
    expect(hashes.map((row) => row.address_hash).toSorted(Buffer.compare)).toEqual(
      [reader.email, both.email, subscriber].map(hashOf).toSorted(Buffer.compare),
    );
    const [{ target, acting_as, details }] = await query("select * from audit_log where action = 'broadcast'");
    expect([acting_as, details]).toEqual(["ada", { members: 2, subscribers: 2 }]);
    expect(await query("select id from broadcasts where queued_at is not null")).toEqual([{ id: target }]);
  });

  test("skips members who opted out, are unconfirmed, hidden, suspended or demo members", async () => {
    const outside: Record<string, string> = {
      "no e-mail": "update notification_preferences set disabled_flags = '{emailEnabled}' where member_id = $1",
      unconfirmed: "update accounts set email_verified_at = null where member_id = $1",
      hidden: "update members set status = 'hidden' where id = $1",
      suspended: "update members set status = 'suspended' where id = $1",
      demo: "update members set is_demo = true where id = $1",
    };
    for (const change of Object.values(outside)) await query(change, (await createOptedInMember()).id);
    await app.call(subscribeNewsletter, { body: { email: "pending@example.com" } });
    const reader = await createOptedInMember();
    await broadcast("For some");
    await settle();
    expect(mailsOf("For some").map(({ to }) => to)).toEqual([reader.email]);
  });

  test("skips recipients who opted out after it was enqueued", async () => {
    const [stays, leaves] = [await createOptedInMember(), await createOptedInMember()];
    const subscriber = await createSubscriber();
    const { ctx } = app;
    const [broadcastId] = (
      await query(
        "insert into broadcasts (id, subject, body) values (gen_random_uuid(), 'Late', 'Late news') returning id",
      )
    ).map(({ id }) => id as string);
    await query("update notification_preferences set disabled_flags = '{marketing}' where member_id = $1", leaves.id);
    await query("update newsletter_subscribers set state = 'unsubscribed' where email = $1", subscriber);
    const [{ id: subscriberId }] = await query("select id from newsletter_subscribers where email = $1", subscriber);
    await ctx.transact((tx) =>
      ctx.jobs.sendAll(tx, "broadcast-email", [
        { broadcastId: broadcastId ?? "", to: "member", id: stays.id },
        { broadcastId: broadcastId ?? "", to: "member", id: leaves.id },
        { broadcastId: broadcastId ?? "", to: "subscriber", id: subscriberId },
      ]),
    );
    await settle();
    expect(mailsOf("Late").map(({ to }) => to)).toEqual([stays.email]);
  });

  test("retries an email with the same id", async () => {
    const [reader, other] = [await createOptedInMember(), await createOptedInMember()];
    let broken = 0;
    failing = ({ to, subject }) => subject === "Twice" && to === reader.email && ++broken <= 1;
    await broadcast("Twice");
    const again =
      "update jobs.job set start_after = now() where name = 'broadcast-email' and state = 'retry' returning id";
    await expect.poll(() => query(again), { timeout: 10_000 }).toHaveLength(1);
    await settle();
    const mine = mailsOf("Twice").filter(({ to }) => to === reader.email);
    expect(mine).toHaveLength(2);
    expect(new Set(mine.map(({ id }) => id)).size).toBe(1);
    expect(mailsOf("Twice").filter(({ to }) => to === other.email)).toHaveLength(1);
  });

  test("is rejected within four weeks of the last one", async () => {
    await broadcast("First");
    const today = new Date().toISOString().slice(0, 10);
    const { code, err } = await broadcast("Second");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`was sent on ${today}; the next is allowed from \\S+Z\\.$`)),
    ]);
    await query("update broadcasts set created_at = now() - interval '27 days 23 hours'");
    expect((await broadcast("Second")).code).toBe(1);
    await query("update broadcasts set created_at = now() - interval '28 days 1 second'");
    expect((await broadcast("Second")).code).toBe(0);
    expect(await query("select subject from broadcasts order by created_at")).toMatchObject([
      { subject: "First" },
      { subject: "Second" },
    ]);
    await settle();
  });

  test("is created once by concurrent commands", async () => {
    const results = await Promise.all([broadcast("Mine"), broadcast("Yours"), broadcast("Ours")]);
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await settle();
  });

  test("is previewed and counted by --dry-run, and not sent", async () => {
    await createOptedInMember();
    const { code, out } = await broadcast("Only\u0007 a try", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("Dry run: nothing was sent. The email would go to 1 member and 0 subscribers ");
    expect(out).toContain("  Subject: Only� a try\n");
    expect(out).toContain("  and <more> is to come.");
    expect(await query("select 1 from broadcasts")).toEqual([]);
    expect((await broadcast("First")).code).toBe(0);
    await settle();
    expect((await broadcast("Only a try", "--dry-run")).out).toContain("The last one was sent on");
  });

  test("requires a valid subject and a text file", async () => {
    const wrong: [string[], number, string][] = [
      [["--subject", "x"], 2, "`--subject <text>` and `--text <file>` are required."],
      [["--subject", "x", "--text", join(folder, "nowhere")], 1, "cannot be read: ENOENT"],
      [["--subject", "x", "--text", file(Buffer.from([0xff, 0xfe]))], 1, "is not UTF-8 text"],
      [["--subject", "x", "--text", file(" \n")], 1, "The text must have 1 to 20000 characters."],
      [["--subject", " ", "--text", file("x")], 1, "The subject must be one line of 1 to 150 characters."],
      [["--subject", "a\nBcc: b", "--text", file("x")], 1, "The subject must be one line of 1 to 150 characters."],
    ];
    for (const [args, code, message] of wrong) {
      const result = await runCommand(app, ["broadcast", ...args]);
      expect(result.err).toContain(message);
      expect(result.code).toBe(code);
    }
  });
});
