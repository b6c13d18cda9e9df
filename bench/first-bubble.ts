import { chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import { launchOptions } from "#scripts/browser.ts";
import { runBuild } from "#scripts/build-in-child.ts";
import type { Context } from "#server/context.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { median, report } from "./figures.ts";
import { makePairs, type Side } from "./processes.ts";
import { withServer } from "./server.ts";

/** The time from opening a conversation to its first bubble, with 5,000 messages compared with 50. */
const RUNS = 9;
const SIZES = [50, 5_000] as const;

async function fill(ctx: Context, [a, b]: readonly [Side, Side], count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newTimeOrderedId());
  await sql`
    with pair as (
      update relationships set last_sequence = ${count}, revision = ${count}
      where member_a_id = least(${a.id}::uuid, ${b.id}::uuid) and member_b_id = greatest(${a.id}::uuid, ${b.id}::uuid)
      returning id)
    insert into messages (id, relationship_id, sequence, revision, sender_id, content, read_at, receipt_at)
    select message.id, pair.id, nth, nth, case when nth % 3 = 0 then ${a.id}::uuid else ${b.id}::uuid end,
      'Message ' || nth || repeat(' and more', (nth % 12)::int), now(), now()
    from pair, unnest(${ids}::uuid[]) with ordinality as message (id, nth)`.execute(ctx.db);
}

/** Milliseconds since the start of the navigation. */
async function firstBubble(page: Page, address: string, other: Side): Promise<number> {
  await page.goto(`${address}/messages/${other.id}`);
  await page.getByRole("log").getByRole("listitem").last().waitFor();
  return page.evaluate(() => performance.now());
}

await runBuild(() => undefined);
const browser = await chromium.launch(await launchOptions());
await withServer(
  async () => undefined,
  async (ctx, address) => {
    const pairs = await makePairs(ctx, SIZES.length);
    const times = SIZES.map((): number[] => []);
    for (const [i, size] of SIZES.entries()) if (pairs[i]) await fill(ctx, pairs[i], size);
    for (let run = 0; run <= RUNS; run++) {
      for (const [i, [me, other]] of pairs.entries()) {
        const context = await browser.newContext();
        await context.addInitScript(
          ([token, user]) => {
            localStorage.setItem("token", token ?? "");
            localStorage.setItem("user", user ?? "");
          },
          [me.token, JSON.stringify({ username: `writer_a${i}`, _id: me.id })],
        );
        const time = await firstBubble(await context.newPage(), address, other);
        await context.close();
        // The first run warms up.
        if (run > 0) times[i]?.push(time);
      }
    }
    const [shortest = 0] = times.map(median);
    for (const [i, messages] of SIZES.entries()) {
      const ms = median(times[i] ?? []);
      report("first-bubble", "first bubble", { messages, ms, times_shortest: ms / shortest });
    }
  },
);
await browser.close();
