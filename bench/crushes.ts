import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { sendCrush } from "#contract/crushes/crushes.ts";
import type { Context } from "#server/context.ts";
import { startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { OPTIONS } from "./options.ts";
import { newMember } from "./processes.ts";
import { report } from "./report.ts";
import { asOwner, median, withServer } from "./server.ts";

/**
 * Crushes sent per second over HTTP, by one client and by eight, compared with a route of the same server that stores
 * one row durably. Both alternate within one run, so only ratios are meaningful. Options: `--runs`, `--seconds`.
 */
const RECIPIENTS = 12_000;
const SENDERS = 8;

interface Client {
  readonly token: string;
}

async function createMembers(ctx: Context): Promise<{ clients: Client[]; recipients: string[] }> {
  const recipients: string[] = [];
  const clients: Client[] = [];
  await ctx.transact(async (tx) => {
    for (let i = 0; i < RECIPIENTS; i++) recipients.push(await createMemberRows(ctx, tx, newMember(`to${i}`)));
    for (let i = 0; i < SENDERS; i++) {
      const id = await createMemberRows(ctx, tx, newMember(`from${i}`));
      await grantBonus(tx, id, 1_000_000, "bench");
      clients.push({ token: await startSession(ctx, tx, { memberId: id, device: "A bench" }) });
    }
  });
  await asOwner(ctx.database, "vacuum analyze");
  return { clients, recipients };
}

/** Each client waits for its response. */
async function rate(
  clients: readonly Client[],
  call: (client: Client, who: number) => Promise<Response>,
): Promise<number> {
  const end = performance.now() + OPTIONS.seconds * 1000;
  const done = await Promise.all(
    clients.map(async (client, who) => {
      let count = 0;
      for (; performance.now() < end; count++) {
        const answer = await call(client, who);
        if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
        await answer.arrayBuffer();
      }
      return count;
    }),
  );
  return done.reduce((sum, count) => sum + count, 0) / OPTIONS.seconds;
}

await withServer(
  async (app, ctx) => {
    await asOwner(ctx.database, "create table bench_rows (id uuid primary key); grant insert on bench_rows to public");
    app.post("/bench/row", async () => {
      await sql`insert into bench_rows (id) values (${newId()})`.execute(ctx.db);
      return { success: true };
    });
  },
  async (ctx, address) => {
    const { clients, recipients } = await createMembers(ctx);
    const next = clients.map(() => 0);
    const headers = ({ token }: Client) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });
    const crush = (client: Client, who: number) => {
      const nth = next[who] ?? 0;
      next[who] = nth + 1;
      if (nth >= RECIPIENTS)
        throw new Error("Each recipient already has a crush from this sender: increase RECIPIENTS");
      // Each sender starts with another recipient, because members do not send to the same ones at the same moment.
      const recipientId = recipients[(who * (RECIPIENTS / SENDERS) + nth) % RECIPIENTS];
      return fetch(address + sendCrush.path, {
        method: "POST",
        headers: headers(client),
        body: JSON.stringify({ recipientId }),
      });
    };
    const insertRow = (client: Client) =>
      fetch(`${address}/bench/row`, { method: "POST", headers: headers(client), body: "{}" });
    for (const count of [1, SENDERS]) {
      const some = clients.slice(0, count);
      const ratios: number[] = [];
      const [crushes, rows]: [number[], number[]] = [[], []];
      await rate(some, insertRow);
      for (let run = 0; run < OPTIONS.runs; run++) {
        rows.push(await rate(some, insertRow));
        crushes.push(await rate(some, crush));
        ratios.push((crushes.at(-1) ?? 0) / (rows.at(-1) ?? 1));
      }
      report("crushes", "crush", {
        clients: count,
        per_second: median(crushes),
        rows_per_second: median(rows),
        times_row: median(ratios),
      });
    }
  },
);
