import { performance } from "node:perf_hooks";
import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import { EVENT_CAUSES } from "#server/domains/notifications/causes/registry.ts";
import { findRecipients } from "#server/domains/notifications/notifications.queries.ts";
import { findDueMembers, lockDue } from "#server/domains/notifications/notifications.repo.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { runJob } from "#server/testing/run-job.ts";
import { median, quantile, report } from "./figures.ts";
import { OPTIONS } from "./options.ts";
import { asOwner, withServer } from "./server.ts";

/**
 * The digest of each minute with many members and messages, with and without events in that minute. Its cost must
 * depend on the events, not on the size of the tables.
 */
const MEMBERS = 100_000;
const MESSAGES = 2_000_000;
/** The share of old messages that are unread. */
const UNREAD = 0.1;
/**
 * Conversations with unread messages that are due: in a minute without any, in a busy minute, and after a day of
 * downtime.
 */
const DUE_COUNTS = [0, 500, 20_000];
const RUNS = 10;

/** Inserts members with twenty conversations of ten messages each, over the last ninety days. */
async function fill(db: Db): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    const id = (n: string) => sql.raw(`('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`);
    await sql`insert into members (id) select ${id("n")} from generate_series(1, ${sql.lit(MEMBERS)}) as n`.execute(
      one,
    );
    await sql`
      insert into accounts (member_id, email, email_normalized, email_verified_at, password_hash, date_of_birth)
      select id, id || '@example.com', id || '@example.com', now(), '', '1990-01-01' from members`.execute(one);
    await sql`
      insert into profiles (member_id, username, username_normalized, username_skeleton)
      select id, 'm' || id, 'm' || id, 'm' || id from members`.execute(one);
    await sql`insert into notification_preferences (member_id) select id from members`.execute(one);
    await sql`
      insert into relationships (id, member_a_id, member_b_id, a_crushed_at, b_crushed_at, matched_at)
      select gen_random_uuid(), ${id("n")}, ${id(`n + step * 37`)}, now(), now(), now()
      from generate_series(1, ${sql.lit(MEMBERS - 1000)}) as n, generate_series(1, 2) as step`.execute(one);
    // The first 48 bits of an id are its time in milliseconds.
    await sql`
      insert into messages (id, relationship_id, sequence, revision, sender_id, content, created_at, read_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(relationship_id || seq::text), 1, 3)
          || '8' || substr(md5(seq || relationship_id::text), 1, 15))::uuid,
        relationship_id, seq, seq, sender_id, 'Tomorrow at six?', at, case when random() > ${UNREAD} then at end
      from (
        select relationships.id as relationship_id, member_a_id as sender_id, seq, now() - interval '20 minutes' - random() * interval '90 days' as at
        from relationships, generate_series(1, ${sql.lit(MESSAGES / (2 * (MEMBERS - 1000)))}) as seq) as drawn`.execute(
      one,
    );
    await sql`insert into wallets (id, member_id) select id, id from members`.execute(one);
    await sql`
      insert into presence (socket_id, member_id, expires_at)
      select id::text, id, now() - interval '1 hour' from members limit ${sql.lit(MEMBERS / 20)}`.execute(one);
    await sql`
      insert into notifications (member_id, cause, other_id, state, delivered_via, email_after, handled_through, emailed_through)
      select member_b_id, 'message', member_a_id, 'delivered', 'email', now(), 1, 1 from relationships limit ${sql.lit(MEMBERS / 2)}`.execute(
      one,
    );
    await sql`
      insert into sessions (token_hash, member_id, id, device)
      select sha256(id::text::bytea), id, id, '' from members limit ${sql.lit(MEMBERS / 4)}`.execute(one);
    await sql`
      insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
      select id, member_id, id, id::text, '', '' from sessions`.execute(one);
  });
}

const write = (db: Db, count: number, minutes: number) =>
  sql`
    with written as (
      insert into messages (id, relationship_id, sequence, revision, sender_id, content, created_at)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || substr(md5(random()::text), 1, 15))::uuid,
        id, last, last, member_a_id, 'Tomorrow at six?', at
      from (
        select relationships.*, now() - make_interval(mins => ${minutes}) as at,
          (select coalesce(max(sequence), 0) + 1 from messages where relationship_id = relationships.id) as last
        from relationships order by md5(id || ${minutes}::text) limit ${count}) as chosen
      returning relationship_id, created_at
    )
    insert into notifications (member_id, cause, other_id, state, push_after, email_after)
    select member_b_id, 'message', member_a_id, 'pending', created_at, created_at + interval '5 minutes'
    from written join relationships on relationships.id = relationship_id
    on conflict (member_id, cause, other_id) do update set state = 'pending', push_after = excluded.push_after,
      email_after = excluded.email_after`.execute(db);

/** Replaces each statement by EXPLAIN ANALYZE, and collects the plans. */
function explainPlugin(plans: string[]): KyselyPlugin {
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
    const now = new Date();
    await write(ctx.db, 500, 6);
    const plans: string[] = [];
    const [members, due] = await ctx.transact(async (tx) => {
      const ids = await findDueMembers(tx, now, undefined, 500);
      return [ids, await lockDue(tx, now, ids)] as const;
    });
    const parts: readonly (readonly [name: string, query: (db: Db) => Promise<unknown>])[] = [
      ["due members", (db) => findDueMembers(db, now, undefined, 500)],
      ["lock", (db) => lockDue(db as Tx, now, members)],
      ["recipients", (db) => findRecipients(db, due)],
      ["relevance", (db) => EVENT_CAUSES.message.findRelevance(db, due)],
    ];
    for (const [name, query] of parts) {
      await ctx.transact((tx) => query(tx.withPlugin(explainPlugin(plans))));
      const last = plans.at(-1) ?? "";
      report("notification-digest", name, { ms: Number(/Execution Time: ([\d.]+)/.exec(last)?.[1]) });
      if (OPTIONS.plans) console.log(last);
    }
    for (const dueCount of DUE_COUNTS) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        await sql`delete from jobs.job where name in ('push-send', 'email-notification')`.execute(ctx.db);
        await sql`update messages set read_at = now() where created_at > now() - interval '15 minutes'`.execute(ctx.db);
        await runJob(ctx, "notification-digest", {});
        if (dueCount > 0) await write(ctx.db, dueCount, 6);
        const start = performance.now();
        await runJob(ctx, "notification-digest", {});
        times.push(performance.now() - start);
      }
      report("notification-digest", "digest", { due: dueCount, p50_ms: median(times), p95_ms: quantile(times, 0.95) });
    }
  },
);
