import { existsSync } from "node:fs";
import { connect } from "node:net";
import { io, type Socket } from "socket.io-client";
import { describe, expect, test } from "vitest";
import { siteWarning } from "#server/http/site-config-check.ts";
import { makeTestDatabase } from "#server/testing/database.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { comeBack } from "#server/testing/devices.ts";
import { makeDataFolder, startSpotter } from "#server/testing/processes.ts";
import { eachOnItsOwnFolder, joinAt, post } from "#server/testing/starts.ts";

const starts = eachOnItsOwnFolder();

const once = (device: Socket, event: string) =>
  new Promise<unknown>((resolve) => device.once(event, (payload: unknown) => resolve(payload)));

const PRODUCTION = { NODE_ENV: "production", RATE_LIMITS: "on", PUBLIC_URL: "https://spotter.example" };

describe("a second start on one folder", () => {
  test("says so and stops, and the first goes on", async () => {
    const address = await starts.begin().ready();
    const second = starts.begin();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Spotter cannot start: Another Spotter is running on .*\. Stop it first\./);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  }, 60_000);
});

describe("a stop", () => {
  test("lets a request under way finish and closes the database", async () => {
    const spotter = starts.begin();
    const address = await spotter.ready();
    const { token } = await joinAt(address);
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
    await starts.begin().ready();
  }, 60_000);
});

describe("a stop with a stranger's unfinished request", () => {
  test("does not wait for it for long", async () => {
    const spotter = starts.begin();
    const { hostname, port } = new URL(await spotter.ready());
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    spotter.process.kill("SIGTERM");
    expect(await spotter.ended).toBe(0);
    socket.destroy();
  }, 30_000);
});

describe("two starts at the same moment", () => {
  test("on a folder that is there: one serves, the other says why not", async () => {
    const first = starts.begin();
    await first.ready();
    first.process.kill("SIGTERM");
    await first.ended;
    const both = [starts.begin(), starts.begin()];
    const results = await Promise.allSettled(both.map((spotter) => spotter.ready()));
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = both[results.findIndex((result) => result.status === "rejected")];
    expect(loser?.output()).toMatch(/Another Spotter is running on/);
  }, 60_000);
});

describe("a restart", () => {
  test("lets a device that was listening come back by itself", async () => {
    const first = starts.begin();
    const address = await first.ready();
    const [a, b] = [await joinAt(address), await joinAt(address)];
    const device = io(address, {
      auth: { token: b.token },
      transports: ["websocket"],
      reconnectionDelay: 100,
      forceNew: true,
    });
    comeBack(device, () => true);
    await once(device, "connect");
    first.process.kill("SIGTERM");
    expect(await once(device, "disconnect")).toBe("transport close");
    await first.ended;
    const back = once(device, "connect");
    await starts.begin({ PORT: new URL(address).port }).ready();
    await back;
    const heard = once(device, "crush_received");
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    expect(await heard).toMatchObject({ from: { _id: a.id } });
    device.disconnect();
  }, 60_000);
});

describe("with a database of one's own", () => {
  test("two processes serve from it, and the data folder holds no other", async () => {
    const database = await makeTestDatabase();
    const settings = { DATABASE_URL: urlOf(database.connection) };
    const [one, two] = [starts.begin(settings), starts.begin(settings)];
    const { token, id } = await joinAt(await one.ready());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${await two.ready()}/api/profile`, { headers });
    expect(await answer.json()).toMatchObject({ success: true, profile: { _id: id } });
    expect(existsSync(`${starts.path}/pg`)).toBe(false);
    const byTheClock = async () =>
      (await database.pool.query("select name, cron from jobs.schedule order by name")).rows;
    await expect.poll(byTheClock).toEqual([
      { name: "lift", cron: "* * * * *" },
      { name: "notify", cron: "* * * * *" },
      { name: "reconcile", cron: "*/5 * * * *" },
      { name: "settle-profiles", cron: "* * * * *" },
      { name: "sweep", cron: "17 * * * *" },
      { name: "tell-ended", cron: "* * * * *" },
    ]);
    for (const spotter of [one, two]) spotter.process.kill("SIGTERM");
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
    await database.drop();
  }, 60_000);
});

describe("two processes on one database", () => {
  test("send one of two hundred crushes on a balance of one", async () => {
    const database = await makeTestDatabase();
    const settings = { DATABASE_URL: urlOf(database.connection) };
    const running = [starts.begin(settings), starts.begin(settings)];
    const [one = "", two = ""] = await Promise.all(running.map((spotter) => spotter.ready()));
    const either = (i: number) => (i % 2 === 0 ? one : two);
    const sender = await joinAt(one);
    const crowd = [];
    for (let i = 0; i < 204; i += 20)
      crowd.push(...(await Promise.all(Array.from({ length: Math.min(20, 204 - i) }, (_, n) => joinAt(either(n))))));
    const send = ({ id }: { id: string }, i: number) =>
      post(either(i), "/api/match/send-crush", { recipientId: id }, sender.token);
    for (const [i, member] of crowd.slice(0, 4).entries()) expect((await send(member, i)).status).toBe(200);
    const answers = await Promise.all(crowd.slice(4).map(send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(199);
    const { rows } = await database.pool.query("select balance from wallets where member_id = $1", [sender.id]);
    expect(rows).toEqual([{ balance: 0 }]);
    for (const spotter of running) spotter.process.kill("SIGTERM");
    await Promise.all(running.map((spotter) => spotter.ended));
    await database.drop();
  }, 120_000);
});

describe("a wrong setting", () => {
  test("stops the start with one line", async () => {
    const spotter = starts.begin({ PORT: "eighty" });
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toBe("Spotter cannot start: PORT must be a port from 0 to 65535\n");
  });

  test("an address that is not this machine's, too", async () => {
    const spotter = starts.begin({ ...PRODUCTION, HOST: "192.0.2.1" });
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toContain("Spotter cannot start: HOST must be an address of this machine");
  }, 30_000);

  test("a port that is taken, too", async () => {
    const { port } = new URL(await starts.begin().ready());
    const other = makeDataFolder();
    const second = startSpotter(other.path, { PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `Spotter cannot start: PORT must be a port that is free: something listens on ${port} already\n`,
    );
    other.remove();
  }, 60_000);
});

describe("what is logged", () => {
  test("is one line of JSON a request, with no token, body, id or coordinate", async () => {
    const spotter = starts.begin();
    const address = await spotter.ready();
    const { token, id } = await joinAt(address);
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

describe("a start in production", () => {
  test("names what is left to fill in of the operator's details, and serves", async () => {
    const spotter = starts.begin(PRODUCTION);
    await spotter.ready();
    expect(spotter.output().includes(siteWarning() ?? "placeholders")).toBe(siteWarning() !== undefined);
  }, 60_000);

  test("is refused on data with demo members, in one line", async () => {
    const tryout = starts.begin({ DEMO_MEMBERS: "1" });
    await tryout.ready();
    tryout.process.kill("SIGTERM");
    await tryout.ended;
    const spotter = starts.begin(PRODUCTION);
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toContain(
      "Spotter cannot start: DATA_DIR (or DATABASE_URL) must have no demo members when NODE_ENV is production",
    );
  }, 60_000);
});
