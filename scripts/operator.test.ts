import { existsSync, readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { io } from "socket.io-client";
import { describe, expect, test } from "vitest";
import { makeTestDatabase } from "#server/testing/database.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { leastOfThree } from "#server/testing/least-of.ts";
import { operate, operateWell } from "#server/testing/operator.ts";
import { eachOnItsOwnFolder, joinAt, post } from "#server/testing/starts.ts";

const starts = eachOnItsOwnFolder();
const WHY = ["--reason", "Threats", "--as", "ada"];

/** A device that is connected, and when it is cut off for good. */
async function connected(address: string, token: string) {
  const device = io(address, { auth: { token }, transports: ["websocket"], reconnection: false, forceNew: true });
  await new Promise((resolve) => device.once("connect", () => resolve(undefined)));
  const cut = new Promise<number>((resolve) => device.once("disconnect", () => resolve(Date.now())));
  const heard = (event: string) => new Promise<unknown>((resolve) => device.once(event, resolve));
  return { device, cut, heard };
}

const stateOf = async (address: string, token: string) =>
  (await fetch(`${address}/api/profile`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("an operator's command beside a running app", () => {
  test("ends a suspended member's sockets within a second of its commit, and their requests at once", async () => {
    const spotter = starts.begin();
    const address = await spotter.ready();
    let id = "";
    const suspend = async (): Promise<number> => {
      const member = await joinAt(address);
      const { token } = member;
      id = member.id;
      const { cut } = await connected(address, token);
      await operateWell(starts.path, ["suspend", id, ...WHY]);
      const log = ["log", "--about", id];
      const [entry] = await operateWell<{ at: string; who: string; acting_as: string }[]>(starts.path, log);
      expect([entry?.who, entry?.acting_as]).toEqual([userInfo().username, "ada"]);
      expect(await stateOf(address, token)).toBe(401);
      return (await cut) - new Date(entry?.at ?? 0).getTime();
    };
    expect(await leastOfThree(1000, suspend)).toBeLessThanOrEqual(1000);
    await operateWell(starts.path, ["lift", id, ...WHY]);
    expect(await operateWell(starts.path, ["show", id])).toMatchObject({ standing: "active" });
    expect(spotter.output()).not.toContain('"level":50');
  }, 90_000);

  test("tells the member of crushes at once, and a command that is repeated gives no more", async () => {
    const address = await starts.begin().ready();
    const { token, id } = await joinAt(address);
    const { device, heard } = await connected(address, token);
    const told = heard("balance_changed");
    const command = ["grant", id, "3", ...WHY];
    expect(await operateWell(starts.path, command)).toMatchObject({ balance: 8, since: null });
    expect(await told).toEqual({ balance: 8 });
    expect(await operateWell(starts.path, command)).toMatchObject({ balance: 8, since: expect.any(String) });
    device.disconnect();
  }, 90_000);

  test("reaches the sockets at all processes of one database", async () => {
    const database = await makeTestDatabase();
    const settings = { DATABASE_URL: urlOf(database.connection) };
    const running = [starts.begin(settings), starts.begin(settings)];
    const [one = "", two = ""] = await Promise.all(running.map((spotter) => spotter.ready()));
    const suspend = async (): Promise<number> => {
      const { token, id } = await joinAt(one);
      const devices = [await connected(one, token), await connected(two, token)];
      await operateWell(starts.path, ["suspend", id, ...WHY], settings);
      const [entry] = await operateWell<{ at: string }[]>(starts.path, ["log", "--about", id], settings);
      const cuts = await Promise.all(devices.map(({ cut }) => cut));
      expect(await Promise.all([stateOf(one, token), stateOf(two, token)])).toEqual([401, 401]);
      return Math.max(...cuts) - new Date(entry?.at ?? 0).getTime();
    };
    expect(await leastOfThree(1000, suspend)).toBeLessThanOrEqual(1000);
    for (const spotter of running) spotter.process.kill("SIGTERM");
    await Promise.all(running.map((spotter) => spotter.ended));
    await database.drop();
  }, 120_000);
});

describe("an operator's command where no app runs", () => {
  test("starts the database for itself, and leaves the folder free for the next start", async () => {
    const first = starts.begin();
    const { id } = await joinAt(await first.ready());
    first.process.kill("SIGTERM");
    await first.ended;
    // Two at once share one.
    const both = await Promise.all(
      ["Threats", "Still threats"].map((reason) => operate(starts.path, ["suspend", id, "--reason", reason])),
    );
    expect(both.map(({ code, err }) => `${code}${err}`)).toEqual(["0", "0"]);
    expect(readdirSync(starts.path).filter((name) => name.startsWith("pg-socket-"))).toEqual([]);
    const address = await starts.begin().ready();
    const entries = await operateWell<{ act: string }[]>(starts.path, ["log", "--about", id]);
    // The second found it done.
    expect(entries.map(({ act }) => act)).toEqual(["suspend"]);
    expect((await post(address, "/api/auth/login", { email: "x@example.com", password: "y" })).status).toBe(401);
  }, 90_000);

  test("makes no data where there is none", async () => {
    const nowhere = `${starts.path}/nowhere`;
    const { code, err } = await operate(nowhere, ["show", "somebody"]);
    expect([code, err]).toEqual([1, `There is no Spotter in ${nowhere}: see DATA_DIR\n`]);
    expect(existsSync(nowhere)).toBe(false);
  }, 30_000);
});
