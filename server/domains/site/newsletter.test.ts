import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as support from "#contract/site/site.ts";
import { confirmationCount, listSubscribers } from "#server/domains/site/newsletter.service.ts";
import { newsletterConfirmations } from "#server/platform/observability/metrics.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { solveProofOfWork } from "#server/testing/login-helpers.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });
const SUBJECT = "Confirm your subscription";

const someone = () => `${randomUUID()}@example.com`;
const subscribe = (email: string) => app.call(support.subscribeNewsletter, { body: { email } });
const confirm = (token: string) => app.call(support.confirmNewsletter, { params: { token } });
const unsubscribe = (token: string) => app.call(support.unsubscribeNewsletter, { params: { token } });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const stateOf = async (email: string) =>
  (await query("select state from newsletter_subscribers where email = $1", email))[0]?.state;
const listed = async () => (await listSubscribers(app.ctx)).map(({ email }) => email);
const last = (path: string) => path.split("/").at(-1) ?? "";

/** @returns the tokens in the two links of the email */
async function ask(email = someone()) {
  await subscribe(email);
  const mail = await post.newest(email, SUBJECT);
  return { email, mail, token: last(findLink(mail)), unsubscribeToken: last(mail.unsubscribeUrl ?? "") };
}

describe("the newsletter", () => {
  // @spec 2.query-driven.newsletter-box-subscribe
  test("uses double opt-in", async () => {
    const { email, mail, token } = await ask();
    expect(mail.text).toContain(`${SITE}/newsletter/confirm/${token}`);
    expect(await stateOf(email)).toBe("pending");
    expect(await listed()).not.toContain(email);
    expect((await confirm(token)).body).toEqual({ success: true });
    expect((await confirm(token)).status).toBe(200);
    expect(await stateOf(email)).toBe("confirmed");
    expect(await listed()).toContain(email);
  });

  test("is not confirmed or ended by a GET of the links, and stores no token", async () => {
    const { email, token, unsubscribeToken } = await ask();
    for (const path of [`/newsletter/confirm/${token}`, `/api/newsletter/confirm/${token}`]) await app.fetch(path);
    expect(await stateOf(email)).toBe("pending");
    await confirm(token);
    for (const path of [
      `/newsletter/unsubscribe/${unsubscribeToken}`,
      `/api/newsletter/unsubscribe/${unsubscribeToken}`,
    ])
      await app.fetch(path);
    expect(await stateOf(email)).toBe("confirmed");
    const rows = await query("select * from newsletter_subscribers, newsletter_links");
    const kept = JSON.stringify(rows, (_, value) => (value?.type === "Buffer" ? Buffer.from(value).toString() : value));
    for (const secret of [token, unsubscribeToken]) expect(kept).not.toContain(secret);
  });

  test("responds alike for every state of an address, and emails no confirmed one", async () => {
    const { email, token, unsubscribeToken } = await ask();
    const waiting = await subscribe(email);
    await confirm(token);
    await query("delete from rate_limits");
    const confirmed = await subscribe(email.toUpperCase());
    expect(await stateOf(email)).toBe("confirmed");
    const waitingJobs = () =>
      query("select 1 from jobs.job where name = 'email-newsletter-confirmation' and state <> 'completed'");
    await expect.poll(waitingJobs, { timeout: 10_000 }).toEqual([]);
    expect(post.mails.filter(({ to }) => to.toLowerCase() === email)).toHaveLength(1);
    await unsubscribe(unsubscribeToken);
    const gone = await subscribe(email);
    const fresh = await subscribe(someone());
    for (const answer of [waiting, confirmed, gone]) expect(answer).toMatchObject({ status: 200, body: fresh.body });
  });

  test("emails an address at most once an hour and five times in 30 days", async () => {
    const email = someone();
    const jobs = async () =>
      (
        await query(
          `select count(*)::int as many from jobs.job join newsletter_subscribers on data ->> 'subscriberId' = newsletter_subscribers.id::text
           where email_normalized = $1`,
          email,
        )
      )[0].many;
    await Promise.all(Array.from({ length: 6 }, () => subscribe(email)));
    expect(await jobs()).toBe(1);
    // Another spelling of the same mailbox.
    const tagged = email.replace("@", "+news@");
    await subscribe(tagged);
    expect(await stateOf(tagged)).toBe("pending");
    expect(
      await query(
        "select 1 from jobs.job where data ->> 'subscriberId' in (select id::text from newsletter_subscribers where email = $1)",
        tagged,
      ),
    ).toEqual([]);
    for (let hour = 0; hour < 8; hour++) {
      await query("update rate_limits set ends_at = now() where ends_at < now() + interval '2 hours'");
      expect((await subscribe(email)).status).toBe(200);
    }
    expect(await jobs()).toBe(5);
  });

  test.each([
    ["", "Email is required"],
    ["maya@", "Email is invalid"],
    ["maya@example.com\nBcc: all@example.com", "Email is invalid"],
    ["maya@example.com, all@example.com", "Email is invalid"],
  ])("refuses %j", async (email, message) => {
    expect(await subscribe(email)).toMatchObject({ status: 400, body: { message, errors: { email: message } } });
  });

  test("rejects expired and invalid confirmation links", async () => {
    const { email, token } = await ask();
    await query("update newsletter_links set expires_at = now() - interval '1 second'");
    for (const one of [token, "x".repeat(43), "é", "%00"]) {
      expect(await confirm(one)).toMatchObject({
        status: 400,
        body: { code: "token_invalid", message: "This link is invalid or has expired." },
      });
    }
    expect(await stateOf(email)).toBe("pending");
  });
});

describe("unsubscribing", () => {
  test("needs no login, is idempotent, and invalidates the confirmation link", async () => {
    const { email, token, unsubscribeToken } = await ask();
    await confirm(token);
    expect((await unsubscribe(unsubscribeToken)).body).toEqual({ success: true });
    expect((await unsubscribe(unsubscribeToken)).status).toBe(200);
    expect(await stateOf(email)).toBe("unsubscribed");
    expect(await listed()).not.toContain(email);
    expect((await confirm(token)).status).toBe(400);
    expect((await unsubscribe(token)).status).toBe(400);
  });

  test("takes a one-click POST to the List-Unsubscribe URL, with or without a body", async () => {
    for (const body of ["List-Unsubscribe=One-Click", null]) {
      const { email, token, mail } = await ask();
      await confirm(token);
      const { pathname } = new URL(mail.unsubscribeUrl ?? "");
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await app.fetch(pathname, { method: "POST", body, headers: body === null ? {} : type });
      expect(answer).toMatchObject({ status: 200, body: { text: "You are unsubscribed." } });
      expect(await stateOf(email)).toBe("unsubscribed");
    }
    expect((await app.fetch("/newsletter/unsubscribe/nothing", { method: "POST" })).status).toBe(400);
  });

  test("uses the same URL in every email and in the operator's list", async () => {
    const { email, token, mail } = await ask();
    await confirm(token);
    const [entry] = (await listSubscribers(app.ctx)).filter((one) => one.email === email);
    expect(entry).toEqual({ email, confirmedAt: expect.any(Date), unsubscribeUrl: mail.unsubscribeUrl });
    expect(mail.unsubscribeUrl).toMatch(/^https:\/\/spotter\.test\/newsletter\/unsubscribe\/[\w-]{43}$/);
    expect(mail.text).toContain(mail.unsubscribeUrl);
  });
});

describe("with limits on", () => {
  const limited = testApp({ rateLimits: true });

  const enter = (proof?: string) => limited.call(support.subscribeNewsletter, { body: { email: someone(), proof } });

  test("a network proves work from its third form of an hour on, and sends ten at most", async () => {
    for (let i = 0; i < 2; i++) expect((await enter()).status).toBe(200);
    const refused = await enter();
    expect(refused).toMatchObject({ status: 429, body: { code: "proof_of_work_required" } });
    const proof = await solveProofOfWork((refused.body as { challenge?: string }).challenge);
    expect((await enter(proof)).status).toBe(200);
    expect((await enter(proof)).body.code).toBe("proof_of_work_required");

    await limited.database.pool.query("update rate_limits set count = 10");
    const late = await enter();
    expect(late).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(3500);
  });

  test("all networks together cause 300 emails an hour, and the others are counted", async () => {
    await limited.database.pool.query("update rate_limits set ends_at = now()");
    const countJobs = async () => (await limited.database.pool.query("select from jobs.job")).rowCount;
    const countDropped = async () =>
      (await newsletterConfirmations.get()).values.find(({ labels }) => labels.outcome === "dropped")?.value ?? 0;
    const [jobs, dropped] = [await countJobs(), await countDropped()];
    const sent = confirmationCount(limited.ctx);
    while (sent.read() < 300) await sent.add();
    expect((await enter()).status).toBe(200);
    expect([await countJobs(), await countDropped()]).toEqual([jobs, dropped + 1]);
  });
});
