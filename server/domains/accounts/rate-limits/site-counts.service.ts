import type { Context } from "#server/context.ts";
import { createWindowCache } from "#server/platform/lib/window-cache.ts";

/** Names of counts; far more than there are. */
const COUNTS_MAX = 100;
/** A process tells Redis of so many uses at once. */
const SHARED_STEP = 10;

/** Counts all members and visitors together. The window begins with the first use. */
export interface SiteCount {
  read(): number;
  add(): Promise<void>;
}

function createSiteCounts({ sharedCounters }: Context) {
  const windowOf = createWindowCache(COUNTS_MAX, () => ({ count: 0 }));
  return (name: string, windowSeconds: number): SiteCount => ({
    read: () => windowOf(name, windowSeconds * 1000).count,
    async add() {
      const window = windowOf(name, windowSeconds * 1000);
      window.count++;
      const shared = await sharedCounters?.count(name, "", windowSeconds, SHARED_STEP);
      if (shared) window.count = shared.count;
    },
  });
}

/** For thresholds: of this process or, with Redis, of all. Not exact, so that there is no row that all would lock. */
export const siteCount = (ctx: Context, name: string, windowSeconds: number): SiteCount =>
  ctx.singleton(createSiteCounts)(name, windowSeconds);
