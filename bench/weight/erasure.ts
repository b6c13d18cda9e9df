import { setTimeout as pause } from "node:timers/promises";
import { type Line, median, quantile, report } from "#bench/figures.ts";
import { eraseMember, loadExport, openBrowse, openConversations, sendText } from "#bench/load/actions.ts";
import { atRate, type Call, mustCall, timed } from "#bench/load/client.ts";
import { itemAt, type Scene } from "#bench/load/scene.ts";
import { idOf } from "#bench/population.ts";

/**
 * What the download and the deletion of the heavy member take, and what all others wait meanwhile: texts among pairs, of
 * which many have a match with that member, texts to that member, pages of Browse and lists of conversations, at a fixed
 * rate. A text to a deleted member is refused, which is no failure.
 */
const USUAL_SECONDS = 20;
const TURN_SECONDS = 1;
const RATES = { texts: 40, "texts to the member": 4, "pages of Browse": 6, conversations: 6 };
type Kind = keyof typeof RATES;
const POLL_MS = 2_000;
const ERASED_WITHIN_MS = 10 * 60_000;

interface Waits {
  readonly times: Readonly<Record<Kind, number[]>>;
  failures: number;
  refused: number;
}

function callOf({ cast }: Scene, kind: Kind, nth: number): Call {
  const [a, b] = itemAt(cast.pairs, nth);
  const isBack = Math.floor(nth / cast.pairs.length) % 2 === 1;
  switch (kind) {
    case "texts":
      return isBack ? sendText(b, a, "At six?") : sendText(a, b, "At six?");
    case "texts to the member":
      return sendText(a, cast.heavy, "At six?");
    case "pages of Browse":
      return openBrowse(b);
    case "conversations":
      return openConversations(a);
  }
}

/** Until it is told to stop. */
async function watch(scene: Scene, isOver: () => boolean, from: Record<Kind, number>): Promise<Waits> {
  const waits: Waits = {
    times: { texts: [], "texts to the member": [], "pages of Browse": [], conversations: [] },
    failures: 0,
    refused: 0,
  };
  const act = (kind: Kind) => async (_: number, dueAt: number) => {
    const reply = await scene.client.call(callOf(scene, kind, from[kind]++)).catch(() => undefined);
    if (!reply || reply.status >= 500 || reply.status === 429) waits.failures++;
    else if (reply.status >= 400) waits.refused++;
    waits.times[kind].push(performance.now() - dueAt);
  };
  // Turns do not wait for the calls of those before.
  const all: Promise<unknown>[] = [];
  while (!isOver()) {
    for (const kind of Object.keys(RATES) as Kind[]) all.push(atRate(RATES[kind], TURN_SECONDS, act(kind)));
    await pause(TURN_SECONDS * 1000);
  }
  await Promise.all(all);
  return waits;
}

async function watchDuring<T>(
  scene: Scene,
  from: Record<Kind, number>,
  work: Promise<T>,
): Promise<readonly [T, Waits]> {
  let isOver = false;
  const waits = watch(scene, () => isOver, from);
  const result = await work.finally(() => {
    isOver = true;
  });
  return [result, await waits];
}

/** Whether no text of a member is left. */
async function isErased({ installation, cast }: Scene): Promise<boolean> {
  const { rows } = await installation
    .owner()
    .query("select from messages where sender_id = $1 and deleted_at is null limit 1", [idOf(cast.heavy)]);
  return rows.length === 0;
}

async function erase(scene: Scene) {
  const startedAt = performance.now();
  const requestMs = await timed(() => mustCall(scene.client, eraseMember(scene.cast.heavy)));
  while (!(await isErased(scene))) {
    if (performance.now() - startedAt > ERASED_WITHIN_MS) throw new Error("the member is not erased");
    await pause(POLL_MS);
  }
  return { requestMs, ms: performance.now() - startedAt };
}

/** The longest wait as a multiple of the usual p99, of the kind of call that waited longest by that. */
function compareWaits(version: string, what: string, usual: Waits, waits: Waits): number {
  const ratios = (Object.keys(RATES) as Kind[]).map((kind) => {
    const [usualP99, longest] = [quantile(usual.times[kind], 0.99), Math.max(...waits.times[kind])];
    report("erasure", `${kind} during the ${what}`, {
      version,
      calls: waits.times[kind].length,
      usual_p50_ms: median(usual.times[kind]),
      usual_p99_ms: usualP99,
      p50_ms: median(waits.times[kind]),
      p99_ms: quantile(waits.times[kind], 0.99),
      longest_ms: longest,
    });
    return longest / usualP99;
  });
  return Math.max(...ratios);
}

export async function measureErasure(scenes: readonly Scene[]): Promise<Line[]> {
  const columns: number[][] = [];
  for (const scene of scenes) {
    const { name, address } = scene.installation;
    const from = { texts: 0, "texts to the member": 0, "pages of Browse": 0, conversations: 0 };
    await watchDuring(scene, from, pause(5_000));
    const [, usual] = await watchDuring(scene, from, pause(USUAL_SECONDS * 1000));
    const [loaded, duringExport] = await watchDuring(
      scene,
      from,
      loadExport(scene.client, address(), scene.cast.heavy),
    );
    await pause(2_000);
    const [erased, duringErasure] = await watchDuring(scene, from, erase(scene));
    report("erasure", "export", { version: name, request_ms: loaded.requestMs, ms: loaded.ms, bytes: loaded.bytes });
    report("erasure", "deletion", { version: name, request_ms: erased.requestMs, ms: erased.ms });
    columns.push([
      loaded.ms / 1000,
      compareWaits(name, "export", usual, duringExport),
      duringExport.failures,
      erased.requestMs / 1000,
      erased.ms / 1000,
      compareWaits(name, "deletion", usual, duringErasure),
      duringErasure.failures,
    ]);
  }
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
