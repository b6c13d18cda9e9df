import type { Position } from "#server/db/read-position.ts";

/** Samples of the primary are kept for this time. A replica that is further behind is not used by far. */
const KEPT_MS = 60_000;

/** Compares a replica with samples of the primary, so that no clock of a server counts. */
export interface LagTracker {
  /** @param at when the primary was asked, in milliseconds */
  addSample(position: Position, at: number): void;
  /**
   * The age of what a replica shows, at most: that of the latest sample that it has replayed.
   * @returns milliseconds; Infinity if it has replayed none
   */
  lagOf(replayed: Position, now: number): number;
}

export function createLagTracker(): LagTracker {
  const samples: { readonly position: Position; readonly at: number }[] = [];
  return {
    addSample(position, at) {
      // A new primary may be behind the former one, whose samples then mean nothing.
      if (position < (samples.at(-1)?.position ?? 0)) samples.length = 0;
      samples.push({ position, at });
      while (at - (samples[0]?.at ?? at) > KEPT_MS) samples.shift();
    },
    lagOf(replayed, now) {
      const latest = samples.findLast(({ position }) => position <= replayed);
      return latest ? now - latest.at : Number.POSITIVE_INFINITY;
    },
  };
}
