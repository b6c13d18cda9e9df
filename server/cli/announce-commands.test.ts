import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { subscribeNewsletter } from "#contract/support.ts";
import type { Mail } from "#server/adapters/mailer.ts";
import type { Context } from "#server/context.ts";
import { announcingJobs, beginAnnouncement } from "#server/modules/support/announcing.service.ts";
import { commandAt } from "#server/testing/command.ts";
import { makeMember, type TestMember } from "#server/testing/members.ts";
import { makePostBox } from "#server/testing/post-box.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

/** Fails the next mails of this kind, after it has taken them. */
let failing: ((mail: Mail) => boolean) | undefined;
const post = makePostBox();
const mailer = {
  ...post,
  async send(mail: Mail) {
    await post.send(mail);
    if (failing?.(mail)) throw new Error("the line broke");
  },
};
const app = testApp({}, { mailer, work: true, beside: "others" });
const folder = mkdtempSync(join(tmpdir(), "spotter-announce-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (text: string | Buffer): string => {
  const path = join(folder, randomUUID());
  writeFileSync(path, text);
  return path;
};
const BODY = "Spotter has grown.\r\n\r\nThere is a map of gyms now,\nand <more> is to come.\n\n\nSee you there!\n";
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const announce = (subject: string, ...more: string[]) =>
  commandAt(app, ["announce", "--subject", subject, "--text", file(BODY), "--as", "ada", ...more]);

/** A member who wants news, and has confirmed their address. */
async function makeReader(): Promise<TestMember> {
  const member = await makeMember(app);
  await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
  await query("update notification_preferences set marketing = true where member_id = $1", member.id);
  return member;
}

async function makeSubscriber(email = `${randomUUID()}@example.com`): Promise<string> {
  await app.call(subscribeNewsletter, { body: { email } });
  await query("update newsletter_subscribers set state = 'confirmed' where email = $1", email);
  return email;
}

const mailsOf = (subject: string): Mail[] => post.mails.filter((mail) => mail.subject === subject);
/** Waits until every job of an announcement is done. */
const settle = () =>
  expect
    .poll(
      () => query("select 1 from jobs.job where name in ('announce', 'mail-announcement') and state <> 'completed'"),
      {
        timeout: 20_000,
      },
    )
    .toEqual([]);

beforeEach(async () => {
  failing = undefined;
  for (const table of ["announcement_mails", "announcements", "newsletter_links", "newsletter_subscribers"])
    await query(`delete from ${table}`);
  await query("update notification_preferences set marketing = false");
});

const idle = testApp();

test("an announcement to thousands is made into jobs a page at a time, and whatever fails in between none is left out or there twice", async () => {
  const { ctx, database } = idle;
  const ask = async (sql: string) => (await database.pool.query(sql)).rows;
  await ask(`insert into newsletter_subscribers (id, email, email_key, state, unsubscribe_hash)
    select gen_random_uuid(), key, key, 'confirmed', sha256(key::bytea) from (select nth || '@example.com' as key from generate_series(1, 2500) nth) as keys`);
  const begun = await ctx.transact((tx) => beginAnnouncement(ctx, tx, { subject: "To all", body: "News" }));
  const [{ id: announcementId }] = await ask("select id from announcements");
  expect(begun).toEqual({ id: announcementId });
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
  const page = () => announcingJobs(failing).announce({ announcementId }, "");
  const jobs = async () =>
    (
      await ask(
        "select count(*) as many, count(distinct data ->> 'id') as different from jobs.job where name = 'mail-announcement'",
      )
    )[0];
  await page();
  expect(await jobs()).toEqual({ many: 1000, different: 1000 });
  await expect(page()).rejects.toThrow("killed before its commit");
  expect(await jobs()).toEqual({ many: 1000, different: 1000 });
  // A job whose end was lost is done again beside the one that followed it.
  await Promise.all([page(), page(), page(), page()]);
  expect(await jobs()).toEqual({ many: 2500, different: 2500 });
  expect(await ask("select 1 from announcements where queued_at is not null")).toHaveLength(1);
});

describe("an announcement", () => {
  test("goes to everybody who wants it, once to an address, with what ends it", async () => {
    const [reader, both] = [await makeReader(), await makeReader()];
    const subscriber = await makeSubscriber();
    await makeSubscriber(both.email);
    await makeMember(app);
    expect(await announce("What is new")).toMatchObject({
      code: 0,
      out: "On its way to 2 members and 2 subscribers; an address that is both gets one mail. `jobs` shows how many wait.",
    });
    await settle();
    const mails = mailsOf("What is new");
    expect(mails.map(({ to }) => to).sort()).toEqual([reader.email, both.email, subscriber].sort());
    const of = (email: string) => mails.find(({ to }) => to === email);
    expect(of(reader.email)?.unsubscribe).toMatch(new RegExp(`^${SITE}/notifications/unsubscribe/`));
    expect(of(reader.email)?.text).toContain("'News and offers' is on in your settings");
    expect(of(subscriber)?.unsubscribe).toMatch(new RegExp(`^${SITE}/newsletter/unsubscribe/`));
    expect(of(subscriber)?.text).toContain("You get this because you subscribed to our newsletter.");
    expect(of(subscriber)?.text).toContain("There is a map of gyms now,\nand <more> is to come.");
    expect(of(subscriber)?.html).toContain("and &#60;more&#62; is to come.</p>");
    // Whoever has the database alone cannot find out to whom it went.
    const hashes = await query("select address_hash from announcement_mails");
    const hashOf = (email: string) => app.ctx.keyedHash("announcement", email.toLowerCase());
    expect(hashes.map((row) => row.address_hash).toSorted(Buffer.compare)).toEqual(
      [reader.email, both.email, subscriber].map(hashOf).toSorted(Buffer.compare),
    );
    const [{ target, acting_as, details }] = await query("select * from audit_log where act = 'announce'");
    expect([acting_as, details]).toEqual(["ada", { members: 2, subscribers: 2 }]);
    expect(await query("select id from announcements where queued_at is not null")).toEqual([{ id: target }]);
  });

  test("goes to nobody who does not want it, has not confirmed their address, or is not there", async () => {
    const outside: Record<string, string> = {
      "no e-mail": "update notification_preferences set email_enabled = false where member_id = $1",
      unconfirmed: "update accounts set email_verified_at = null where member_id = $1",
      hidden: "update members set standing = 'hidden' where id = $1",
      suspended: "update members set standing = 'suspended' where id = $1",
      demo: "update members set is_demo = true where id = $1",
    };
    for (const change of Object.values(outside)) await query(change, (await makeReader()).id);
    await app.call(subscribeNewsletter, { body: { email: "pending@example.com" } });
    const reader = await makeReader();
    await announce("For some");
    await settle();
    expect(mailsOf("For some").map(({ to }) => to)).toEqual([reader.email]);
  });

  test("is not sent to whoever has ended it before their mail was written", async () => {
    const [stays, leaves] = [await makeReader(), await makeReader()];
    const subscriber = await makeSubscriber();
    const { ctx } = app;
    const [announcementId] = (
      await query(
        "insert into announcements (id, subject, body) values (gen_random_uuid(), 'Late', 'Late news') returning id",
      )
    ).map(({ id }) => id as string);
    await query("update notification_preferences set marketing = false where member_id = $1", leaves.id);
    await query("update newsletter_subscribers set state = 'unsubscribed' where email = $1", subscriber);
    const [{ id: subscriberId }] = await query("select id from newsletter_subscribers where email = $1", subscriber);
    await ctx.transact((tx) =>
      ctx.jobs.sendAll(tx, "mail-announcement", [
        { announcementId: announcementId ?? "", to: "member", id: stays.id },
        { announcementId: announcementId ?? "", to: "member", id: leaves.id },
        { announcementId: announcementId ?? "", to: "subscriber", id: subscriberId },
      ]),
    );
    await settle();
    expect(mailsOf("Late").map(({ to }) => to)).toEqual([stays.email]);
  });

  test("that is tried again is the same mail, and goes to no address that another has by then", async () => {
    const [reader, other] = [await makeReader(), await makeReader()];
    let broken = 0;
    failing = ({ to, subject }) => subject === "Twice" && to === reader.email && ++broken <= 1;
    await announce("Twice");
    const again =
      "update jobs.job set start_after = now() where name = 'mail-announcement' and state = 'retry' returning id";
    await expect.poll(() => query(again), { timeout: 10_000 }).toHaveLength(1);
    await settle();
    const mine = mailsOf("Twice").filter(({ to }) => to === reader.email);
    expect(mine).toHaveLength(2);
    expect(new Set(mine.map(({ id }) => id)).size).toBe(1);
    expect(mailsOf("Twice").filter(({ to }) => to === other.email)).toHaveLength(1);
  });

  test("is refused within four weeks of the last one, with the day", async () => {
    await announce("First");
    const today = new Date().toISOString().slice(0, 10);
    const { code, err } = await announce("Second");
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`went out on ${today}, the next may from \\S+Z on$`)),
    ]);
    await query("update announcements set created_at = now() - interval '27 days 23 hours'");
    expect((await announce("Second")).code).toBe(1);
    await query("update announcements set created_at = now() - interval '28 days 1 second'");
    expect((await announce("Second")).code).toBe(0);
    expect(await query("select subject from announcements order by created_at")).toMatchObject([
      { subject: "First" },
      { subject: "Second" },
    ]);
    await settle();
  });

  test("of two operators at the same moment is one", async () => {
    const told = await Promise.all([announce("Mine"), announce("Yours"), announce("Ours")]);
    expect(told.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    await settle();
  });

  test("is shown and counted before it is sent, and then nothing is", async () => {
    await makeReader();
    const { code, out } = await announce("Only\u0007 a try", "--dry-run");
    expect(code).toBe(0);
    expect(out).toContain("Nothing is sent. It would go to 1 member and 0 subscribers;");
    expect(out).toContain("  Subject: Only� a try\n");
    expect(out).toContain("  and <more> is to come.");
    expect(await query("select 1 from announcements")).toEqual([]);
    expect((await announce("First")).code).toBe(0);
    await settle();
    expect((await announce("Only a try", "--dry-run")).out).toContain("the last one went out on");
  });

  test("without words, or with a file that is none, is not understood or refused", async () => {
    const wrong: [string[], number, string][] = [
      [["--subject", "x"], 2, "Give --subject <words> and --text <file>"],
      [["--subject", "x", "--text", join(folder, "nowhere")], 1, "cannot be read: ENOENT"],
      [["--subject", "x", "--text", file(Buffer.from([0xff, 0xfe]))], 1, "is no text in UTF-8"],
      [["--subject", "x", "--text", file(" \n")], 1, "The text has 1 to 20000 letters"],
      [["--subject", " ", "--text", file("x")], 1, "The subject is one line of 1 to 150 letters"],
      [["--subject", "a\nBcc: b", "--text", file("x")], 1, "The subject is one line of 1 to 150 letters"],
    ];
    for (const [args, code, said] of wrong) {
      const told = await commandAt(app, ["announce", ...args]);
      expect(told.err).toContain(said);
      expect(told.code).toBe(code);
    }
  });
});
