import { runProgram } from "./run-checks.ts";

/**
 * Runs tests of `npm test` for longer: 100,000 ledger operations, ten kills at each step of a purchase, 10,000 messages
 * under each kind of fault, and fifty kills between an event and its notification.
 */
const runs: readonly (readonly [file: string, settings: Record<string, string>])[] = [
  ["server/modules/wallet/ledger-property.test.ts", { LEDGER_OPERATIONS: "100000" }],
  ["scripts/payments-crash.test.ts", { PAYMENT_KILLS: "10" }],
  ["scripts/chat-faults.test.ts", { CHAT_MESSAGES: "10000", CHAT_FAULT_MS: "5000", CHAT_SOCKETS: "1000" }],
  ["scripts/notifications-crash.test.ts", { NOTIFICATION_KILLS: "50" }],
];

/** Parts of file names to run; all without arguments. */
const wanted = process.argv.slice(2);
let passed = true;
for (const [file, settings] of runs) {
  if (wanted.length > 0 && !wanted.some((name) => file.includes(name))) continue;
  passed = (await runProgram("vitest", ["run", "--project", "server", file], settings)) && passed;
}
process.exit(passed ? 0 : 1);
