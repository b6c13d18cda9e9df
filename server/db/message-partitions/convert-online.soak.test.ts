import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { conversationIdOf } from "#contract/conversations.ts";
import { markRead, sendMessage } from "#contract/messages.ts";
import { cancelPartitioning, partitionMessages } from "#server/db/message-partitions/convert-online.ts";
import { checkConsistency, createConversations, expectConsistent, sendAll } from "#server/testing/chat-clients.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { describeMessages, makeMessagesPlain } from "#server/testing/plain-messages.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const send = (from: TestMember, to: TestMember, content: string, clientId?: string) =>
  app.call(sendMessage, { body: { receiverId: to.id, content, ...(clientId && { clientId }) } }, from.token);

/** Connects as the owner, so that a transaction can stay open between the steps of a conversion. */
async function openTransaction(...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client(app.database.owner);
  await client.connect();
  await client.query(["begin", ...statements].join(";"));
  return client;
}

test("messages are partitioned while members write, whatever interrupts it, and as in a new database", async () => {
  const fresh = await describeMessages(app.database.pool);
  await makeMessagesPlain(app.database.owner);
  const conversations = await createConversations(app.address, 3);
  const perDevice = 60;
  const writing = sendAll(conversations, perDevice, 20);
  await pause(300);
  const killed = new Set<string>();
  let batches = 0;
  /** Ends the connection before each step once, and within the copy once more. */
  const onStep = async (step: string) => {
    if (step === "batch" && ++batches % 10 !== 5) return pause(5);
    if (killed.has(step)) return;
    killed.add(step);
    throw new Error("killed");
  };
  let outcome: string | undefined;
  for (let attempt = 0; outcome === undefined && attempt < 20; attempt++) {
    const attempted = partitionMessages(app.database.owner, { batch: 5, onStep });
    outcome = await attempted.then(
      (conversion) => conversion.outcome,
      (error: Error) => {
        expect(error.message).toBe("killed");
        return undefined;
      },
    );
  }
  expect(outcome).toBe("converted");
  expect(killed.size).toBe(8);
  await writing;
  expectConsistent(await checkConsistency(conversations, perDevice), conversations, perDevice);
  for (const { clients } of conversations) for (const client of clients) client.close();
  expect(await describeMessages(app.database.pool)).toEqual(fresh);
  expect((await partitionMessages(app.database.owner)).outcome).toBe("unchanged");
});

test("changes and deletions that are not committed while their row is copied are not lost", async () => {
  await query("delete from retained_messages");
  await query("delete from messages");
  await makeMessagesPlain(app.database.owner);
  const [a, b] = await createMatch(app);
  for (const content of ["changed", "deleted", "read", "stays"]) await send(a, b, content);
  let changing: pg.Client | undefined;
  let deleting: pg.Client | undefined;
  const onStep = async (step: string) => {
    if (step === "batch" && !changing) {
      changing = await openTransaction("update messages set content = 'changed later' where content = 'changed'");
      deleting = await openTransaction("delete from messages where content = 'deleted'");
      // The batch gives up on the lock, and tries again.
      setTimeout(() => void changing?.query("commit"), 250);
    }
    if (step !== "Building indexes") return;
    const { rows } = await query("select count(*)::int as copied from messages");
    expect(rows).toEqual([{ copied: 4 }]);
    await deleting?.query("commit");
    await app.call(markRead, { params: { conversationId: conversationIdOf(a.id, b.id) } }, b.token);
  };
  await partitionMessages(app.database.owner, { onStep });
  await Promise.all([changing?.end(), deleting?.end()]);
  const { rows } = await query("select content, read_at is not null as read from messages order by sequence");
  expect(rows).toEqual(["changed later", "read", "stays"].map((content) => ({ content, read: true })));
});

test("a conversion that was cancelled, or waits for a lock, leaves everything as it was", async () => {
  await query("delete from messages");
  await makeMessagesPlain(app.database.owner);
  const before = await describeMessages(app.database.pool);
  const [a, b] = await createMatch(app);
  const clientId = randomUUID();
  await send(a, b, "One", clientId);
  const stopAt = (last: string) => (step: string) => {
    if (step === last) throw new Error("stopped");
  };
  await expect(partitionMessages(app.database.owner, { onStep: stopAt("Comparing all rows") })).rejects.toThrow(
    "stopped",
  );
  await send(a, b, "Two");
  await cancelPartitioning(app.database.owner);
  expect(await describeMessages(app.database.pool)).toEqual(before);
  // A backup reads the table for long. Members write on, and the swap follows it.
  const lines: string[] = [];
  let backup: pg.Client | undefined;
  const onStep = async (step: string) => {
    if (step === "Swapping the tables") backup = await openTransaction("select from messages");
  };
  const report = (line: string) => {
    lines.push(line);
    if (line.startsWith("Waiting")) setTimeout(() => void backup?.end(), 50);
  };
  const converting = partitionMessages(app.database.owner, { onStep, report });
  await expect.poll(() => backup).toBeDefined();
  expect((await send(a, b, "Three")).status).toBe(201);
  await converting;
  expect(lines).toContain("Waiting for a lock that another transaction holds");
  // What was sent before is recognized after.
  expect((await send(a, b, "One", clientId)).status).toBe(201);
  const { rows } = await query("select content from messages order by sequence");
  expect(rows.map(({ content }) => content)).toEqual(["One", "Two", "Three"]);
});
