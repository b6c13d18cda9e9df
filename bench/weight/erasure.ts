import { setTimeout as pause } from "node:timers/promises";
import { type Line, report } from "#bench/figures.ts";
import { eraseMember, loadExport } from "#bench/load/actions.ts";
import { compareWaits, watchDuring } from "#bench/load/bystanders.ts";
import { mustCall, timed } from "#bench/load/client.ts";
import type { Scene } from "#bench/load/scene.ts";
import { idOf } from "#bench/population.ts";

/** What the download and the deletion of the heavy member take, and what all others wait meanwhile. */
const WARM_UP_SECONDS = 5;
const USUAL_SECONDS = 20;
const POLL_MS = 2_000;
/** Whatever is not done by then counts with this time. */
const GIVE_UP_MS = 600_000;

/** Rejections, too, are an end: what others wait is a figure all the same. */
const within = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([work.catch(() => otherwise), pause(GIVE_UP_MS, otherwise, { ref: false })]);

/** Whether no text of the heavy member is left. */
async function isErased({ installation, cast }: Scene): Promise<boolean> {
  const { rows } = await installation
    .owner()
    .query("select from messages where sender_id = $1 and deleted_at is null limit 1", [idOf(cast.heavy)]);
  return rows.length === 0;
}

async function erase(scene: Scene) {
  const startedAt = performance.now();
  const request = timed(() => mustCall(scene.client, eraseMember(scene.cast.heavy)));
  const requestMs = await within(request, Number.POSITIVE_INFINITY);
  while (requestMs < GIVE_UP_MS && performance.now() - startedAt < GIVE_UP_MS && !(await isErased(scene)))
    await pause(POLL_MS);
  return { requestMs, ms: requestMs < GIVE_UP_MS ? performance.now() - startedAt : requestMs };
}

async function measure(scene: Scene): Promise<number[]> {
  const { name, address } = scene.installation;
  await watchDuring(scene, pause(WARM_UP_SECONDS * 1000));
  const [, usual] = await watchDuring(scene, pause(USUAL_SECONDS * 1000));
  const never = { requestMs: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY, bytes: 0 };
  const loading = within(loadExport(scene.client, address(), scene.cast.heavy), never);
  const [loaded, duringExport] = await watchDuring(scene, loading);
  await pause(WARM_UP_SECONDS * 1000);
  const [erased, duringErasure] = await watchDuring(scene, erase(scene));
  report("erasure", "export", { version: name, request_ms: loaded.requestMs, ms: loaded.ms, bytes: loaded.bytes });
  report("erasure", "deletion", { version: name, request_ms: erased.requestMs, ms: erased.ms });
  return [
    loaded.ms / 1000,
    compareWaits("erasure", name, "during the export", usual, duringExport).longest,
    duringExport.failures,
    erased.requestMs / 1000,
    erased.ms / 1000,
    compareWaits("erasure", name, "during the deletion", usual, duringErasure).longest,
    duringErasure.failures,
  ];
}

export async function measureErasure(scenes: readonly Scene[]): Promise<Line[]> {
  const columns: number[][] = [];
  for (const scene of scenes) columns.push(await measure(scene));
  const rows = [
    ["the heavy member's download, s", ""],
    ["– longest wait of others, of the usual p99", "≤ 3 ×"],
    ["– failed calls of others", "0"],
    ["the heavy member's deletion, the request, s", "≤ 1"],
    ["– until all is erased, s", ""],
    ["– longest wait of others, of the usual p99", "≤ 3 ×"],
    ["– failed calls of others", "0"],
  ] as const;
  return rows.map(([figure, goal], i) => ({ figure, goal, values: columns.map((column) => column[i] ?? 0) }));
}
