import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperator } from "#server/cli/cli.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";
import { type RunningServer, start } from "#server/main.ts";
import { sharesSessions } from "#server/platform/db/pooler.ts";
import { describeWithEngine } from "#server/testing/engines.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";

/**
 * ENGINE_PGBOUNCER_URL is JSON with three addresses of one database, which may be empty or used before:
 * `{"pooled": "postgres://…", "direct": "postgres://…", "owner": "postgres://…"}`. `pooled` leads to PgBouncer 1.18 or
 * newer with `pool_mode = transaction` and a pool of at least two connections; it needs no `ignore_startup_parameters`.
 * `direct` is PostgreSQL itself as the same role, and `owner` PostgreSQL itself as the owner of the database.
 */
interface Addresses {
  readonly pooled: string;
  readonly direct: string;
  readonly owner: string;
}

describeWithEngine("PgBouncer", "behind PgBouncer in transaction mode", (engine) => {
  const addresses = () => JSON.parse(engine) as Addresses;
  let dataDir: string;
  const running: RunningServer[] = [];

  const configure = (settings: Record<string, string>): Config =>
    readConfig({
      PORT: "0",
      DEMO_MEMBERS: "0",
      RATE_LIMITS: "off",
      IMAGE_CHECKS: "off",
      LOG_LEVEL: "silent",
      DATA_DIR: dataDir,
      DATABASE_OWNER_URL: addresses().owner,
      ...settings,
    });

  async function begin(settings: Record<string, string>): Promise<RunningServer> {
    const server = await start(configure(settings), () => undefined);
    running.push(server);
    return server;
  }

  const settings = () => ({ DATABASE_URL: addresses().pooled, DATABASE_DIRECT_URL: addresses().direct });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "spotter-pooled-"));
    await begin(settings());
    await begin(settings());
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("members sign up, match and write, and get events of the other process", async () => {
    const [here = "", there = ""] = running.map(({ address }) => address);
    const [a, b] = [await signUpAt(here), await signUpAt(there)];
    await post(here, "/api/match/send-crush", { recipientId: b.id }, a.token);
    const device = await connectDevice({ address: there }, b.token);
    await post(there, "/api/match/send-crush", { recipientId: a.id }, b.token);
    await device.waitFor("matched");
    const send = (i: number) => {
      const body = { receiverId: b.id, content: `Set ${i}`, clientId: randomUUID() };
      return post(i % 2 === 0 ? here : there, "/api/messages/send", body, a.token);
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => send(i)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const received = () => device.received.filter(({ event }) => event === "new_message").length;
    await expect.poll(received).toBe(60);
    const headers = { authorization: `Bearer ${a.token}` };
    for (const path of ["/api/profile", `/api/users/${b.id}`, "/api/profile/all", `/api/messages/${b.id}`])
      expect([path, (await fetch(here + path, { headers })).status]).toEqual([path, 200]);
    device.close();
  });

  test("a job runs that a request has sent", async () => {
    const [here = ""] = running.map(({ address }) => address);
    const { email } = await signUpAt(here);
    const mails = () => readdirSync(join(dataDir, "mail"), { recursive: true }).length;
    await expect.poll(mails, { timeout: 15_000 }).toBeGreaterThan(0);
    const before = mails();
    await post(here, "/api/auth/forgot-password", { email });
    await expect.poll(mails, { timeout: 15_000 }).toBeGreaterThan(before);
  });

  test("statements and idle transactions have the timeouts that the pooler takes no parameters for", async () => {
    const { pool, direct } = running[0]?.ctx.database ?? {};
    const result = await pool?.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name",
    );
    expect(result?.rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "30000" },
      { name: "statement_timeout", setting: "15000" },
    ]);
    const backup = new pg.Client(direct);
    await backup.connect();
    expect((await backup.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
    await backup.end();
  });

  test("a pooler is recognized while others use it", async () => {
    const { pooled } = addresses();
    const clients = Array.from({ length: 50 }, () => new pg.Client({ connectionString: pooled }));
    await Promise.all(clients.map((client) => client.connect()));
    let isOver = false;
    const load = clients.map(async (client) => {
      while (!isOver) await client.query("select pg_sleep(0.002)");
      await client.end();
    });
    const seen: boolean[] = [];
    for (let i = 0; i < 20; i++) seen.push(await sharesSessions({ connectionString: pooled }));
    isOver = true;
    await Promise.all(load);
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  test("`database migrate` has the settings of the app", async () => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await runOperator(["database", "migrate"], () => configure(settings()), { print, printError: print });
    expect([code, lines]).toEqual([0, ["The schema is up to date."]]);
  });

  test("the start says so if the direct address is missing, is the pooler's, or leads elsewhere, or the owner's is the pooler's", async () => {
    const { pooled, direct } = addresses();
    expect(await sharesSessions({ connectionString: pooled })).toBe(true);
    expect(await sharesSessions({ connectionString: direct })).toBe(false);
    const startWith = (other: Record<string, string>) => start(configure({ ...settings(), ...other }), () => undefined);
    const refused = async (other: Record<string, string>, message: RegExp) => {
      const error = await startWith(other).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toMatch(message);
    };
    await refused({ DATABASE_DIRECT_URL: "" }, /^DATABASE_DIRECT_URL must be set/);
    await refused({ DATABASE_DIRECT_URL: pooled }, /^DATABASE_DIRECT_URL must lead to PostgreSQL itself/);
    const elsewhere = direct.replace(/\/[\w-]+(?=\?|$)/, "/postgres");
    await refused({ DATABASE_OWNER_URL: pooled }, /^DATABASE_OWNER_URL must lead to PostgreSQL itself/);
    await refused({ DATABASE_DIRECT_URL: elsewhere }, /^DATABASE_DIRECT_URL must lead to the same database/);
  });
});
