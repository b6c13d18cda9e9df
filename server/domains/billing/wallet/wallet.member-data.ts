import { sql } from "kysely";
import type { Context } from "#server/context.ts";
import { refundUnansweredCrushes } from "#server/domains/billing/wallet/adjustments.service.ts";
import { WELCOME_MONTHS } from "#server/domains/billing/wallet/bonus.statements.ts";
import { forgetCounterparts } from "#server/domains/billing/wallet/wallet.repo.ts";
import { readWallet } from "#server/domains/billing/wallet/wallet.service.ts";
import { jsonWithList, textFile } from "#server/domains/members/member-data/archive.ts";
import { ID, type MemberData, SECRET, shown, within } from "#server/domains/members/member-data/member-data.ts";

async function* historyOf(ctx: Context, me: string) {
  let cursor: string | undefined;
  do {
    const { history, nextCursor } = await readWallet(ctx, me, { cursor });
    for (const entry of history) yield { ...entry, _id: undefined };
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* walletLines(ctx: Context, me: string) {
  const { balance } = await readWallet(ctx, me, { limit: 1 });
  yield* jsonWithList({ balance }, "history", historyOf(ctx, me));
}

export const memberData: MemberData = {
  tables: {
    wallets: { withheld: { [ID]: "id member_id" }, kept: "the ledger belongs to it" },
    ledger_entries: {
      withheld: { [ID]: "id wallet_id" },
      kept: "amounts, without with whom the member had crushes and images",
    },
    welcome_claims: {
      withheld: { [SECRET]: "hash", "belongs to an address, with or without an account": "claimed_at" },
      kept: "keeps an address from getting free credits again, for a year",
      expires: sql`claimed_at <= now() - make_interval(months => ${WELCOME_MONTHS})`,
    },
  },
  export: {
    "wallet.json": {
      showsIn: {
        "wallet.json": {
          "wallets.balance": "balance",
          ...within("history.*", shown("ledger_entries", "kind:action change source:item created_at")),
          "ledger_entries.other_id": ["history.*.recipientName", "history.*.senderName"],
        },
      },
      async *files(ctx, me) {
        yield textFile("wallet.json", walletLines(ctx, me));
      },
    },
  },
  erase: { wallets: ({ tx, unanswered }) => refundUnansweredCrushes(tx, unanswered) },
  sweep: [forgetCounterparts],
};
