import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteMessage, type Message } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { removeTrustedContact } from "#contract/training/trusted-contacts.ts";
import { findRecipients } from "#server/domains/notifications/notifications.queries.ts";
import {
  lockBegunWith,
  updateBegun,
  withdrawShare as withdrawRow,
} from "#server/domains/training/trusted-contacts/date-shares.repo.ts";
import { purgeTrustedContacts } from "#server/domains/training/trusted-contacts/trusted-contacts.service.ts";
import type { JobData } from "#server/jobs.ts";
import { dateShares } from "#server/platform/observability/metrics.ts";
import { createMatch, newEmail, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { addPushSubscription, connectPresentDevice } from "#server/testing/notification-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { trustedContacts } from "#server/testing/trusted-contacts.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const harness = trustedContacts();
const { app, mails, list, confirmed, share, answer, withdraw, open, linkTo, runEmails, runShares, later, query } =
  harness;
const { agree, agreed, callOff, change, counter, onMyWay, propose } = workoutDates(app);

/** Moves a date, as if time had passed. It takes 60 minutes. */
const startIn = (id: string, minutes: number) =>
  query(
    `update workout_dates set starts_at = now() + make_interval(mins => $2),
       times = array[now() + make_interval(mins => $2)] where message_id = $1`,
    id,
    minutes,
  );

const remove = async ({ token }: TestMember, { _id }: Message) =>
  (await app.call(deleteMessage, { params: { messageId: _id } }, token)).status;

interface Scene {
  readonly me: TestMember;
  readonly other: TestMember;
  readonly card: Message;
  readonly contact: { readonly id: string; readonly email: string };
  readonly shareId: string;
  readonly page: string;
}

async function shared(checkBack = true): Promise<Scene> {
  const [me, other] = await createMatch(app);
  const card = await agreed(me, other, { place: "<b>Washington Park</b>, south gate" });
  const contact = await confirmed(me);
  const { status, body } = await share(me, card._id, contact.id, checkBack);
  expect(status).toBe(201);
  await runEmails();
  return { me, other, card, contact, shareId: body.share._id, page: linkTo(contact.email, "d") };
}

/** Until a transaction waits for another one. */
const untilWaiting = () =>
  expect
    .poll(() => query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
    .toHaveLength(1);

async function asked(me: TestMember): Promise<{ email: string; contactId: string }> {
  const email = newEmail();
  const { body } = await harness.add(me, email);
  await runEmails();
  return { email, contactId: body.contact._id };
}

const subjectsTo = (email: string) => mails.filter(({ to }) => to === email).map(({ subject }) => subject);
/** Runs the job of each minute, and sends the mails to contacts. */
async function pass(minutes: number): Promise<void> {
  await later(minutes, async () => {
    await runShares();
    await runEmails();
  });
}

describe("the page of a shared date", () => {
  test("shows what a friend needs to know, and nothing more", async () => {
    const { me, other, card, page } = await shared();
    const { status, headers, html } = await open(page);
    expect(status).toBe(200);
    for (const text of [
      me.username,
      other.username,
      "Run",
      "&#60;b&#62;Washington Park",
      "Denver time",
      "Both have agreed",
    ])
      expect(html).toContain(text);
    expect(html).toContain("Not an emergency service");
    expect(html).toMatch(/Last change: \w{3}, \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M \(Denver time\)/);
    expect(html).toContain('<link rel="icon" href="/symbol.svg"');
    expect((await open("/symbol.svg")).status).toBe(200);
    for (const secret of [me.id, other.id, card._id, me.email, other.email, "<script", "<b>Wash", "/photos/"])
      expect(html).not.toContain(secret);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; img-src 'self'; font-src 'self'; style-src 'unsafe-inline'/,
      ),
      "x-robots-tag": expect.stringContaining("noindex"),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });

  test("changes with the card, and says when the date is called off", async () => {
    const { other, me, card, page } = await shared();
    const { body } = await change(other, card, { place: "Another park", timeZone: "Asia/Tokyo" });
    const changed = (await open(page)).html;
    expect(changed).toContain("asked for a change");
    expect(changed).toContain("Denver time");
    for (const unanswered of ["Another park", "Tokyo"]) expect(changed).not.toContain(unanswered);
    await callOff(me, body.message);
    expect((await open(page)).html).toContain("Called off");
  });

  test.each(["withdraw", "unmatch", "block", "contact", "delete", "time"] as const)("ends by %s", async (how) => {
    const { me, other, contact, card, shareId, page } = await shared();
    expect((await open(page)).status).toBe(200);
    const user = { body: { userId: me.id } };
    if (how === "withdraw") await withdraw(me, shareId);
    if (how === "unmatch") await app.call(unmatch, user, other.token);
    if (how === "block") await app.call(blockMember, user, other.token);
    if (how === "contact") await harness.post(linkTo(contact.email, "trusted"), "no");
    if (how === "delete") await app.call(deleteAccount, { body: { password: PASSWORD } }, other.token);
    if (how === "time") await startIn(card._id, -25 * 60 - 1);
    const ended = await open(page);
    expect(ended.status).toBe(404);
    expect((await open(`${page}/photo`)).status).toBe(404);
    // It looks like one that never was.
    const unknown = await open("/d/AAAAAAAAAAAAAAAAAAAAAA");
    expect([unknown.status, unknown.html]).toEqual([ended.status, ended.html]);
  });

  test("has the other member's main photo only while others may see it", async () => {
    const { other, page } = await shared();
    const key = "0".repeat(32);
    await query(
      `insert into photos (id, member_id, key, position, width, height, thumbhash, check_state)
       values (gen_random_uuid(), $1, $2, 0, 10, 10, '', 'pending')`,
      other.id,
      key,
    );
    expect((await open(page)).html).not.toContain("<img");
    await query("update photos set check_state = null where key = $1", key);
    const { html } = await open(page);
    expect(html).toContain(`<img src="${page}/photo"`);
    expect(html).not.toContain(key);
  });
});

describe("sharing", () => {
  test("is for members of the date, agreed dates and own contacts", async () => {
    const [me, other] = await createMatch(app);
    const [stranger] = await createMatch(app);
    const contact = await confirmed(me);
    const proposed = await propose(me, other);
    expect((await share(me, proposed.body.message._id, contact.id)).status).toBe(404);
    const card = await agreed(me, other);
    expect((await share(stranger, card._id, (await confirmed(stranger)).id)).status).toBe(404);
    expect((await share(other, card._id, contact.id)).status).toBe(404);
    await callOff(me, card);
    expect((await share(me, card._id, contact.id)).body.code).toBe("date_changed");
  });

  test("with a contact who has not answered begins with their yes, once", async () => {
    const [me, other] = await createMatch(app);
    const [ahead, begun, over] = [await agreed(me, other), await agreed(me, other), await agreed(me, other)];
    const { email, contactId } = await asked(me);
    for (const { _id } of [ahead, begun, over]) expect((await share(me, _id, contactId)).status).toBe(201);
    await startIn(begun._id, -10);
    await startIn(over._id, -121);
    await pass(0);
    await pass(61);
    // Nobody is asked for a contact who does not know of the date, and nothing more is written to them.
    expect(subjectsTo(email)).toHaveLength(1);
    expect((await list(me)).shares).toMatchObject([
      { messageId: ahead._id, begun: null, isWaiting: true },
      { messageId: begun._id, begun: null, askAt: null, isWaiting: true },
      { messageId: over._id, begun: null, askAt: null },
    ]);
    // Whatever the other member does once the date has begun.
    await callOff(other, begun);
    const link = linkTo(email, "trusted");
    await Promise.all([harness.post(link, "yes"), harness.post(link, "yes")]);
    await runEmails();
    expect(subjectsTo(email).slice(1)).toEqual(["Ana shares a workout date with you"]);
    expect((await open(linkTo(email, "d"))).html).toContain(other.username);
    expect((await list(me)).shares).toMatchObject([
      { messageId: ahead._id, begun: null, isWaiting: false },
      { messageId: begun._id, begun: { summary: expect.stringContaining("Run") }, askAt: expect.any(String) },
    ]);
    await pass(111);
    await pass(172);
    expect(subjectsTo(email).at(-1)).toBe("Ana has not said that they are back");
  });

  test("with a contact whose question has expired is refused", async () => {
    const [me, other] = await createMatch(app);
    const { contactId } = await asked(me);
    await query("update trusted_contacts set asked_at = now() - interval '14 days' where id = $1", contactId);
    expect((await share(me, (await agreed(me, other))._id, contactId)).status).toBe(404);
  });

  test("at the same moment as the contact's yes mails once", async () => {
    for (let round = 0; round < 3; round++) {
      const [me, other] = await createMatch(app);
      const card = await agreed(me, other);
      const { email, contactId } = await asked(me);
      await Promise.all([share(me, card._id, contactId), harness.post(linkTo(email, "trusted"), "yes")]);
      await runEmails();
      expect(subjectsTo(email).slice(1)).toEqual(["Ana shares a workout date with you"]);
    }
  });

  test("that is withdrawn stays so while the contact says yes", async () => {
    const [me, other] = await createMatch(app);
    const card = await agreed(me, other);
    const { email, contactId } = await asked(me);
    const { body } = await share(me, card._id, contactId);
    let yes: Promise<unknown> | undefined;
    await app.ctx.transact(async (tx) => {
      expect(await withdrawRow(tx, me.id, body.share._id, new Date())).toBe(true);
      yes = harness.post(linkTo(email, "trusted"), "yes");
      await untilWaiting();
    });
    await yes;
    await runEmails();
    expect(await query("select 1 from date_shares where withdrawn_at is null and member_id = $1", me.id)).toEqual([]);
    expect(subjectsTo(email)).toHaveLength(1);
  });

  test("keeps its question if the contact says yes while the date begins", async () => {
    const [me, other] = await createMatch(app);
    const card = await agreed(me, other);
    const { email, contactId } = await asked(me);
    await share(me, card._id, contactId);
    await startIn(card._id, -10);
    let yes: Promise<unknown> | undefined;
    await app.ctx.transact(async (tx) => {
      const [row] = await lockBegunWith(tx, new Date(), me.id);
      yes = harness.post(linkTo(email, "trusted"), "yes");
      await untilWaiting();
      const ends_at = new Date(Date.now() + 3_000_000);
      await updateBegun(tx, row?.id ?? "", { starts_at: new Date(), ends_at, summary: "Run", ask_at: new Date() });
    });
    await yes;
    expect((await list(me)).shares).toMatchObject([{ askAt: expect.any(String) }]);
  });

  test("an answer after a date counts for contacts who have said yes alone", async () => {
    const { me, card, contact, shareId } = await shared();
    const { email, contactId } = await asked(me);
    const waiting = await share(me, card._id, contactId);
    await startIn(card._id, -70);
    await pass(0);
    expect((await answer(me, waiting.body.share._id, "tell")).status).toBe(404);
    expect((await answer(me, shareId, "tell")).status).toBe(200);
    await runEmails();
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana asked us to write to you");
    expect(
      await query("select contact_id from date_shares where told_at is not null and member_id = $1", me.id),
    ).toEqual([{ contact_id: contact.id }]);
    expect(subjectsTo(email)).toHaveLength(1);
  });

  test("twice at the same moment makes one share and one mail", async () => {
    const [me, other] = await createMatch(app);
    const card = await agreed(me, other);
    const { id, email } = await confirmed(me);
    const both = await Promise.all([share(me, card._id, id), share(me, card._id, id)]);
    expect(new Set(both.map(({ body }) => body.share._id)).size).toBe(1);
    await runEmails();
    expect(subjectsTo(email).filter((subject) => subject.includes("shares"))).toHaveLength(1);
    expect((await list(other)).shares).toEqual([]);
  });
});

describe("after the date", () => {
  /** The date has ended 61 minutes ago, and the member was asked. */
  async function asked(): Promise<Scene> {
    const scene = await shared();
    await startIn(scene.card._id, -121);
    await pass(0);
    expect((await list(scene.me)).shares).toMatchObject([{ tellAt: expect.any(String), toldAt: null }]);
    expect(
      await query("select 1 from notifications where member_id = $1 and cause = 'back_safe'", scene.me.id),
    ).toHaveLength(1);
    return scene;
  }

  test("an hour of silence tells the contact, once over two processes", async () => {
    const { contact, me, other, shareId, page } = await asked();
    await pass(59);
    expect(subjectsTo(contact.email)).toHaveLength(2);
    await later(61, () => Promise.all([runShares(), runShares(), runShares()]));
    await runEmails();
    await pass(62);
    const told = mails.filter(({ to, subject }) => to === contact.email && subject.includes("has not said"));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("Where: “<b>Washington Park</b>, south gate”");
    expect(told[0]?.text).toContain(`Run with ${other.username}`);
    expect(told[0]?.text).toContain("phones die");
    expect((await answer(me, shareId, "back")).status).toBe(200);
    await answer(me, shareId, "back");
    expect((await open(page)).html).toMatch(/Ana is back, and said so on .* \(Denver time\)\./);
    await runEmails();
    expect(subjectsTo(contact.email).filter((subject) => subject.endsWith("is back"))).toHaveLength(1);
  });

  test("I'm back ends it, and devices that are open learn of the question", async () => {
    const { me, shareId, contact, card } = await shared();
    const device = await connectDevice(app, me.token);
    await startIn(card._id, -121);
    await pass(0);
    expect(await device.waitFor("settings_changed")).toEqual({ what: "trusted-contacts" });
    const before = device.received.length;
    expect((await answer(me, shareId, "back")).body.share).toMatchObject({ answer: "back", tellAt: null });
    await expect
      .poll(() => device.received.slice(before))
      .toEqual([{ event: "settings_changed", payload: { what: "trusted-contacts" } }]);
    device.close();
    await pass(500);
    expect(subjectsTo(contact.email)).toHaveLength(2);
  });

  test("devices that are open learn when it begins, that it is shared or not, and what a contact has said", async () => {
    const { me, card, shareId, contact } = await shared();
    const device = await connectDevice(app, me.token);
    const changes = async (act: () => Promise<unknown>) => {
      const before = device.received.length;
      await act();
      await expect
        .poll(() => device.received.slice(before))
        .toContainEqual({ event: "settings_changed", payload: { what: "trusted-contacts" } });
    };
    await startIn(card._id, -1);
    await changes(() => pass(0));
    await changes(() => withdraw(me, shareId));
    await changes(() => share(me, card._id, contact.id));
    await changes(() => harness.post(linkTo(contact.email, "trusted"), "no"));
    const asked = newEmail();
    await changes(() => harness.add(me, asked));
    await runEmails();
    await changes(() => harness.post(linkTo(asked, "trusted"), "yes"));
    const contactId = (await list(me)).contacts[0]?._id ?? "";
    await changes(() => app.call(removeTrustedContact, { params: { contactId } }, me.token));
    device.close();
  });

  test("asks by push and by email at once, also who looks at the app, and by one mail if no push is accepted", async () => {
    const { me, card } = await shared();
    await addPushSubscription(app, me);
    const device = await connectPresentDevice(app, me);
    await startIn(card._id, -121);
    await pass(0);
    device.close();
    const queued = (name: string) =>
      query(
        "select id, data from jobs.job where name = $1 and data->>'memberId' = $2 and data->>'cause' <> 'match'",
        name,
        me.id,
      );
    const [push, ...others] = await queued("push-send");
    expect([push?.data, others]).toEqual([expect.objectContaining({ cause: "back_safe" }), []]);
    await query("delete from push_subscriptions where member_id = $1", me.id);
    const data = push?.data as JobData["push-send"];
    for (const job of ["push-send", "push-fallback"] as const) await runJob(app.ctx, job, data, randomUUID());
    expect(await query("select state from notifications where member_id = $1 and cause = 'back_safe'", me.id)).toEqual([
      { state: "dispatched" },
    ]);
    const emails = await queued("email-notification");
    for (const { id, data } of emails)
      await runJob(app.ctx, "email-notification", data as JobData["email-notification"], String(id));
    expect(subjectsTo(me.email).filter((subject) => subject === "Back safe?")).toHaveLength(1);
  });

  test("names the other member while the two are matched, the time of the question, and the server's", async () => {
    const { me, other, card } = await shared();
    await startIn(card._id, -90);
    await pass(0);
    const { now, shares } = await list(me);
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(10_000);
    expect(shares).toMatchObject([{ userId: other.id, askAt: expect.any(String), tellAt: null }]);
    expect(Date.parse(shares[0]?.askAt ?? "") - Date.parse(shares[0]?.begun?.endsAt ?? "")).toBe(3_600_000);
    await app.call(unmatch, { body: { userId: me.id } }, other.token);
    expect((await list(me)).shares).toMatchObject([{ userId: null, begun: { summary: expect.any(String) } }]);
  });

  test("an answer at the same moment as the job either ends it or is followed by a mail that says so", async () => {
    const { me, shareId, contact } = await asked();
    await later(61, () => Promise.all([runShares(), answer(me, shareId, "back")]));
    await runEmails();
    const rest = subjectsTo(contact.email).slice(2);
    expect(rest.length === 0 || rest.some((subject) => subject.endsWith("is back"))).toBe(true);
    expect((await list(me)).shares).toMatchObject([{ answer: "back", tellAt: null }]);
  });

  test("a member who hides their profile is asked, and gets nothing else", async () => {
    const { me } = await shared();
    await query("update members set status = 'hidden' where id = $1", me.id);
    const subject = { memberId: me.id, otherId: null };
    const [question, balance] = await findRecipients(app.ctx.db, [
      { ...subject, cause: "back_safe" },
      { ...subject, cause: "low_balance" },
    ]);
    expect([question?.email, balance]).toEqual([me.email, undefined]);
    expect(await findRecipients(app.ctx.db, [{ ...subject, cause: "back_safe" }])).toMatchObject([{ email: me.email }]);
    expect(await findRecipients(app.ctx.db, [subject])).toEqual([undefined]);
  });

  test("each step counts once in the metrics", async () => {
    const count = async () => {
      const { values } = await dateShares.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.event, value]));
    };
    const before = await count();
    const { me, shareId } = await asked();
    await pass(61);
    for (let repeat = 0; repeat < 2; repeat++) await answer(me, shareId, "back");
    const after = await count();
    for (const event of ["shared", "asked", "told_after_silence", "back"])
      expect((after[event] ?? 0) - (before[event] ?? 0), event).toBe(1);
  });

  test("later asks again in an hour, at most three times", async () => {
    const { me, shareId, contact } = await asked();
    for (let nth = 0; nth < 3; nth++) {
      const [first, second] = [await answer(me, shareId, "later"), await answer(me, shareId, "later")];
      for (const { body } of [first, second]) expect(body.share).toMatchObject({ delaysLeft: 2 - nth, tellAt: null });
      await query("update date_shares set ask_at = now() - interval '1 second' where id = $1", shareId);
      await pass(0);
    }
    expect((await answer(me, shareId, "later")).status).toBe(409);
    await pass(61);
    expect(subjectsTo(contact.email)).toHaveLength(3);
  });

  test("tell my contact writes at once, and once", async () => {
    const { me, shareId, contact } = await asked();
    await Promise.all([answer(me, shareId, "tell"), answer(me, shareId, "tell")]);
    await runEmails();
    await pass(100);
    expect(subjectsTo(contact.email).slice(2)).toEqual(["Ana asked us to write to you"]);
  });

  test("nothing is asked of a date that was called off before, or without check-back, or once it is withdrawn", async () => {
    const off = await shared();
    await callOff(off.other, off.card);
    await startIn(off.card._id, -121);
    await query("update workout_dates set changed_at = now() - interval '1 day' where message_id = $1", off.card._id);
    const quiet = await shared(false);
    await startIn(quiet.card._id, -121);
    const withdrawn = await asked();
    await withdraw(withdrawn.me, withdrawn.shareId);
    await pass(0);
    await pass(200);
    for (const { contact } of [off, quiet, withdrawn]) expect(subjectsTo(contact.email)).toHaveLength(2);
  });

  test("a date that the other member calls off does not stop the question to a member who is on the way", async () => {
    const { me, other, card, contact } = await shared();
    await startIn(card._id, 30);
    expect((await onMyWay(me, card)).status).toBe(200);
    expect((await callOff(other, card)).status).toBe(200);
    expect(await remove(other, card)).toBe(409);
    await query("update workout_dates set changed_at = now() - interval '3 hours' where message_id = $1", card._id);
    await startIn(card._id, -121);
    await pass(0);
    await pass(61);
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana has not said that they are back");
  });

  test("a date has begun for a member who is on the way, whatever becomes of its card", async () => {
    const { me, other, card, contact, shareId } = await shared();
    await startIn(card._id, 30);
    await pass(0);
    expect((await list(me)).shares).toMatchObject([{ begun: null }]);
    await onMyWay(me, card);
    await pass(0);
    expect((await list(me)).shares).toMatchObject([{ begun: { summary: expect.stringContaining(other.username) } }]);
    await query("delete from workout_dates where message_id = $1", card._id);
    await query("update date_shares set ask_at = now() - interval '1 second' where id = $1", shareId);
    await pass(0);
    await pass(61);
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana has not said that they are back");
  });

  test("a member who is suspended cannot answer, so their contact is told", async () => {
    const { me, contact, card } = await shared();
    await startIn(card._id, -121);
    await query("update members set status = 'suspended' where id = $1", me.id);
    await pass(0);
    await pass(61);
    const told = mails.findLast(({ to }) => to === contact.email);
    expect(told?.subject).toBe("Ana has not said that they are back");
    expect(told?.text).not.toMatch(/suspend|We asked/);
  });

  test("once it has begun, the other one agrees to no older wish that would move it", async () => {
    const { me, other, card, contact } = await shared();
    const { body } = await change(me, card, { place: "Another park" });
    await query("update workout_dates set starts_at = now() - interval '1 second' where message_id = $1", card._id);
    expect((await agree(other, body.message)).body).toMatchObject({ code: "date_started" });
    expect((await counter(other, body.message, {})).body).toMatchObject({ code: "date_started" });
    expect((await callOff(other, body.message)).status).toBe(200);
    expect(await remove(other, card)).toBe(409);
    await startIn(card._id, -121);
    await query("update workout_dates set changed_at = now() where message_id = $1", card._id);
    await pass(0);
    await pass(61);
    const told = mails.findLast(({ to }) => to === contact.email);
    expect(told?.subject).toBe("Ana has not said that they are back");
    expect(told?.text).toContain("Washington Park");
  });

  test("who is on the way has begun it, also while a change waits for an answer", async () => {
    const { me, other, card } = await shared();
    await startIn(card._id, 30);
    const { body } = await change(other, card, { place: "Another park", minutes: 15 });
    expect((await onMyWay(me, card)).status).toBe(200);
    expect((await agree(me, body.message)).body).toMatchObject({ code: "date_started" });
    await pass(0);
    expect((await list(me)).shares).toMatchObject([{ begun: { summary: expect.stringContaining("Washington Park") } }]);
    expect((await callOff(other, body.message)).status).toBe(200);
    // It took an hour as agreed, and not the minutes that were suggested.
    await query("update workout_dates set starts_at = now() - interval '20 minutes' where message_id = $1", card._id);
    expect(await remove(other, card)).toBe(409);
  });

  test("an outage during the hour of silence leaves time for an answer, which is possible then", async () => {
    const { me, shareId, contact } = await asked();
    await query("update date_shares set ends_at = now() - interval '30 hours' where id = $1", shareId);
    await pass(200);
    expect(subjectsTo(contact.email)).toHaveLength(2);
    expect((await list(me)).shares).toMatchObject([{ _id: shareId, toldAt: null }]);
    await pass(216);
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana has not said that they are back");
    expect((await list(me)).shares).toMatchObject([{ toldAt: expect.any(String) }]);
    await answer(me, shareId, "back");
    await withdraw(me, shareId);
    await runEmails();
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana is back");
  });

  test("the mail has no link to a page that has ended", async () => {
    const { me, other, card, contact } = await shared();
    await startIn(card._id, -121);
    await pass(0);
    await app.call(unmatch, { body: { userId: me.id } }, other.token);
    await pass(61);
    const told = mails.findLast(({ to }) => to === contact.email);
    expect(told?.subject).toContain("has not said");
    expect(told?.text).not.toContain("/d/");
    expect(told?.text).toContain("/trusted/");
  });

  test("a share whose date is far away is kept, and one that will never begin is not", async () => {
    const [ahead, off] = [await shared(), await shared()];
    await startIn(ahead.card._id, 50 * 24 * 60);
    await query("update date_shares set created_at = now() - interval '100 days'");
    await query("delete from workout_dates where message_id = $1", off.card._id);
    await app.ctx.transact((tx) => purgeTrustedContacts(app.ctx, tx));
    expect((await list(ahead.me)).shares).toHaveLength(1);
    expect((await list(off.me)).shares).toEqual([]);
  });

  test("an alarm that is delayed does not follow the news that the member is back", async () => {
    const { me, shareId, contact } = await asked();
    await later(61, () => runShares());
    await answer(me, shareId, "back");
    await runEmails();
    expect(subjectsTo(contact.email).slice(2)).toEqual(["Ana is back"]);
  });

  test("a change that the other one suggests before the start stops no question", async () => {
    const { me, other, card, contact } = await shared();
    expect((await change(other, card, { place: "Another park" })).status).toBe(200);
    await query("update workout_dates set changed_at = now() - interval '3 hours' where message_id = $1", card._id);
    await startIn(card._id, -121);
    await pass(0);
    expect((await list(me)).shares).toMatchObject([{ begun: { summary: expect.stringContaining("Washington Park") } }]);
    await pass(61);
    expect(subjectsTo(contact.email).at(-1)).toBe("Ana has not said that they are back");
  });

  test.each(["call off", "call off and delete", "unmatch", "block", "delete", "delete at once"] as const)(
    "what the other one does once it has begun stops no question: %s",
    async (how) => {
      const { me, other, card, contact } = await shared();
      await startIn(card._id, -5);
      const user = { body: { userId: me.id } };
      if (how.startsWith("call off")) expect((await callOff(other, card)).status).toBe(200);
      else if (how !== "delete at once") await pass(0);
      if (how === "call off and delete") expect(await remove(other, card)).toBe(409);
      if (how === "unmatch") await app.call(unmatch, user, other.token);
      if (how === "block") await app.call(blockMember, user, other.token);
      if (how === "delete" || how === "delete at once")
        await app.call(deleteAccount, { body: { password: PASSWORD } }, other.token);
      await pass(0);
      await pass(116);
      await pass(177);
      expect(subjectsTo(contact.email).at(-1)).toBe("Ana has not said that they are back");
    },
  );

  test("sharing while the other one deletes their account either is refused or asks", async () => {
    for (let i = 0; i < 4; i++) {
      const [me, other] = await createMatch(app);
      const card = await agreed(me, other);
      await startIn(card._id, -5);
      const contact = await confirmed(me);
      const [reply] = await Promise.all([
        share(me, card._id, contact.id),
        app.call(deleteAccount, { body: { password: PASSWORD } }, other.token),
        runShares(),
      ]);
      await runShares();
      expect((await list(me)).shares).toMatchObject(
        reply.status === 201 ? [{ begun: { summary: expect.stringContaining(other.username) } }] : [],
      );
    }
  });

  test("others cannot answer or withdraw", async () => {
    const { other, shareId, me } = await asked();
    expect((await answer(other, shareId, "back")).status).toBe(404);
    await withdraw(other, shareId);
    expect((await list(me)).shares).toMatchObject([{ answer: null, tellAt: expect.any(String) }]);
  });
});
