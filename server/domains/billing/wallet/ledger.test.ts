import pg from "pg";
import { describe, expect, test } from "vitest";
import { insertEntries } from "#server/domains/billing/wallet/wallet.repo.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** As the owner of the tables, and as a superuser with ordinary triggers disabled. */
async function asEveryone(run: (client: pg.Client) => Promise<void>): Promise<void> {
  const { owner, admin } = app.database;
  for (const [connection, role] of [
    [owner, "origin"],
    [admin, "replica"],
  ] as const) {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      if (role === "replica") await client.query("set session_replication_role = replica");
      await run(client);
    } finally {
      await client.end();
    }
  }
}

async function makeWallet(): Promise<string> {
  const { id } = await createMember(app);
  const { rows } = await app.database.pool.query("select id from wallets where member_id = $1", [id]);
  return rows[0].id;
}

describe("the ledger, for any database role", () => {
  test.each([
    "update ledger_entries set change = 100",
    "update ledger_entries set source = source || '!'",
    "delete from ledger_entries",
    "truncate ledger_entries",
    "truncate wallets cascade",
  ])("refuses: %s", async (sql) => {
    await makeWallet();
    await asEveryone(async (client) => {
      await expect(client.query(sql)).rejects.toThrow("ledger entries are only ever added");
    });
  });

  test("refuses a balance set by hand and a wallet that does not start empty", async () => {
    const wallet = await makeWallet();
    await asEveryone(async (client) => {
      await expect(client.query("update wallets set balance = 99 where id = $1", [wallet])).rejects.toThrow(
        "only by a ledger entry",
      );
      await expect(client.query("insert into wallets (id, balance) values (gen_random_uuid(), 5)")).rejects.toThrow(
        "starts empty",
      );
    });
  });

  test("moves the balance with an entry, never below zero, and accepts a source once", async () => {
    const wallet = await makeWallet();
    const { pool } = app.database;
    const book = (change: number, source: string) =>
      pool.query(
        "insert into ledger_entries (id, wallet_id, kind, change, source) values (gen_random_uuid(), $1, 'refund', $2, $3)",
        [wallet, change, source],
      );
    await book(3, "one");
    await expect(book(3, "one")).rejects.toThrow("duplicate key");
    await expect(book(-9, "two")).rejects.toThrow("wallets_balance_not_negative");
    const { rows } = await pool.query(
      "select balance, (select sum(change)::int from ledger_entries where wallet_id = wallets.id) as sum from wallets where id = $1",
      [wallet],
    );
    expect(rows).toEqual([{ balance: 8, sum: 8 }]);
  });

  test("inserts more entries at once than a statement may have parameters", async () => {
    const wallet_id = await makeWallet();
    const many = Array.from({ length: 11_000 }, (_, i) => {
      return {
        id: newTimeOrderedId(),
        wallet_id,
        kind: "received",
        change: 0,
        source: `crush:${i}`,
        other_id: null,
      } as const;
    });
    await app.ctx.transact((tx) => insertEntries(tx, many));
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from ledger_entries where wallet_id = $1 and kind = 'received'",
      [wallet_id],
    );
    expect(rows).toEqual([{ n: many.length }]);
  });
});
