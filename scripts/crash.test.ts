import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness({ prepared: true });
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

describe("while the database is unavailable", () => {
  test("the app reports that it is not ready, and recovers when the database is back", async () => {
    const elsewhere = makeDataFolder();
    let embedded = await startEmbedded({ dataDir: elsewhere.path });
    // Each start of the database creates a new socket folder. The link leads to the current one.
    const host = `${elsewhere.path}/socket`;
    symlinkSync(embedded.connection.host, host);
    const address = await starts
      .begin({
        DATABASE_URL: urlOf({ ...embedded.connection, host }),
        DATABASE_OWNER_URL: urlOf({ ...embedded.owner, host }),
      })
      .ready();
    const { token } = await signUpAt(address);
    const request = (path: string) => fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    await embedded.stop();
    // Results of the readiness check are cached for one second.
    const readiness = async () => (await request("/readyz")).status;
    await expect.poll(readiness).toBe(503);
    expect((await request("/healthz")).status).toBe(200);
    const rejected = await request("/api/profile");
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ success: false, code: "service_unavailable" });
    embedded = await startEmbedded({ dataDir: elsewhere.path });
    rmSync(host);
    symlinkSync(embedded.connection.host, host);
    await expect.poll(readiness).toBe(200);
    expect((await request("/api/profile")).status).toBe(200);
    await embedded.stop();
    elsewhere.remove();
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

  test("is stopped by the next start if it outlives a killed app", async () => {
    const spotter = starts.begin();
    await spotter.ready();
    const pid = Number(readFileSync(`${starts.path}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    // A stopped process cannot follow the killed app. It continues while the next start waits.
    process.kill(pid, "SIGSTOP");
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    setTimeout(() => process.kill(pid, "SIGCONT"), 500);
    await starts.begin().ready();
  }, 60_000);

  test("starts although another process has the id in postmaster.pid", async () => {
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
