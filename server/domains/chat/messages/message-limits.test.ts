import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { deleteMessage, getMessages, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { MESSAGES_A_MINUTE, UNANSWERED_MAX } from "#contract/limits.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { limitMembers, type TestApp, testApp } from "#server/testing/test-app.ts";

const app = testApp({ trustProxy: "loopback" }, { sharedWith: "others" });
const other = testApp({ trustProxy: "loopback" }, { sharedWith: app });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const send = (from: TestMember, to: { id: string }, content = "Hey", clientId?: string, at: TestApp = app) =>
  at.call(sendMessage, { body: { receiverId: to.id, content, ...(clientId && { clientId }) } }, from.token);
const sendMany = (from: TestMember, to: { id: string }, many: number) =>
  Promise.all(Array.from({ length: many }, (_, i) => send(from, to, `${i}`, undefined, i % 2 ? app : other)));
const thread = (me: TestMember, them: { id: string }) =>
  app.call(getMessages, { params: { userId: them.id }, query: {} }, me.token);
const sent = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 201).length;
const passHours = (hours: number) =>
  query("update relationships set run_last_at = run_last_at - make_interval(hours => $1)", hours);

beforeAll(() => {
  for (const one of [app, other]) limitMembers(one);
});

describe("unanswered messages", () => {
  test("are limited exactly, with two concurrent processes", async () => {
    const [a, b] = await createMatch(app);
    const answers = await sendMany(a, b, UNANSWERED_MAX + 12);
    expect(sent(answers)).toBe(UNANSWERED_MAX);
    for (const { body, headers } of answers.filter(({ status }) => status !== 201)) {
      expect(body).toMatchObject({
        code: "unanswered_limit",
        message: `You have sent ${UNANSWERED_MAX} messages in a row. Give them a moment to answer.`,
      });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(24 * 3600 - 60);
    }
    expect((await thread(b, a)).body.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: UNANSWERED_MAX }, (_, i) => i + 1),
    );
  });

  test("start again with an answer, and after a day", async () => {
    const [a, b] = await createMatch(app);
    await sendMany(a, b, UNANSWERED_MAX);
    expect((await send(a, b)).status).toBe(429);
    expect((await send(b, a)).status).toBe(201);
    expect((await send(a, b)).status).toBe(201);
    await sendMany(a, b, UNANSWERED_MAX - 1);
    await passHours(20);
    const refused = await send(a, b);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(4 * 3600);
    await passHours(4);
    expect((await send(a, b)).status).toBe(201);
    expect((await thread(a, b)).body.unanswered).toBeUndefined();
  });

  test("are reported to the sender only, before the limit is reached", async () => {
    const [a, b] = await createMatch(app);
    await sendMany(a, b, UNANSWERED_MAX - 7);
    expect((await send(a, b)).body.unanswered).toBeUndefined();
    const fewer = await Promise.all([send(a, b), send(a, b)]);
    expect(fewer.flatMap(({ body }) => body.unanswered?.left ?? []).sort()).toEqual([4, 5]);
    expect((await thread(a, b)).body.unanswered).toMatchObject({ left: 4, until: expect.any(String) });
    expect((await thread(b, a)).body.unanswered).toBeUndefined();
    await send(b, a);
    expect((await thread(a, b)).body.unanswered).toBeUndefined();
  });

  test("are counted correctly if both members write concurrently", async () => {
    const [a, b] = await createMatch(app);
    await Promise.all([sendMany(a, b, 40), send(b, a), sendMany(a, b, 10), send(b, a)]);
    const { rows } = await app.database.pool.query(
      "select sender_id from messages where relationship_id = (select id from relationships where $1 in (member_a_id, member_b_id)) order by sequence",
      [a.id],
    );
    const runs: number[] = [];
    rows.forEach(({ sender_id }, i) => {
      if (i === 0 || rows[i - 1].sender_id !== sender_id) runs.push(0);
      runs.push((runs.pop() ?? 0) + 1);
    });
    expect(Math.max(...runs)).toBeLessThanOrEqual(UNANSWERED_MAX);
    const [pair] = await query(
      "select run_length, (case when run_by_a then member_a_id else member_b_id end) as last from relationships where $1 in (member_a_id, member_b_id)",
      a.id,
    );
    expect(pair).toEqual({ run_length: runs.at(-1), last: rows.at(-1).sender_id });
  });

  test("include attachments and deleted messages; a rejected attachment is neither charged nor stored", async () => {
    const [a, b] = await createMatch(app);
    const jpeg = await makeJpeg(40, 30);
    const picture = () => app.call(sendAttachment, { form: imageForm(jpeg, b.id) }, a.token);
    const [first] = await sendMany(a, b, UNANSWERED_MAX - 1);
    const last = await picture();
    expect(last).toMatchObject({ status: 201, body: { unanswered: { left: 0 } } });
    await app.call(deleteMessage, { params: { messageId: first?.body.message._id ?? "" } }, a.token);
    expect(await picture()).toMatchObject({ status: 429, body: { code: "unanswered_limit" } });
    expect((await send(a, b)).status).toBe(429);
    expect((await app.call(getWallet, {}, a.token)).body.balance).toBe(last.body.remainingCrushes);
    expect((await send(b, a)).status).toBe(201);
    expect((await picture()).status).toBe(201);
  });
});

describe("messages per minute", () => {
  test("are limited exactly across all matches, with two concurrent processes", async () => {
    const [a, b] = await createMatch(app);
    const others = [b];
    for (let i = 0; i < 3; i++) {
      const c = await createCompleteMember(app);
      await app.call(sendCrush, { body: { recipientId: c.id } }, a.token);
      await app.call(sendCrush, { body: { recipientId: a.id } }, c.token);
      others.push(c);
    }
    const answers = (await Promise.all(others.map((to) => sendMany(a, to, 19)))).flat();
    expect(sent(answers)).toBe(MESSAGES_A_MINUTE);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(16);
    for (const { body, headers } of refused) {
      expect(body.code).toBe("message_rate_limit");
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60);
    }
    expect((await send(b, a)).status).toBe(201);
    await query("update member_usage set ends_at = now() where member_id = $1", a.id);
    expect((await send(a, b)).status).toBe(201);
  });

  test("count one message once, however often it is requested", async () => {
    const [a, b] = await createMatch(app);
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(a, b, "Once", clientId)));
    expect(sent(answers)).toBe(10);
    expect(sent([await send(a, b, "Once", clientId, other)])).toBe(1);
    const [{ count }] = await query("select count from member_usage where member_id = $1 and kind = 'messages'", a.id);
    expect(count).toBe(1);
  });
});
