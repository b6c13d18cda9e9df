import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness({ prepared: true });
/** So many messages are acknowledged before the kill. */
const ENOUGH = 50;

describe("after a kill", () => {
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
        // In the middle of it: the others are on their way.
        if (acknowledged.length === ENOUGH) first.process.kill("SIGKILL");
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
    expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH);
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
  }, 60_000);
});

describe("while the database is away", () => {
  test("it is not ready and says so, and goes on when it is back", async () => {
    const elsewhere = makeDataFolder();
    let embedded = await startEmbedded({ dataDir: elsewhere.path });
    // Each start of the database has a socket of its own; this name leads to whichever there is.
    const host = `${elsewhere.path}/socket`;
    symlinkSync(embedded.connection.host, host);
    const address = await starts
      .begin({
        DATABASE_URL: urlOf({ ...embedded.connection, host }),
        DATABASE_OWNER_URL: urlOf({ ...embedded.owner, host }),
      })
      .ready();
    const { token } = await signUpAt(address);
    const ask = (path: string) => fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    await embedded.stop();
    // What the database answered counts for a second.
    const readiness = async () => (await ask("/readyz")).status;
    await expect.poll(readiness).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
    const refused = await ask("/api/profile");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ success: false, code: "service_unavailable" });
    embedded = await startEmbedded({ dataDir: elsewhere.path });
    rmSync(host);
    symlinkSync(embedded.connection.host, host);
    await expect.poll(readiness).toBe(200);
    expect((await ask("/api/profile")).status).toBe(200);
    await embedded.stop();
    elsewhere.remove();
  }, 60_000);
});

describe("the embedded database", () => {
  test("says what it runs with, and refuses to run without it", async () => {
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

  test("of an app that was killed, with nobody to take it along, is found and stopped by the next start", async () => {
    const spotter = starts.begin();
    await spotter.ready();
    const pid = Number(readFileSync(`${starts.path}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    // Stopped, it cannot follow the app at once; going on, it does while the next start waits.
    process.kill(pid, "SIGSTOP");
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    setTimeout(() => process.kill(pid, "SIGCONT"), 500);
    await starts.begin().ready();
  }, 60_000);

  test("whose process number is somebody else's by now is started all the same", async () => {
    const first = starts.begin();
    await first.ready();
    const file = `${starts.path}/pg/postmaster.pid`;
    const before = readFileSync(file, "utf8");
    first.process.kill("SIGTERM");
    await first.ended;
    writeFileSync(file, before.replace(/^\d+/, String(process.pid)));
    await starts.begin().ready();
  }, 60_000);
});
