import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { login } from "#contract/accounts/accounts.ts";
import { getConversations } from "#contract/chat/messages.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { post, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { report } from "./report.ts";
import { median, quantile } from "./server.ts";

/**
 * Logins that come all at once, as after a restart: how many get in, within what time, and what members who are logged in
 * notice of it. The server is a process of its own, with limits enabled. Only ratios are meaningful.
 * `node scripts/run.cjs bench/logins.ts [folder of another checkout, installed and built]`
 */
const LOGINS = 600;
const BYSTANDERS = 24;
const CALLS = [`${browse.path}?limit=24`, getConversations.path];
/** Between two calls of a bystander, so that none reaches a limit. */
const GAP_MS = 1_100;
const ALONE_SECONDS = 10;

interface Bystander {
  readonly token: string;
}

/** In turn until it is stopped. @returns milliseconds of each call */
async function watch(address: string, { token }: Bystander, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; !isOver(); nth++) {
    const startedAt = performance.now();
    const reply = await fetch(address + CALLS[nth % CALLS.length], { headers: { authorization: `Bearer ${token}` } });
    await reply.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (!reply.ok) throw new Error(`a bystander's call: ${reply.status}`);
    await pause(GAP_MS);
  }
  return times;
}

async function watchAll(address: string, bystanders: readonly Bystander[], during: Promise<unknown>) {
  let isOver = false;
  const all = Promise.all(bystanders.map((one) => watch(address, one, () => isOver)));
  await during;
  isOver = true;
  const times = (await all).flat();
  return { p50: median(times), p95: quantile(times, 0.95) };
}

const [root = process.cwd()] = process.argv.slice(2);
const data = makeDataFolder();
const first = startSpotter(data.path, { PASSWORD_HASHING: "full" }, "scripts/start.ts", root);
const address = await first.ready();
const accounts: { readonly email: string; readonly password: string }[] = [];
for (let i = 0; i < LOGINS; i++) accounts.push(await signUpAt(address));
const bystanders: Bystander[] = [];
for (let i = 0; i < BYSTANDERS; i++) bystanders.push(await signUpAt(address));
first.process.kill("SIGTERM");
await first.ended;
const server = startSpotter(
  data.path,
  { RATE_LIMITS: "on", LOG_LEVEL: "error", PASSWORD_HASHING: "full" },
  "scripts/start.ts",
  root,
);
try {
  const there = await server.ready();
  await watchAll(there, bystanders, pause(3_000));
  const alone = await watchAll(there, bystanders, pause(ALONE_SECONDS * 1000));
  const startedAt = performance.now();
  const logins = Promise.all(accounts.map(({ email, password }) => post(there, login.path, { email, password })));
  const storm = await watchAll(there, bystanders, logins);
  const seconds = (performance.now() - startedAt) / 1000;
  const statuses = (await logins).map(({ status }) => status);
  report("logins", `${LOGINS} at once`, {
    got_in: statuses.filter((status) => status === 200).length,
    seconds,
    alone_p50_ms: alone.p50,
    times_p50: storm.p50 / alone.p50,
    alone_p95_ms: alone.p95,
    times_p95: storm.p95 / alone.p95,
  });
} finally {
  server.process.kill("SIGTERM");
  await server.ended;
  data.remove();
}
