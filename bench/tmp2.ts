import pg from "pg";
import { sql } from "kysely";
import { sendCrush } from "#server/modules/crushes/crushes.service.ts";
import { createMemberRows } from "#server/modules/signup/signup.service.ts";
import { grantBonus } from "#server/modules/wallet/wallet.service.ts";
import { newMember } from "./processes.ts";
import { withServer, quantile, asOwner } from "./server.ts";
const times = new Map<string, number[]>();
const proto = pg.Client.prototype as any; const original = proto.query;
proto.query = function (...args: any[]) { const s = performance.now(); if (Array.isArray(args[1]) && /subject.nth|with locked/.test(args[0])) ((globalThis as any).TEXTS ??= new Map()).set(args[0].slice(0, 30), [args[0], args[1]]); const text = (typeof args[0] === "string" ? args[0] : args[0]?.text) ?? ""; const r = original.apply(this, args); if (r?.then) r.then(() => { const k = String(text).replace(/\s+/g, " ").trim().slice(0, 60); times.set(k, [...(times.get(k) ?? []), performance.now() - s]); }, () => {}); return r; };
await withServer(async () => undefined, async (ctx) => {
  const to: string[] = []; let from = "";
  await ctx.transact(async (tx) => {
    for (let i = 0; i < 1500; i++) to.push(await createMemberRows(ctx, tx, newMember(`to${i}`)));
    from = await createMemberRows(ctx, tx, newMember("from")); await grantBonus(tx, from, 10000, "b");
  });
  await asOwner(ctx.database, "vacuum analyze");
  times.clear();
  const lsn = async () => Number((await sql<{ n: string }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as n`.execute(ctx.db)).rows[0]?.n);
  const l0 = await lsn();
  const t: number[] = [];
  for (const id of to) { const s = performance.now(); await sendCrush(ctx, from, id); t.push(performance.now() - s); }
  console.log("wal per crush", (await lsn() - l0) / to.length);
  console.log((await sql`show wal_compression`.execute(ctx.db)).rows, (await sql`show synchronous_commit`.execute(ctx.db)).rows, (await sql`show wal_sync_method`.execute(ctx.db)).rows, (await sql`show jit`.execute(ctx.db)).rows, (await sql`show commit_delay`.execute(ctx.db)).rows,  (await sql`show shared_buffers`.execute(ctx.db)).rows);
  console.log("total", quantile(t, .5).toFixed(2));
  for (const [k, v] of times) console.log(v.length, quantile(v.slice(-500), .5).toFixed(2), quantile(v.slice(-500), .95).toFixed(2), k);
  const texts = (globalThis as any).TEXTS as Map<string, [string, unknown[]]>;
  for (const [k, [text, values]] of texts) {
    const c = await ctx.database.pool.connect();
    const lit = (v: unknown) => v === null ? "null" : Array.isArray(v) ? `'{${v.join(",")}}'` : `'${String(v)}'`;
    try {
      await c.query("begin");
      const n = values.length; const types = [...text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)];
      await c.query(`prepare q as ${text}`);
      for (let i = 0; i < 3; i++) { const r = await c.query(`explain (analyze, costs off) execute q(${values.map(lit).join(",")})`); if (i === 2) console.log(r.rows.map((x: any) => x["QUERY PLAN"]).join("\n")); }
      await c.query("deallocate q");
    } catch (e) { console.log(k, String(e)); } finally { await c.query("rollback"); c.release(); }
  }
  const ins: number[] = [];
  await asOwner(ctx.database, "create table br (id uuid primary key); grant insert on br to public");
  for (let i = 0; i < 500; i++) { const s = performance.now(); await sql`insert into br values (gen_random_uuid())`.execute(ctx.db); ins.push(performance.now() - s); }
  console.log("row", quantile(ins, .5).toFixed(2));
});
