import { expect } from "vitest";
import { MINUTE_MS } from "#contract/durations.ts";
import * as contacts from "#contract/training/trusted-contacts.ts";
import type { JobData } from "#server/jobs.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { newEmail, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

/** The test sends the mails to contacts, at simulated times. */
export function trustedContacts() {
  const mailer = createFakeMailer();
  const { mails } = mailer;
  let minutesLater = 0;
  const app = testApp({}, { mailer, now: () => new Date(Date.now() + minutesLater * MINUTE_MS) });
  const query = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await app.database.pool.query(sql, values)).rows;

  /** Asks somebody, as a member who has confirmed their email. */
  async function add(me: TestMember, email: string, name = "Kim") {
    await query(
      "update accounts set email_verified_at = coalesce(email_verified_at, now()) where member_id = $1",
      me.id,
    );
    return app.call(contacts.addTrustedContact, { body: { name, knownAs: "Ana", email } }, me.token);
  }

  /** @returns the number of jobs */
  async function runEmails(): Promise<number> {
    const jobs = await query("delete from jobs.job where name = 'email-trusted-contact' returning id, data");
    for (const { id, data } of jobs)
      await runJob(app.ctx, "email-trusted-contact", data as JobData["email-trusted-contact"], String(id));
    return jobs.length;
  }

  function linkTo(email: string, page: "trusted" | "d"): string {
    const found = mails
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => [...text.matchAll(new RegExp(`/${page}/[\\w-]+`, "g"))]);
    const path = found.at(-1)?.[0];
    if (path === undefined) throw new Error(`no link to /${page} for ${email}`);
    return path;
  }

  const read = async (response: Response) => ({
    status: response.status,
    headers: response.headers,
    html: await response.text(),
  });
  const open = async (path: string) => read(await fetch(app.address + path));
  const post = async (path: string, answer: string) =>
    read(await fetch(app.address + path, { method: "POST", body: new URLSearchParams({ answer }) }));

  return {
    app,
    mails,
    query,
    add,
    runEmails,
    linkTo,
    open,
    post,
    list: async (me: TestMember) => (await app.call(contacts.listTrustedContacts, {}, me.token)).body,
    async confirmed(me: TestMember, name = "Kim"): Promise<{ readonly id: string; readonly email: string }> {
      const email = newEmail();
      const { body } = await add(me, email, name);
      await runEmails();
      expect((await post(linkTo(email, "trusted"), "yes")).status).toBe(200);
      return { id: body.contact._id, email };
    },
    share: (me: TestMember, messageId: string, contactId: string, checkBack = true) =>
      app.call(contacts.shareDate, { params: { messageId }, body: { contactId, checkBack } }, me.token),
    answer: (me: TestMember, shareId: string, answer: "back" | "later" | "tell") =>
      app.call(contacts.answerBack, { params: { shareId }, body: { answer } }, me.token),
    withdraw: (me: TestMember, shareId: string) => app.call(contacts.withdrawShare, { params: { shareId } }, me.token),
    runShares: () => runJob(app.ctx, "date-shares", {}),
    async later<T>(minutes: number, work: () => Promise<T>): Promise<T> {
      minutesLater = minutes;
      try {
        return await work();
      } finally {
        minutesLater = 0;
      }
    },
  };
}
