import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { createSubscription } from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { getMessages, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { createProxiedDatabase, type DatabaseProxy } from "#server/testing/database-proxy.ts";
import { createCompleteMember, createMatch } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

let proxy: DatabaseProxy;
const app = testApp(
  {},
  {
    work: true,
    openDatabase: async () => {
      const database = await createProxiedDatabase();
      proxy = database.proxy;
      return database;
    },
  },
);

const runAsAdmin = async (text: string, values?: unknown[]) => {
  const admin = new pg.Client({ ...app.database.admin, database: "postgres" });
  await admin.connect();
  try {
    return await admin.query(text, values);
  } finally {
    await admin.end();
  }
};

async function disconnect(end: () => unknown = proxy.disconnect): Promise<void> {
  const { pool } = app.ctx.database;
  let open = pool.totalCount;
  pool.on("remove", () => open--);
  await end();
  await expect.poll(() => open).toBeLessThanOrEqual(0);
}

afterEach(() => {
  proxy.cut = undefined;
});

describe.each(["before", "after"] as const)("a connection that is lost just %s a write takes effect", (at) => {
  /** @returns the answer to the repetition */
  async function repeat<T extends { status: number; headers: Headers }>(
    statement: string,
    call: () => Promise<T>,
    following?: string,
  ) {
    proxy.cut = { statement, following, at };
    const first = await call();
    expect(proxy.cut).toBeUndefined();
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "2"]);
    return call();
  }

  test("stores a text once, of which the other member's device learns", async () => {
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, b.token);
    const body = { receiverId: b.id, content: "Once", clientId: randomUUID() };
    const again = await repeat("all_sent as", () => app.call(sendMessage, { body }, a.token));
    expect(again.status).toBe(201);
    const { messages } = (await app.call(getMessages, { params: { userId: a.id }, query: {} }, b.token)).body;
    expect(messages.map(({ content }) => content)).toEqual(["Once"]);
    expect(await device.waitFor("new_message")).toMatchObject({ message: { content: "Once" }, rev: 1 });
    device.close();
  });

  test("charges a crush once", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const balance = async () => (await app.call(getWallet, { query: {} }, a.token)).body.balance;
    const before = await balance();
    const again = await repeat(b.id, () => app.call(sendCrush, { body: { recipientId: b.id } }, a.token));
    // The client takes `already_sent` for a success.
    expect(again).toMatchObject(at === "before" ? { status: 200 } : { status: 409, body: { code: "already_sent" } });
    expect(await balance()).toBe(before - 1);
  });

  test("opens one checkout of a subscription", async () => {
    const { id, token } = await createCompleteMember(app);
    const call = () => app.call(createSubscription, { body: {} }, token);
    const again = await repeat("commit\0", call, 'insert into "checkouts"');
    expect(again.status).toBe(200);
    const { rows } = await sql<{ count: number }>`
      select count(*) from checkouts join wallets on wallets.id = wallet_id where member_id = ${id}`.execute(
      app.ctx.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

test("a full disk of the database is answered with 503, which clients repeat", async () => {
  const [a, b] = await createMatch(app);
  const owner = new pg.Client(app.database.owner);
  await owner.connect();
  await owner.query(`
    create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger fill_disk before insert on messages for each row execute function fill_disk()`);
  const body = { receiverId: b.id, content: "Later", clientId: randomUUID() };
  const send = () => app.call(sendMessage, { body }, a.token);
  expect(await send()).toMatchObject({ status: 503, body: { code: "service_unavailable" } });
  await owner.query("drop function fill_disk cascade").finally(() => owner.end());
  expect((await send()).status).toBe(201);
});

describe("after a fail-over behind a fixed address", () => {
  test("connections to a server that has become read-only are thrown away by the first write", async () => {
    const [a, b] = await createMatch(app);
    const send = () => app.call(sendMessage, { body: { receiverId: b.id, content: "Now" } }, a.token);
    const { database } = app.database.connection;
    // Connections that open meanwhile stay read-only, as those to the former primary.
    await runAsAdmin(`alter database ${database} set default_transaction_read_only = on`);
    await disconnect();
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(app.ctx.db)));
    await runAsAdmin(`alter database ${database} reset default_transaction_read_only`);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await send()).status);
    // One of ten connections was used. None, if the first write was that of a job.
    expect(["", "503"]).toContain(statuses.filter((status) => status !== 201).join());
  });

  test("requests wait up to two seconds for the new server, in which nothing was sent", async () => {
    const [a, b] = await createMatch(app);
    const { target } = proxy;
    proxy.target = undefined;
    await disconnect();
    const body = { receiverId: b.id, content: "Still here", clientId: randomUUID() };
    const waiting = app.call(sendMessage, { body }, a.token);
    setTimeout(() => (proxy.target = target), 500);
    expect((await waiting).status).toBe(201);
  });

  test("jobs run again", async () => {
    await disconnect(async () => {
      const { rows } = await runAsAdmin(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()",
        [app.database.connection.database],
      );
      expect(rows.length).toBeGreaterThan(1);
    });
    const { id } = await createCompleteMember(app);
    await app.ctx.transact((tx) => app.ctx.jobs.send(tx, "email-password-changed", { memberId: id }));
    const done = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from jobs.job where name = 'email-password-changed'`.execute(app.ctx.db);
      return rows.map(({ state }) => state);
    };
    await expect.poll(done, { timeout: 15_000 }).toEqual(["completed"]);
  });
});
