import { afterAll, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { createSmtpMailer } from "#server/platform/adapters/mailer.ts";
import { type Fault, type MailServer, startMailServer } from "#server/testing/fake-smtp-server.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const FROM = "Spotter <hello@spotter.example>";
const PATIENCE_MS = 500;

/** The server's faults for the first emails to each recipient. */
const WRONG: readonly (readonly Fault[])[] = [
  ["refuses", "refuses"],
  ["delays"],
  ["drops in the middle"],
  ["drops after taking it"],
  ["refuses", "drops in the middle", "drops after taking it"],
  [],
];

let server: MailServer | undefined;
/** The address of a server that is down: nothing listens there. */
let mailer = createSmtpMailer("smtp://127.0.0.1:1", FROM, 5, { timeoutMs: PATIENCE_MS });
let tries = 0;
const app = testApp(
  {},
  {
    work: true,
    now: () => new Date(Date.now() + 6 * 60_000),
    mailer: {
      send(mail) {
        // Ignores the emails of the signup.
        if (!mail.unsubscribeUrl) return Promise.resolve();
        tries++;
        return mailer.send(mail);
      },
      close: () => undefined,
    },
  },
);
afterAll(async () => {
  mailer.close();
  await server?.close();
});

test("a server that is down, refuses, delays and disconnects gets every email in the end, and twice only what it had accepted", async () => {
  const admirer = await createMember(app);
  const members = await Promise.all(WRONG.map(() => createMember(app)));
  await app.database.pool.query("update accounts set email_verified_at = now() where member_id <> $1", [admirer.id]);
  await Promise.all(
    members.slice(0, 5).map(({ id }) => app.call(sendCrush, { body: { recipientId: id } }, admirer.token)),
  );
  const last = members[5] as TestMember;
  await app.call(sendCrush, { body: { recipientId: last.id } }, (await createMember(app)).token);
  await app.database.pool.query("delete from notifications where cause = 'low_balance'");
  await runJob(app.ctx, "notification-digest", {});
  await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThanOrEqual(WRONG.length);

  const faults = new Map(members.map(({ email }, i) => [email, [...(WRONG[i] ?? [])]]));
  const away = mailer;
  server = await startMailServer((to) => faults.get(to)?.shift());
  mailer = createSmtpMailer(server.url, FROM, 5, { timeoutMs: PATIENCE_MS });
  away.close();
  // Tries again at once, as if the time for it had come.
  const again = "update jobs.job set start_after = now() where name = 'email-notification' and state = 'retry'";
  const open = "select 1 from jobs.job where name = 'email-notification' and state <> 'completed'";
  const left = async () => {
    await app.database.pool.query(again);
    return (await app.database.pool.query(open)).rowCount;
  };
  await expect.poll(left, { timeout: 30_000, interval: 200 }).toBe(0);

  const got = server.received;
  const times = members.map(({ email }) => got.filter(({ to }) => to === email));
  expect(times.map(({ length }) => length)).toEqual([1, 1, 1, 2, 2, 1]);
  for (const mails of times) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(new Set(got.map(({ messageId }) => messageId)).size).toBe(WRONG.length);
  for (const { text } of got) {
    expect(text).toContain("Subject: You have a new crush");
    expect(text.replace(/\r\n[ \t]+/g, " ")).toMatch(
      /^List-Unsubscribe: <https:\/\/spotter\.test\/notifications\/unsubscribe\//m,
    );
  }
}, 60_000);
