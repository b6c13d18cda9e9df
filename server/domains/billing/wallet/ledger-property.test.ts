import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { FREE_CRUSHES } from "#contract/limits.ts";
import { adjustForRefund } from "#server/domains/billing/wallet/adjustments.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import { creditPurchase, findChargeError, settleCrush } from "#server/domains/billing/wallet/wallet.service.ts";
import { chargeCrushesSql } from "#server/domains/billing/wallet/wallet.statements.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newId, newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { createBulkMembers } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** Number of operations; `npm run soak` sets more. */
const OPERATIONS = Number(process.env["LEDGER_OPERATIONS"] ?? 2_000);
const RUN = 50;

type Operation =
  | { readonly kind: "crush"; readonly from: number; readonly to: number }
  | {
      readonly kind: "purchase" | "refund" | "bonus";
      readonly who: number;
      /** Negative for a refund that takes back. */
      readonly crushes: number;
      readonly source: number;
    };

const PEOPLE = 4;
const who = fc.nat(PEOPLE - 1);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant("crush" as const), from: who, to: who }),
  // Few sources, so that many repeat.
  fc.record({
    kind: fc.constantFrom("purchase" as const, "bonus" as const),
    who,
    crushes: fc.integer({ min: 1, max: 60 }),
    source: fc.nat(8),
  }),
  fc.record({
    kind: fc.constant("refund" as const),
    who,
    crushes: fc.integer({ min: -60, max: 20 }),
    source: fc.nat(8),
  }),
);

/** Expected refusals: a balance below zero, or a repeated source. */
const isRefusal = (error: unknown): boolean =>
  findChargeError(error) !== undefined || (error as { code?: string }).code === "23505";

type Expected = Map<string, number>;

/** @returns the change it reported, and whose balance */
async function run(people: readonly Caller[], salt: string, one: Operation): Promise<[string, number]> {
  const idOf = (i: number) => people[i]?.id ?? "";
  const memberId = idOf(one.kind === "crush" ? one.from : one.who);
  const change = app.ctx.transact(async (tx) => {
    if (one.kind === "crush") {
      if (one.from === one.to) return 0;
      const { rows } = await sql<{ balance: number; cost: number }>`
        with crushed as (
          select ${newId()}::uuid as id, ${memberId}::uuid as sender_id, ${idOf(one.to)}::uuid as recipient_id,
            ${newTimeOrderedId()}::uuid as sent_entry_id, ${newTimeOrderedId()}::uuid as received_entry_id
        ), ${chargeCrushesSql}
        select balance, cost from priced`.execute(tx);
      settleCrush(tx, memberId, rows[0] ?? { balance: 0, cost: 0 });
      return -1;
    }
    const { crushes } = one;
    const source = `${salt}:${one.source}`;
    if (one.kind === "bonus") {
      await grantBonus(tx, memberId, crushes, source);
      return crushes;
    }
    const { id: walletId } = await findWallet(tx, memberId);
    if (one.kind === "refund") return adjustForRefund(tx, { walletId, memberId, change: crushes, source });
    await creditPurchase(tx, { walletId, memberId, crushes, checkoutId: source });
    return crushes;
  });
  return [
    memberId,
    await change.catch((error: unknown) => {
      if (isRefusal(error)) return 0;
      throw error;
    }),
  ];
}

async function balances(expected: Expected): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select member_id, balance, coalesce((select sum(change) from ledger_entries where wallet_id = wallets.id), 0)::int as sum
     from wallets where member_id = any($1)`,
    [[...expected.keys()]],
  );
  expect(rows.length).toBe(expected.size);
  for (const { member_id, balance, sum } of rows) {
    expect(balance).toBe(sum);
    expect(balance).toBe(expected.get(member_id));
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

test(
  `${OPERATIONS} operations in random order, some concurrent, leave every balance as reported and equal to the sum of its entries`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: RUN, maxLength: RUN }),
        fc.integer({ min: 1, max: 8 }),
        async (list, width) => {
          const salt = newId();
          const people = await createBulkMembers(app, Array(PEOPLE).fill({}));
          const expected: Expected = new Map(people.map(({ id }) => [id, FREE_CRUSHES]));
          for (let i = 0; i < list.length; i += width) {
            const done = await Promise.all(list.slice(i, i + width).map((one) => run(people, salt, one)));
            for (const [id, change] of done) expected.set(id, (expected.get(id) ?? 0) + change);
            await balances(expected);
          }
        },
      ),
      { numRuns: Math.ceil(OPERATIONS / RUN), endOnFailure: true },
    );
  },
  30 * 60_000,
);
