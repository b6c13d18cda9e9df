import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { CARDS_A_DAY, PROFILES_A_DAY } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { seededRandom } from "#server/testing/members.ts";
import type { Load } from "./message-load.ts";
import { OPTIONS } from "./options.ts";
import { generatePopulation, idOf } from "./population.ts";
import { makePairs, newMember } from "./processes.ts";
import { report } from "./report.ts";
import { fill } from "./seed.ts";
import { median, withServer } from "./server.ts";

/**
 * The cost of member limits: the same calls over HTTP with limits on and off, alternating within one run, so only
 * ratios are meaningful. The limits are never reached, because counters are reset between the runs.
 */
const RUNS = 9;
const CALLS = 40;
const SECONDS = 3;
/** Enough pairs that no member sends sixty messages in a run. */
const PAIRS = 256;
const LANES = 64;

interface Viewer {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function makeViewer(ctx: Context): Promise<Viewer> {
  return ctx.transact(async (tx) => {
    const id = await createMemberRows(ctx, tx, newMember("viewer"));
    await grantBonus(tx, id, 1_000_000, "bench");
    const token = await startSession(ctx, tx, { memberId: id, device: "A bench" });
    return { id, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" } };
  });
}

/** @param before runs before each call and is not measured */
async function time(call: () => Promise<Response>, before: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    await before();
    const start = performance.now();
    const answer = await call();
    await answer.arrayBuffer();
    times.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${answer.status}`);
  }
  return median(times);
}

const rate = async (load: Load): Promise<number> => {
  const worker = new Worker(new URL("./message-load.ts", import.meta.url), { workerData: load });
  const [figure] = (await once(worker, "message")) as [number];
  return figure;
};

/** Alternates between limits on and off. */
async function compare(
  ctx: Context,
  name: string,
  unit: string,
  work: () => Promise<number>,
  costOf = (on: number, off: number) => on / off,
): Promise<void> {
  const [on, off]: [number[], number[]] = [[], []];
  const measure = async (limited: boolean): Promise<number> => {
    Object.assign(ctx.config, { rateLimits: limited });
    await sql`update member_usage set ends_at = now()`.execute(ctx.db);
    return work();
  };
  for (const limited of [true, false]) await measure(limited);
  for (let run = 0; run < RUNS; run++) {
    for (const limited of run % 2 ? [true, false] : [false, true]) (limited ? on : off).push(await measure(limited));
  }
  const ratios = on.map((figure, i) => costOf(figure, off[i] ?? 1));
  const sorted = ratios.toSorted((a, b) => a - b);
  report("member-limits", name, {
    unit,
    without: median(off),
    with: median(on),
    cost: median(ratios),
    cost_from: sorted[1] ?? 0,
    cost_to: sorted.at(-2) ?? 0,
  });
}

const population = generatePopulation(OPTIONS.members, "city", seededRandom(1));

await withServer(
  (_, ctx) => fill(ctx.database, population, OPTIONS.crushes, seededRandom(2)),
  async (ctx, address) => {
    const viewer = await makeViewer(ctx);
    const get = (path: string) => () => fetch(address + path, { headers: viewer.headers });
    const page = get(`${browse.path}?limit=24`);
    const nothing = async () => undefined;
    const seen = (kind: string, many: number) => () =>
      sql`
        insert into member_usage (member_id, kind, count, people, ends_at)
        values (${viewer.id}, ${kind}, ${many}, (select decode(string_agg(lpad(to_hex(n), 16, '0'), ''), 'hex') from generate_series(1, ${many}::int) as n), now() + interval '1 day')
        on conflict (member_id, kind) do update set
          count = excluded.count, people = excluded.people, ends_at = excluded.ends_at`.execute(ctx.db);
    const clearResults = async () => {
      await sql`delete from search_results`.execute(ctx.db);
      await sql`update member_usage set count = 0 where kind = 'rankings'`.execute(ctx.db);
      await seen("cards", 200)();
    };
    await compare(ctx, "browse, 24 seen before", "ms", () => time(page, nothing));
    await compare(ctx, "browse, 24 new, after 200", "ms", () => time(page, seen("cards", 200)));
    await compare(ctx, "browse, 24 new, the last of the day", "ms", () =>
      time(page, seen("cards", CARDS_A_DAY.restricted - 24)),
    );
    await compare(ctx, "browse, 24 new, new list", "ms", () => time(page, clearResults));
    const profile = get(getMember.path.replace(":userId", idOf(0)));
    await compare(ctx, "profile, seen before", "ms", () => time(profile, nothing));
    await compare(ctx, "profile, new, the last of the day", "ms", () =>
      time(profile, seen("profiles", PROFILES_A_DAY.restricted - 1)),
    );
    let next = 0;
    const crush = () =>
      fetch(address + sendCrush.path, {
        method: "POST",
        headers: viewer.headers,
        body: JSON.stringify({ recipientId: wallets[next++] }),
      });
    const wallets: string[] = [];
    await ctx.transact(async (tx) => {
      for (let i = 0; i < (RUNS + 1) * 2 * CALLS; i++)
        wallets.push(await createMemberRows(ctx, tx, newMember(`to${i}`)));
    });
    await compare(ctx, "crush, to new people", "ms", () =>
      time(crush, () => sql`update member_usage set count = 0 where kind = 'crushes'`.execute(ctx.db)),
    );
    const pairs = await makePairs(ctx, PAIRS);
    const writers = pairs.flatMap(([a, b]) => [
      { token: a.token, receiverId: b.id },
      { token: b.token, receiverId: a.id },
    ]);
    await sql`vacuum analyze`.execute(ctx.db);
    const load = { addresses: [address], path: "/api/messages/send", writers, seconds: SECONDS };
    await compare(
      ctx,
      `messages, ${LANES} clients`,
      "per second",
      () => rate({ ...load, lanes: LANES }),
      (on, off) => off / on,
    );
    await compare(
      ctx,
      "messages, one client",
      "per second",
      () => rate({ ...load, lanes: 1, seconds: 2 }),
      (on, off) => off / on,
    );
  },
);
