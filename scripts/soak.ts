import { runProgram } from "./run-checks.ts";

/**
 * Runs `*.soak.test.ts`, tests of crashes and faults that are too long for `npm test`, in their long form: ten kills at
 * each step of a purchase, 10,000 messages under each kind of fault, fifty kills between an event and its notification.
 * Then the long form of tests with random data or races.
 */
const LONG = {
  PAYMENT_KILLS: "10",
  CHAT_MESSAGES: "10000",
  CHAT_FAULT_MS: "5000",
  CHAT_SOCKETS: "1000",
  NOTIFICATION_KILLS: "50",
  LEDGER_OPERATIONS: "100000",
  PLACE_VIEWERS: "2000",
  WEEK_DAYS: "10",
  INDEX_ROUNDS: "100",
  RETENTION_ROUNDS: "20",
};
/** Part of `npm test` in a shorter form. */
const IN_BOTH = [
  "server/domains/billing/wallet/ledger-property.test.ts",
  "server/domains/discovery/search/place-privacy.test.ts",
  "server/domains/discovery/search/week-privacy.test.ts",
  "server/domains/discovery/memory-index/memory-index.test.ts",
  "server/domains/moderation/reports/retention-races.test.ts",
];

const wanted = process.argv.slice(2);
let passed = await runProgram("vitest", ["run", "--project", "soak", "--passWithNoTests", ...wanted], { env: LONG });
const others = IN_BOTH.filter((file) => wanted.length === 0 || wanted.some((name) => file.includes(name)));
if (others.length > 0)
  passed = (await runProgram("vitest", ["run", "--project", "server", ...others], { env: LONG })) && passed;
process.exit(passed ? 0 : 1);
