import { describe, expect, test } from "vitest";
import { sendContactMessage } from "#contract/support.ts";
import type { Mail, Mailer } from "#server/adapters/mailer.ts";
import { contactMessage } from "#server/testing/contact-message.ts";
import { testApp } from "#server/testing/test-app.ts";

describe("while mail does not go out", () => {
  const got: Mail[] = [];
  let isAway = true;
  const mailer: Mailer = {
    send: async (mail) => {
      if (isAway) throw new Error("not now");
      got.push(mail);
    },
    close: () => undefined,
  };
  const away = testApp({}, { mailer, work: true });

  test("a message waits, and is queued anew after its job has given up", async () => {
    const body = contactMessage();
    expect((await away.call(sendContactMessage, { body })).status).toBe(200);
    const { pool } = away.database;
    // Between two tries, when nobody is at it.
    const giveUp = async () =>
      (await pool.query("delete from jobs.job where name = 'mail-contact' and state = 'retry'")).rowCount;
    await expect.poll(giveUp, { timeout: 10_000 }).toBe(1);
    isAway = false;
    const sweep = () => away.ctx.transact((tx) => away.ctx.jobs.send(tx, "sweep", {}));
    const swept = async () =>
      (await pool.query("select count(*)::int as n from jobs.job where name = 'sweep' and state = 'completed'")).rows[0]
        .n;
    await sweep();
    await expect.poll(swept, { timeout: 10_000 }).toBe(1);
    expect((await pool.query("select 1 from jobs.job where name = 'mail-contact'")).rows).toEqual([]);
    await pool.query("update contact_messages set queued_at = now() - interval '13 hours'");
    await sweep();
    await expect.poll(() => got.map(({ replyTo }) => replyTo?.address), { timeout: 10_000 }).toEqual([body.email]);
    // It has its time again before it would be queued once more.
    const { rows } = await pool.query("select queued_at > now() - interval '1 hour' as anew from contact_messages");
    expect(rows).toEqual([{ anew: true }]);
  });
});
