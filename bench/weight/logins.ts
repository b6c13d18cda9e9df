import { setTimeout as pause } from "node:timers/promises";
import { type Line, median, quantile, report, toQuantiles } from "#bench/figures.ts";
import { logIn, openBrowse, openConversations } from "#bench/load/actions.ts";
import { mustCall, timed } from "#bench/load/client.ts";
import type { Scene } from "#bench/load/scene.ts";

/** Logins that come all at once, as after a restart: how they end, and what members who are logged in wait meanwhile. */
const LOGINS = 600;
const BYSTANDERS = 24;
/** Between two calls of a bystander. */
const GAP_MS = 1_000;
const USUAL_SECONDS = 10;
const LOGGED_IN_WITHIN_MS = 120_000;

/** In turn until it is told to stop. @returns milliseconds of each call */
async function watch({ client, cast }: Scene, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const bystander = async (member: number) => {
    await pause(Math.random() * GAP_MS);
    for (let nth = 0; !isOver(); nth++) {
      const call = nth % 2 === 0 ? openBrowse(member) : openConversations(member);
      times.push(await timed(() => mustCall(client, call)));
      await pause(GAP_MS);
    }
  };
  await Promise.all(cast.pairs.slice(-BYSTANDERS).map(([member]) => bystander(member)));
  return times;
}

async function watchDuring(scene: Scene, during: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const times = watch(scene, () => isOver);
  await during;
  isOver = true;
  return times;
}

export async function measureLogins(scenes: readonly Scene[]): Promise<Line[]> {
  const columns: number[][] = [];
  for (const scene of scenes) {
    const { name } = scene.installation;
    await watchDuring(scene, pause(3_000));
    const usual = await watchDuring(scene, pause(USUAL_SECONDS * 1000));
    const startedAt = performance.now();
    const waits: number[] = [];
    const storm = Promise.all(
      scene.cast.pairs.slice(0, LOGINS).map(async ([member]) => {
        const ended = await logIn(scene.client, member, startedAt + LOGGED_IN_WITHIN_MS);
        waits.push(performance.now() - startedAt);
        return ended;
      }),
    );
    const during = await watchDuring(scene, storm);
    const logins = await storm;
    const statuses = Object.fromEntries(
      Map.groupBy(logins, ({ status }) => `status_${status}`)
        .entries()
        .map(([status, all]) => [status, all.length]),
    );
    const loggedIn = logins.filter(({ status }) => status === 200).length;
    report("logins", "logins", {
      version: name,
      ...statuses,
      repeats: logins.reduce((sum, { repeats }) => sum + repeats, 0),
      ...toQuantiles(waits),
      longest_ms: Math.max(...waits),
    });
    report("logins", "others, usually", { version: name, calls: usual.length, ...toQuantiles(usual) });
    report("logins", "others, meanwhile", { version: name, calls: during.length, ...toQuantiles(during) });
    columns.push([
      median(during) / median(usual),
      quantile(during, 0.95) / quantile(usual, 0.95),
      loggedIn,
      Math.max(...waits) / 1000,
    ]);
  }
  const rows = [
    [`${LOGINS} logins at once: others' wait, of the usual, p50`, "≤ 3 ×"],
    ["– p95", ""],
    ["– logged in", String(LOGINS)],
    ["– all within, s", ""],
  ] as const;
  return rows.map(([figure, goal], i) => ({ figure, goal, values: columns.map((column) => column[i] ?? 0) }));
}
