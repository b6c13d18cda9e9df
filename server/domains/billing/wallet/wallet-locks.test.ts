import pg from "pg";
import { expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { refundUnansweredCrushes } from "#server/domains/billing/wallet/adjustments.service.ts";
import { refundCrushes } from "#server/domains/moderation/decisions/acts/refund-crushes.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createMembers, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

/** Several wallets are locked by their ids, so that crossing transactions wait instead of failing. */

const app = testApp();
const SENDERS = 6;

interface Paid {
  readonly senderId: string;
  readonly walletId: string;
  readonly relationshipId: string;
}

async function query<T extends pg.QueryResultRow>(sql: string, ...values: readonly unknown[]): Promise<T[]> {
  return (await app.database.pool.query<T>(sql, [...values])).rows;
}

/** By descending ids of the senders' wallets: neither rows nor calls have the order of the locks. */
async function createPaidCrushes(): Promise<{ recipientId: string; crushes: Paid[] }> {
  const [recipient, ...members] = (await createMembers(
    app,
    Array.from({ length: SENDERS + 1 }, () => ({})),
  )) as [TestMember, ...TestMember[]];
  const wallets = await query<{ id: string; member_id: string }>(
    "select id, member_id from wallets where member_id = any($1) order by id desc",
    members.map(({ id }) => id),
  );
  const crushes: Paid[] = [];
  for (const { id: walletId, member_id: senderId } of wallets) {
    const sender = members.find(({ id }) => id === senderId);
    await app.call(sendCrush, { body: { recipientId: recipient.id } }, sender?.token);
    const [entry] = await query<{ source: string }>(
      "select source from ledger_entries where wallet_id = $1 and kind = 'sent'",
      walletId,
    );
    crushes.push({ senderId, walletId, relationshipId: entry?.source.replace("crush:", "") ?? "" });
  }
  return { recipientId: recipient.id, crushes };
}

type PayBack = (tx: Tx, recipientId: string, crushes: readonly Paid[]) => Promise<unknown>;

const WAYS: Readonly<Record<string, PayBack>> = {
  "crushes that a deleted member did not answer": (tx, _, crushes) => refundUnansweredCrushes(tx, crushes),
  "reporters' crushes": (tx, memberId, crushes) =>
    refundCrushes.apply(
      {
        ctx: app.ctx,
        tx,
        by: { who: "ada", reason: "A test" },
        memberId,
        decisionId: newId(),
        case: undefined,
        isReopened: false,
        rule: "guidelines",
        words: "",
        reporterIds: crushes.map(({ senderId }) => senderId),
      },
      { act: "refund_crushes" },
    ),
};

test.each(Object.entries(WAYS))("a refund of %s that waits for one wallet holds none after it", async (_, payBack) => {
  const { recipientId, crushes } = await createPaidCrushes();
  const [holder, prober] = [new pg.Client(app.database.connection), new pg.Client(app.database.connection)];
  await Promise.all([holder.connect(), prober.connect()]);
  try {
    const lowest = crushes.at(-1)?.walletId;
    await holder.query("begin");
    await holder.query("select from wallets where id = $1 for no key update", [lowest]);
    const paying = app.ctx.transact((tx) => payBack(tx, recipientId, crushes));
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await query(waiting)).length).toBe(1);
    for (const { walletId } of crushes.slice(0, -1))
      await prober.query("select from wallets where id = $1 for no key update nowait", [walletId]);
    await holder.query("rollback");
    await paying;
    const [paid] = await query(
      "select count(*)::int as count from ledger_entries where kind = 'refund' and wallet_id = any($1)",
      crushes.map(({ walletId }) => walletId),
    );
    expect(paid).toEqual({ count: SENDERS });
  } finally {
    await Promise.all([holder.end(), prober.end()]);
  }
});

test("refunds of the same wallets in opposite orders never end in a deadlock", async () => {
  const deadlocks = async () => {
    await query("select pg_stat_force_next_flush()");
    const [row] = await query(
      "select deadlocks::int as count from pg_stat_database where datname = current_database()",
    );
    return row;
  };
  const before = await deadlocks();
  for (let round = 0; round < 5; round++) {
    const { recipientId, crushes } = await createPaidCrushes();
    const orders = [crushes, crushes.toReversed(), [...crushes.slice(3), ...crushes.slice(0, 3)]];
    await Promise.all(
      orders.flatMap((order) =>
        Object.values(WAYS).map((payBack) => app.ctx.transact((tx) => payBack(tx, recipientId, order))),
      ),
    );
    const [paid] = await query(
      "select count(*)::int as count from ledger_entries where kind = 'refund' and wallet_id = any($1)",
      crushes.map(({ walletId }) => walletId),
    );
    expect(paid).toEqual({ count: SENDERS });
  }
  expect(await deadlocks()).toEqual(before);
});
