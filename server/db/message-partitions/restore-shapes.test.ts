import { expect, test } from "vitest";
import { deleteMessage, getMessages, sendMessage } from "#contract/messages.ts";
import { restore } from "#server/cli/restore.ts";
import { backups } from "#server/testing/backup-harness.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { describeMessages, makeMessagesPlain } from "#server/testing/plain-messages.ts";
import { testApp } from "#server/testing/test-app.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const app = testApp();
const { at, live, backUp, config } = backups(app);
const ROWS = "select to_jsonb(messages) as row from messages order by id";

test("a backup of one table of messages is restored to partitions", async () => {
  const partitioned = await describeMessages(app.database.pool);
  await makeMessagesPlain(app.database.owner);
  const [a, b] = await live();
  const { body } = await app.call(sendMessage, { body: { receiverId: b.id, content: "Wrong chat" } }, a.token);
  await app.call(deleteMessage, { params: { messageId: body.message._id } }, a.token);
  // As an earlier version writes it.
  await app.database.pool.query("update retained_messages set relationship_id = null");
  const { messages } = (await app.call(getMessages, { params: { userId: b.id }, query: {} }, a.token)).body;
  expect(messages.length).toBeGreaterThan(1);
  const { rows: expected } = await app.database.pool.query(ROWS);
  const first = await backUp("first");

  const restored = await createTestDatabase({ empty: true });
  try {
    const urls = { databaseUrl: urlOf(restored.connection), databaseOwnerUrl: urlOf(restored.owner) };
    await restore(config(urls), { who: "ada", reason: "a test" }, at("first"));
    expect((await restored.pool.query(ROWS)).rows).toEqual(expected);
    expect(await describeMessages(restored.pool)).toEqual(partitioned);
    expect(first.tables["messages"]?.rows).toBe(expected.length);
  } finally {
    await restored.drop();
  }
});
