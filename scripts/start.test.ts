import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded.ts";
import { makeTestDatabase } from "#server/testing/database.ts";
import { makeDataFolder, type Spotter, startSpotter } from "#server/testing/processes.ts";

let data: ReturnType<typeof makeDataFolder>;
let running: Spotter[] = [];

beforeEach(() => {
  data = makeDataFolder();
});
afterEach(async () => {
  for (const spotter of running) spotter.process.kill("SIGKILL");
  await Promise.all(running.map((spotter) => spotter.ended));
  running = [];
  data.remove();
});

const begin = (settings: Record<string, string> = {}): Spotter => {
  const spotter = startSpotter(data.path, settings);
  running.push(spotter);
  return spotter;
};

async function post(address: string, path: string, body: object, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function join(address: string) {
  const username = `m${randomUUID().slice(0, 8)}`;
  const password = "a password for tests";
  const form = {
    email: `${username}@example.com`,
    username,
    password,
    confirmPassword: password,
    dateOfBirth: "1990-01-01",
  };
  const { body } = await post(address, "/api/auth/register", form);
  const { token, user } = body as { token: string; user: { _id: string } };
  return { token, id: user._id };
}

describe("after a kill", () => {
  test("the next start serves everything that was acknowledged", async () => {
    const first = begin();
    const address = await first.ready();
    const [a, b] = [await join(address), await join(address)];
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const acknowledged: string[] = [];
    const writing = Array.from({ length: 8 }, async () => {
      for (;;) {
        const content = randomUUID();
        const { status } = await post(address, "/api/messages/send", { receiverId: b.id, content }, a.token);
        if (status === 201) acknowledged.push(content);
      }
    });
    setTimeout(() => first.process.kill("SIGKILL"), 600);
    await Promise.allSettled(writing);
    await first.ended;

    const again = await begin().ready();
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
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
  }, 60_000);
});

describe("a second start on one folder", () => {
  test("says so and stops, and the first goes on", async () => {
    const address = await begin().ready();
    const second = begin();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Spotter cannot start: Another Spotter is running on .*\. Stop it first\./);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  }, 60_000);
});

describe("a stop", () => {
  test("lets a request under way finish, tells the sockets, and closes the database", async () => {
    const spotter = begin();
    const address = await spotter.ready();
    const { token } = await join(address);
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const answer = new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("close", () => resolve(text));
    });
    const body = JSON.stringify({ bio: "Still here." });
    const head = `PUT /api/profile HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
    socket.write(head + body.slice(0, 4));
    await new Promise((resolve) => setTimeout(resolve, 300));
    spotter.process.kill("SIGTERM");
    spotter.process.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.write(body.slice(4));
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    expect(await spotter.ended).toBe(0);
    await begin().ready();
  }, 60_000);
});

describe("with a database of one's own", () => {
  test("two processes serve from it, and the data folder holds no other", async () => {
    const database = await makeTestDatabase();
    const { host, user, database: name } = database.connection;
    const settings = { DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}` };
    const [one, two] = [begin(settings), begin(settings)];
    const { token, id } = await join(await one.ready());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${await two.ready()}/api/profile`, { headers });
    expect(await answer.json()).toMatchObject({ success: true, profile: { _id: id } });
    expect(existsSync(`${data.path}/pg`)).toBe(false);
    for (const spotter of [one, two]) spotter.process.kill("SIGTERM");
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
    await database.drop();
  }, 60_000);
});

describe("while the database is away", () => {
  test("it is not ready and says so, and goes on when it is back", async () => {
    const elsewhere = makeDataFolder();
    let embedded = await startEmbedded({ dataDir: elsewhere.path });
    const { host, user, database } = embedded.connection;
    const address = await begin({
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    }).ready();
    const { token } = await join(address);
    const ask = (path: string) => fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
    await embedded.stop();
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/healthz")).status).toBe(200);
    const refused = await ask("/api/profile");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ success: false, code: "not_ready" });
    embedded = await startEmbedded({ dataDir: elsewhere.path });
    expect((await ask("/readyz")).status).toBe(200);
    expect((await ask("/api/profile")).status).toBe(200);
    await embedded.stop();
    elsewhere.remove();
  }, 60_000);
});

describe("the embedded database", () => {
  test("says what it runs with, and refuses to run without it", async () => {
    const lax = { fsync: "off" };
    await expect(startEmbedded({ dataDir: data.path, settings: lax })).rejects.toThrow("must run with fsync on");
    const embedded = await startEmbedded({ dataDir: data.path });
    const client = new pg.Client(embedded.connection);
    await client.connect();
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"]) {
      expect((await client.query(`show ${setting}`)).rows).toEqual([{ [setting]: "on" }]);
    }
    await client.end();
    await embedded.stop();
  });

  test("of an app that was killed, with nobody to take it along, is found and stopped by the next start", async () => {
    const spotter = begin();
    await spotter.ready();
    const pid = Number(readFileSync(`${data.path}/pg/postmaster.pid`, "utf8").split("\n")[0]);
    // Stopped, it cannot follow the app at once; going on, it does while the next start waits.
    process.kill(pid, "SIGSTOP");
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    setTimeout(() => process.kill(pid, "SIGCONT"), 500);
    await begin().ready();
  }, 60_000);

  test("whose process number is somebody else's by now is started all the same", async () => {
    const first = begin();
    await first.ready();
    const file = `${data.path}/pg/postmaster.pid`;
    const before = readFileSync(file, "utf8");
    first.process.kill("SIGTERM");
    await first.ended;
    writeFileSync(file, before.replace(/^\d+/, String(process.pid)));
    await begin().ready();
  }, 60_000);
});

describe("a wrong setting", () => {
  test("stops the start with one line", async () => {
    const spotter = begin({ PORT: "eighty" });
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toBe("Spotter cannot start: PORT must be a port from 0 to 65535\n");
  });

  test("a port that is taken, too", async () => {
    const { port } = new URL(await begin().ready());
    const other = makeDataFolder();
    const second = startSpotter(other.path, { PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Spotter cannot start: .*EADDRINUSE/);
    other.remove();
  }, 60_000);
});

describe("what is logged", () => {
  test("is one line of JSON a request, with no token, body, id or coordinate", async () => {
    const spotter = begin();
    const address = await spotter.ready();
    const { token, id } = await join(address);
    await fetch(`${address}/api/profile`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ bio: "My secret bio", coordinates: { coordinates: [-97.7431, 30.2672] } }),
    });
    await fetch(`${address}/api/users/${id}?q=hidden`, { headers: { authorization: `Bearer ${token}` } });
    await expect.poll(() => spotter.output()).toMatch(/users/);
    const lines = spotter
      .output()
      .split("\n")
      .filter((line) => line.includes('"request"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: "POST", route: "/api/auth/register", status: 201 },
      { method: "PUT", route: "/api/profile", status: 200 },
      { method: "GET", route: "/api/users/:userId", status: 200 },
    ]);
    for (const secret of [token, id, "secret bio", "97.74", "30.26", "hidden", "@example.com"]) {
      expect(spotter.output()).not.toContain(secret);
    }
  }, 60_000);
});
