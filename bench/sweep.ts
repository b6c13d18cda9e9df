import { performance } from "node:perf_hooks";
import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { firstTimeId } from "#server/lib/ids.ts";
import { claimUnread, findLow, findUnpushed, takeNotices } from "#server/modules/notifications/sweep.repo.ts";
import { sweepJobs } from "#server/modules/notifications/sweep.service.ts";
import { asOwner, median, quantile, withServer } from "./server.ts";

/**
 * The sweep of each minute where there are many members and messages: a minute's news, and a minute without any. What it
 * costs must follow the news, not the tables.
 */
const MEMBERS = 100_000;
const MESSAGES = 2_000_000;
/** Of old messages so many stay unread. */
const UNREAD = 0.1;
/** Conversations with unread messages where a sweep looks: of no minute, a busy one, and a day's standstill. */
const NEWS = [0, 500, 20_000];
const RUNS = 10;

/** Members who are all in twenty conversations of ten messages each, over the last ninety days. */
async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (one) => {
    const id = (n: string) => sql.raw(`('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`);
    await sql`insert into members (id) select ${id("n")} from generate_series(1, ${sql.lit(MEMBERS)}) as n`.execute(
      one,
    );
    await sql`
      insert into accounts (member_id, email, email_key, email_verified_at, password_hash, born)
      select id, id || '@example.com', id || '@example.com', now(), '', '1990-01-01' from members`.execute(one);
    await sql`
      insert into profiles (member_id, username, username_key) select id, 'm' || id, 'm' || id from members`.execute(
      one,
    );
    await sql`insert into notification_preferences (member_id) select id from members`.execute(one);
    await sql`
      insert into pairs (id, low_id, high_id, low_crushed_at, high_crushed_at, matched_at)
      select gen_random_uuid(), ${id("n")}, ${id(`n + step * 37`)}, now(), now(), now()
      from generate_series(1, ${sql.lit(MEMBERS - 1000)}) as n, generate_series(1, 2) as step`.execute(one);
    // An id's first 48 bits are its time in milliseconds.
    await sql`
      insert into messages (id, pair_id, seq, rev, sender_id, content, created_at, read_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(pair_id || seq::text), 1, 3)
          || '8' || substr(md5(seq || pair_id::text), 1, 15))::uuid,
        pair_id, seq, seq, sender_id, 'Tomorrow at six?', at, case when random() > ${UNREAD} then at end
      from (
        select pairs.id as pair_id, low_id as sender_id, seq, now() - interval '20 minutes' - random() * interval '90 days' as at
        from pairs, generate_series(1, ${sql.lit(MESSAGES / (2 * (MEMBERS - 1000)))}) as seq) as drawn`.execute(one);
    await sql`insert into wallets (id, member_id) select id, id from members`.execute(one);
    await sql`
      insert into looks (socket_id, member_id, until)
      select id::text, id, now() - interval '1 hour' from members limit ${sql.lit(MEMBERS / 20)}`.execute(one);
    await sql`
      insert into conversation_notices (pair_id, member_id, mailed_seq)
      select id, high_id, 1 from pairs limit ${sql.lit(MEMBERS / 2)}`.execute(one);
    await sql`
      insert into sessions (token_hash, member_id, id, device)
      select sha256(id::text::bytea), id, id, '' from members limit ${sql.lit(MEMBERS / 4)}`.execute(one);
    await sql`
      insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
      select id, member_id, id, id::text, '', '' from sessions`.execute(one);
  });
}

/** Has so many be written to, some minutes ago. */
const write = (db: Db, count: number, minutes: number) =>
  sql`
    insert into messages (id, pair_id, seq, rev, sender_id, content, created_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(random()::text), 1, 15))::uuid,
      id, last, last, low_id, 'Tomorrow at six?', at
    from (
      select pairs.*, now() - make_interval(mins => ${minutes}) as at,
        (select coalesce(max(seq), 0) + 1 from messages where pair_id = pairs.id) as last
      from pairs order by md5(id || ${minutes}::text) limit ${count}) as chosen`.execute(db);

/** Has every statement told how it would be done, and done. */
function explaining(plans: string[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) =>
      node.kind === "RawNode"
        ? {
            ...node,
            sqlFragments: [
              `explain (analyze, buffers, summary) ${node.sqlFragments[0]}`,
              ...node.sqlFragments.slice(1),
            ],
          }
        : node,
    transformResult: async ({ result }) => {
      plans.push(result.rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
      return { ...result, rows: [] };
    },
  };
}

await withServer(
  async () => undefined,
  async (ctx) => {
    await fill(ctx.db);
    await asOwner(ctx.database, "vacuum analyze");
    const now = Date.now();
    const window = { from: new Date(now - 11 * 60_000), upTo: new Date(now - 5 * 60_000) };
    await write(ctx.db, 500, 6);
    const plans: string[] = [];
    const parts: readonly (readonly [name: string, look: (tx: Tx) => Promise<unknown>])[] = [
      ["pushes", (tx) => findUnpushed(tx, window)],
      ["unread", (tx) => claimUnread(tx, window)],
      ["notices", (tx) => takeNotices(tx, window.upTo)],
      ["low", (tx) => findLow(tx, 5, window.upTo)],
    ];
    for (const [name, look] of parts) {
      await ctx.transact((tx) => look(tx.withPlugin(explaining(plans)) as unknown as Tx));
      const last = plans.at(-1) ?? "";
      console.log(`${name}: ${/Execution Time: (.*)/.exec(last)?.[1]}`);
      if (process.argv.includes("--plans")) console.log(last);
    }
    const { notify } = sweepJobs(ctx);
    for (const news of NEWS) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        await sql`delete from jobs.job where name in ('push', 'mail-unread')`.execute(ctx.db);
        await sql`delete from sweeps`.execute(ctx.db);
        await sql`
          insert into sweeps (name, upto)
          select name, now() - interval '6 minutes' from unnest(array['pushes', 'unread']) as name`.execute(ctx.db);
        await sql`update messages set read_at = now() where id >= ${firstTimeId(new Date(now - 15 * 60_000))}`.execute(
          ctx.db,
        );
        if (news > 0) await write(ctx.db, news, 6);
        const start = performance.now();
        await notify({}, "");
        times.push(performance.now() - start);
      }
      const [middle, late] = [median(times), quantile(times, 0.95)].map((time) => time.toFixed(1));
      console.log(`a sweep with ${news} conversations to tell of: median ${middle} ms, p95 ${late} ms`);
    }
  },
);
