import { run } from "./steps.ts";

/** The long proofs, whose short forms `npm test` does: 100,000 operations on the ledger, ten kills at each step of a purchase. */
const passed = await run(
  "vitest",
  ["run", "--project", "server", "server/modules/wallet/ledger-property.test.ts", "scripts/payments-crash.test.ts"],
  { LEDGER_OPERATIONS: "100000", PAYMENT_KILLS: "10" },
);
process.exit(passed ? 0 : 1);
