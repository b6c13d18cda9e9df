import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";

const starts = processHarness();
/** Messages that are acknowledged before the kill. */
const ACKNOWLEDGED_MIN = 50;

describe("after a SIGKILL", () => {
  test("the next start serves everything that was acknowledged", async () => {
    const first = starts.begin();
    const address = await first.ready();
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const acknowledged: string[] = [];
    const writing = Array.from({ length: 8 }, async () => {
      for (;;) {
        const content = randomUUID();
        const { status } = await post(address, "/api/messages/send", { receiverId: b.id, content }, a.token);
        if (status === 201) acknowledged.push(content);
        // The other requests are in progress.
        if (acknowledged.length === ACKNOWLEDGED_MIN) first.process.kill("SIGKILL");
      }
    });
    await Promise.allSettled(writing);
    await first.ended;

    const again = await starts.begin().ready();
    const stored = new Set<string>();
    let before = "";
    for (;;) {
      const headers = { authorization: `Bearer ${b.token}` };
      const page = await fetch(`${again}/api/messages/${a.id}?limit=100${before && `&before=${before}`}`, { headers });
      const { messages, hasMore } = (await page.json()) as {
        messages: { _id: string; content: string }[];
        hasMore: boolean;
      };
      for (const message of messages) stored.add(message.content);
      before = messages[0]?._id ?? "";
      if (!hasMore) break;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED_MIN);
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
  }, 60_000);
});

describe("the embedded database", () => {
  test("runs with durable settings, and refuses to start without them", async () => {
    const lax = { fsync: "off" };
    await expect(startEmbedded({ dataDir: starts.path, settings: lax })).rejects.toThrow("must run with fsync on");
    const embedded = await startEmbedded({ dataDir: starts.path });
    const client = new pg.Client(embedded.connection);
    await client.connect();
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
      expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: "on" }]);
    }
    await client.end();
    await embedded.stop();
  });
});
