import { setTimeout as pause } from "node:timers/promises";
import { type Line, report, toQuantiles } from "#bench/figures.ts";
import { logIn } from "#bench/load/actions.ts";
import { compareWaits, watchDuring } from "#bench/load/bystanders.ts";
import type { Scene } from "#bench/load/scene.ts";

/** Logins that come all at once, as after a restart: how they end, and what members who are logged in wait meanwhile. */
const LOGINS = 600;
const WARM_UP_SECONDS = 3;
const USUAL_SECONDS = 15;
const GIVE_UP_MS = 120_000;

/** @returns milliseconds of each, and how they ended */
async function logInAll({ client, cast }: Scene) {
  const startedAt = performance.now();
  const waits: number[] = [];
  const logins = await Promise.all(
    cast.matches.slice(0, LOGINS).map(async ([member]) => {
      const ended = await logIn(client, member, startedAt + GIVE_UP_MS);
      waits.push(performance.now() - startedAt);
      return ended;
    }),
  );
  return { waits, logins };
}

async function measure(scene: Scene): Promise<number[]> {
  const { name } = scene.installation;
  await watchDuring(scene, pause(WARM_UP_SECONDS * 1000));
  const [, usual] = await watchDuring(scene, pause(USUAL_SECONDS * 1000));
  const [{ waits, logins }, meanwhile] = await watchDuring(scene, logInAll(scene));
  const byStatus = Map.groupBy(logins, ({ status }) => `status_${status}`);
  report("logins", "logins", {
    version: name,
    ...Object.fromEntries(byStatus.entries().map(([status, all]) => [status, all.length])),
    repeats: logins.reduce((sum, { repeats }) => sum + repeats, 0),
    ...toQuantiles(waits),
    longest_ms: Math.max(...waits),
  });
  const compared = compareWaits("logins", name, "meanwhile", usual, meanwhile);
  const loggedIn = byStatus.get("status_200")?.length ?? 0;
  return [compared.p50, compared.longest, meanwhile.failures, loggedIn, Math.max(...waits) / 1000];
}

export async function measureLogins(scenes: readonly Scene[]): Promise<Line[]> {
  const columns: number[][] = [];
  for (const scene of scenes) columns.push(await measure(scene));
  const rows = [
    [`${LOGINS} logins at once: others' wait, of the usual, p50`, "≤ 3 ×"],
    ["– longest wait of others, of the usual p99", ""],
    ["– failed calls of others", "0"],
    ["– logged in", String(LOGINS)],
    ["– all within, s", ""],
  ] as const;
  return rows.map(([figure, goal], i) => ({ figure, goal, values: columns.map((column) => column[i] ?? 0) }));
}
