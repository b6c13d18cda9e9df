import { setTimeout as pause } from "node:timers/promises";
import { type Line, report } from "#bench/figures.ts";
import type { Installation } from "#bench/load/server.ts";

/** The share of a core that an installation takes which nobody uses, without members. All at the same time. */
const SETTLE_SECONDS = 30;
const SECONDS = 60;

export async function measureIdle(installations: readonly Installation[]): Promise<Line[]> {
  await pause(SETTLE_SECONDS * 1000);
  const before = await Promise.all(installations.map((one) => one.readCosts()));
  await pause(SECONDS * 1000);
  const shares = await Promise.all(
    installations.map(async ({ name, readCosts }, i) => {
      const after = await readCosts();
      const shareOf = (key: "app" | "database") => (100 * (after[key] - (before[i]?.[key] ?? 0))) / (SECONDS * 1000);
      const share = { app: shareOf("app"), database: shareOf("database") };
      report("idle", "CPU", { version: name, app_percent: share.app, database_percent: share.database });
      return share.app + share.database;
    }),
  );
  return [{ figure: "idle, % of a core", goal: "≤ 2", values: shares }];
}
