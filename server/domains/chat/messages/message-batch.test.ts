import { expect, test } from "vitest";
import { insertMessagesBatch } from "#server/domains/chat/messages/message-send.repo.ts";
import type { LockWait } from "#server/domains/members/relationships/relationships.statements.ts";
import { isLockTimeout } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = async (text: string, ...values: unknown[]) => (await app.database.pool.query(text, values)).rows;

function insertBatch(from: TestMember, to: TestMember, count: number, wait: LockWait) {
  const texts = Array.from({ length: count }, (_, nth) => ({
    id: newTimeOrderedId(),
    senderId: from.id,
    receiverId: to.id,
    clientId: null,
    replyToSequence: null,
    content: `Set ${nth}`,
  }));
  const options = { wait, config: app.ctx.config, delays: app.ctx.notifications.delays };
  return app.ctx.transactStatement((tx) => insertMessagesBatch(tx, texts, options));
}

test("texts of one conversation can be in one batch, and are one notification", async () => {
  const [a, b] = await createMatch(app);
  const rows = await insertBatch(a, b, 50, "skip");
  expect(rows.map((row) => ("sequence" in row ? row.sequence : 0))).toEqual(
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  expect(await query("select state from notifications where member_id = $1 and cause = 'message'", b.id)).toEqual([
    { state: "pending" },
  ]);
});

test("a batch that waits for a locked conversation gives up, and its connection waits for others as before", async () => {
  const [a, b] = await createMatch(app);
  const holder = await app.database.pool.connect();
  await holder.query("begin");
  await holder.query("select from relationships where $1 in (member_a_id, member_b_id) for update", [a.id]);
  const failure = await insertBatch(a, b, 2, 100).catch((error: unknown) => error);
  await holder.query("rollback");
  holder.release();
  expect(isLockTimeout(failure)).toBe(true);
  expect(await query("select from messages where sender_id = $1", a.id)).toEqual([]);
  expect(await insertBatch(a, b, 2, 100)).toHaveLength(2);
  const all = await Promise.all(Array.from({ length: 10 }, () => app.database.pool.connect()));
  const timeouts = await Promise.all(
    all.map(async (one) => (await one.query("show lock_timeout")).rows[0].lock_timeout),
  );
  for (const one of all) one.release();
  expect(new Set(timeouts)).toEqual(new Set(["0"]));
});
