import { describe, expect, test } from "vitest";
import { sendContactMessage } from "#contract/site/site.ts";
import type { EmailMessage, Mailer } from "#server/platform/adapters/mailer.ts";
import { contactMessage } from "#server/testing/contact-message.ts";
import { testApp } from "#server/testing/test-app.ts";

describe("while the SMTP server is unavailable", () => {
  const got: EmailMessage[] = [];
  let isAway = true;
  const mailer: Mailer = {
    send: async (mail) => {
      if (isAway) throw new Error("not now");
      got.push(mail);
    },
    close: () => undefined,
  };
  const away = testApp({}, { mailer, work: true });

  test("the email of a message is enqueued again after its job has failed", async () => {
    const body = contactMessage();
    expect((await away.call(sendContactMessage, { body })).status).toBe(200);
    const { pool } = away.database;
    // Between two attempts, when no worker holds the job.
    const giveUp = async () =>
      (await pool.query("delete from jobs.job where name = 'email-contact-message' and state = 'retry'")).rowCount;
    await expect.poll(giveUp, { timeout: 10_000 }).toBe(1);
    isAway = false;
    const cleanUp = () => away.ctx.transact((tx) => away.ctx.jobs.send(tx, "cleanup", {}));
    const cleanups = async () =>
      (await pool.query("select count(*)::int as n from jobs.job where name = 'cleanup' and state = 'completed'"))
        .rows[0].n;
    await cleanUp();
    await expect.poll(cleanups, { timeout: 10_000 }).toBe(1);
    expect((await pool.query("select 1 from jobs.job where name = 'email-contact-message'")).rows).toEqual([]);
    await pool.query("update contact_messages set queued_at = now() - interval '13 hours'");
    await cleanUp();
    await expect.poll(() => got.map(({ replyTo }) => replyTo?.address), { timeout: 10_000 }).toEqual([body.email]);
    // The interval starts again.
    const { rows } = await pool.query("select queued_at > now() - interval '1 hour' as anew from contact_messages");
    expect(rows).toEqual([{ anew: true }]);
  });
});
