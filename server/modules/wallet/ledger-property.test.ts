import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import { bookCrush, bookPurchase, giveBonus, takeBack, walletOf } from "#server/modules/wallet/wallet.service.ts";
import { makeMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** Operations in all; `npm run soak` asks for more. */
const OPERATIONS = Number(process.env["LEDGER_OPERATIONS"] ?? 5_000);
const RUN = 50;

type Operation =
  | { readonly kind: "crush"; readonly from: number; readonly to: number }
  | {
      readonly kind: "purchase" | "takeBack" | "bonus";
      readonly who: number;
      readonly crushes: number;
      readonly source: number;
    };

const PEOPLE = 4;
const who = fc.nat(PEOPLE - 1);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant("crush" as const), from: who, to: who }),
  // Few sources, so that many are booked again.
  fc.record({
    kind: fc.constantFrom("purchase" as const, "takeBack" as const, "bonus" as const),
    who,
    crushes: fc.integer({ min: 1, max: 60 }),
    source: fc.nat(8),
  }),
);

/** What may go wrong by the rules: too little is there, or the same was booked before. */
const isRefusal = (error: unknown): boolean =>
  (error instanceof AppError && error.code === "out_of_crushes") || (error as { code?: string }).code === "23505";

async function run(people: readonly TestMember[], salt: string, one: Operation): Promise<void> {
  const { ctx } = app;
  const idOf = (i: number) => people[i]?.id ?? "";
  await ctx
    .transact(async (tx) => {
      if (one.kind === "crush") {
        if (one.from === one.to) return;
        await bookCrush(tx, { senderId: idOf(one.from), recipientId: idOf(one.to), pairId: newId() });
        return;
      }
      const memberId = idOf(one.who);
      const { id: walletId } = await walletOf(tx, memberId);
      const { crushes } = one;
      const source = `${salt}:${one.source}`;
      if (one.kind === "bonus") await giveBonus(tx, memberId, crushes, source);
      if (one.kind === "purchase") await bookPurchase(tx, { walletId, memberId, crushes, checkoutId: source });
      if (one.kind === "takeBack") await takeBack(tx, { walletId, memberId, crushes, source });
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
}

async function balances(): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select balance, coalesce((select sum(change) from ledger_entries where wallet_id = wallets.id), 0)::int as sum from wallets`,
  );
  for (const { balance, sum } of rows) {
    expect(balance).toBe(sum);
    expect(balance).toBeGreaterThanOrEqual(0);
  }
}

test(
  `${OPERATIONS} operations in any order, some at the same moment, leave every balance the sum of its entries`,
  async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => makeMember(app)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: RUN, maxLength: RUN }),
        fc.integer({ min: 1, max: 8 }),
        async (list, width) => {
          const salt = newId();
          for (let i = 0; i < list.length; i += width) {
            await Promise.all(list.slice(i, i + width).map((one) => run(people, salt, one)));
            await balances();
          }
        },
      ),
      { numRuns: Math.ceil(OPERATIONS / RUN), endOnFailure: true },
    );
  },
  30 * 60_000,
);
