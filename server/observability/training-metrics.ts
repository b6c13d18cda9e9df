import type { Context } from "#server/context.ts";
import { countListedByTraining } from "#server/modules/training/training.queries.ts";
import { gauges } from "#server/observability/metrics.ts";

/** The count reads the whole search index, and does not change fast. */
const COUNT_EVERY_MS = 10 * 60_000;

/**
 * Counts in the background, so that no scrape waits.
 * @returns a function that a scrape calls
 */
export function trainingMetrics(ctx: Context): () => void {
  let countedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now();
    if (now - countedAt < COUNT_EVERY_MS) return;
    countedAt = now;
    ctx.laggingReads(countListedByTraining).then(
      (counts) => {
        for (const [training, members] of Object.entries(counts)) gauges.listedMembers.set({ training }, members);
      },
      (error: unknown) => ctx.log.warn({ err: error }, "training metrics unavailable"),
    );
  };
}
