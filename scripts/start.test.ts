import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { io, type Socket } from "socket.io-client";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectionsTo } from "#server/platform/db/embedded.ts";
import { readPidFile } from "#server/platform/db/embedded-cluster.ts";
import { siteConfigWarning } from "#server/site-details.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { reconnectAfterRejection } from "#server/testing/socket-client.ts";
import { ENVIRONMENT, type Spotter } from "#server/testing/spotter-process.ts";

const starts = processHarness();

const receive = (device: Socket, event: string) =>
  new Promise<unknown>((resolve) => device.once(event, (payload: unknown) => resolve(payload)));

const PRODUCTION = { NODE_ENV: "production", RATE_LIMITS: "on", PUBLIC_URL: "https://spotter.example" };

describe("a running Spotter", () => {
  const shared = processHarness({ shared: true });
  let spotter: Spotter;
  let address = "";
  beforeAll(async () => {
    spotter = shared.begin();
    address = await spotter.ready();
  });

  test("logs one line of JSON per request, without token, body, id or coordinates", async () => {
    const { token, id } = await signUpAt(address);
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
  });

  test("schedules its jobs", async () => {
    const client = new pg.Client(connectionsTo(readPidFile(join(shared.path, "pg"))?.sockets ?? "").connection);
    await client.connect();
    onTestFinished(() => client.end());
    const schedule = async () => (await client.query("select name, cron from jobs.schedule order by name")).rows;
    await expect.poll(schedule).toEqual([
      { name: "apply-profile-changes", cron: "* * * * *" },
      { name: "apply-training-changes", cron: "* * * * *" },
      { name: "cleanup", cron: "17 * * * *" },
      { name: "compare-images", cron: "* * * * *" },
      { name: "date-shares", cron: "* * * * *" },
      { name: "end-pauses", cron: "* * * * *" },
      { name: "lift-expired-suspensions", cron: "* * * * *" },
      { name: "new-member-alerts", cron: "11 16 * * *" },
      { name: "notification-digest", cron: "* * * * *" },
      { name: "payment-reconciliation", cron: "*/5 * * * *" },
      { name: "return-unopened-crushes", cron: "23 9 * * *" },
      { name: "staff-alerts", cron: "* * * * *" },
      { name: "subscription-expired", cron: "* * * * *" },
      { name: "withdrawal-refunds", cron: "*/5 * * * *" },
      { name: "workout-dates", cron: "* * * * *" },
    ]);
  });

  test("prevents a second process from using its data folder, and continues to serve", async () => {
    const second = shared.begin();
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/Spotter cannot start: Another Spotter process is using .*\. Stop it first\./);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  test("prevents a second process from using its port", async () => {
    const { port } = new URL(address);
    const second = starts.begin({ PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Spotter cannot start: PORT must be a free port: ${port} is already in use\n`);
  });
});

test("SIGTERM ends a start that waits for the database, also as process 1 of a container", async () => {
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const silent = createServer(() => resolve()).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const namespace = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];
  const container = spawn("unshare", [...namespace, process.execPath, "scripts/start.ts"], {
    env: { ...ENVIRONMENT, DATA_DIR: starts.path, PORT: "0", DATABASE_URL: `postgres://app:x@127.0.0.1:${port}/app` },
  });
  onTestFinished(() => void container.kill("SIGKILL"));
  const ended = once(container, "exit");
  await waiting;
  const children = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, "utf8");
  process.kill(Number(children), "SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 60_000);

describe("a restart", () => {
  test("lets a connected device reconnect by itself", async () => {
    const first = starts.begin();
    const address = await first.ready();
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    const device = io(address, {
      auth: { token: b.token },
      transports: ["websocket"],
      reconnectionDelay: 100,
      forceNew: true,
    });
    reconnectAfterRejection(device, () => true);
    await receive(device, "connect");
    first.process.kill("SIGTERM");
    expect(await receive(device, "disconnect")).toBe("transport close");
    await first.ended;
    const back = receive(device, "connect");
    await starts.begin({ PORT: new URL(address).port }).ready();
    await back;
    const received = receive(device, "crush_received");
    await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    expect(await received).toMatchObject({ from: { _id: a.id } });
    device.disconnect();
  }, 60_000);
});

describe("an invalid setting", () => {
  test("stops the start with one line", async () => {
    const spotter = starts.begin({ PORT: "eighty" });
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toBe("Spotter cannot start: PORT must be a port from 0 to 65535\n");
  });

  test("stops the start if HOST is not an address of this machine", async () => {
    const spotter = starts.begin({ ...PRODUCTION, HOST: "192.0.2.1" });
    expect(await spotter.ended).toBe(1);
    expect(spotter.output()).toContain("Spotter cannot start: HOST must be an address of this machine");
  }, 30_000);
});

describe("a start in production", () => {
  test("names the defaults that site.config.ts has left, and that mail server and staff are missing, and serves", async () => {
    const spotter = starts.begin(PRODUCTION);
    await spotter.ready();
    expect(spotter.output().includes(siteConfigWarning() ?? "site.config.ts")).toBe(siteConfigWarning() !== undefined);
    expect(spotter.output()).toContain("SMTP_URL is not set");
    expect(spotter.output()).toMatch(/^\{"level":40,.*"no staff: .* `staff invite`"/m);
  }, 60_000);

  test("rejects data with demo members, with a one-line message", async () => {
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
