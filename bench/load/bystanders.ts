import { setTimeout as pause } from "node:timers/promises";
import { median, quantile, report } from "#bench/figures.ts";
import { openBrowse, openConversations, sendText } from "./actions.ts";
import { atRate, type Call } from "./client.ts";
import { itemAt, type Scene } from "./scene.ts";

/** Calls a second of members whom something that happens should not concern. */
const RATES = { texts: 40, "texts to the heavy member": 4, "pages of Browse": 6, conversations: 6 };
type Kind = keyof typeof RATES;
const KINDS = Object.keys(RATES) as Kind[];
const TURN_SECONDS = 1;

export interface Waits {
  /** Milliseconds since each call was due. */
  readonly times: Readonly<Record<Kind, number[]>>;
  /** Calls without a reply, or with one that says that the server cannot. */
  failures: number;
  /** Texts to somebody who has left are refused. */
  refused: number;
}

/** Of matched members, many of whom have a match with the heavy member as well. */
function callOf({ cast }: Scene, kind: Kind, nth: number): Call {
  const [a, b] = itemAt(cast.matches, nth);
  const isBack = Math.floor(nth / cast.matches.length) % 2 === 1;
  switch (kind) {
    case "texts":
      return isBack ? sendText(b, a, "At six?") : sendText(a, b, "At six?");
    case "texts to the heavy member":
      return sendText(a, cast.heavy, "At six?");
    case "pages of Browse":
      return openBrowse(b);
    case "conversations":
      return openConversations(a);
  }
}

/** What members wait while something happens, at a fixed rate of calls, and what that resolves with. */
export async function watchDuring<T>(scene: Scene, happening: Promise<T>): Promise<readonly [T, Waits]> {
  const waits: Waits = {
    times: { texts: [], "texts to the heavy member": [], "pages of Browse": [], conversations: [] },
    failures: 0,
    refused: 0,
  };
  const act = (kind: Kind) => async (_: number, dueAt: number) => {
    const reply = await scene.client.call(callOf(scene, kind, scene.next())).catch(() => undefined);
    if (!reply || reply.status >= 500 || reply.status === 429) waits.failures++;
    else if (reply.status >= 400) waits.refused++;
    waits.times[kind].push(performance.now() - dueAt);
  };
  let isOver = false;
  const ended = happening.finally(() => {
    isOver = true;
  });
  // A turn does not wait for the calls of the one before.
  const turns: Promise<unknown>[] = [ended];
  while (!isOver) {
    for (const kind of KINDS) turns.push(atRate(RATES[kind], TURN_SECONDS, act(kind)));
    await pause(TURN_SECONDS * 1000);
  }
  await Promise.all(turns);
  return [await ended, waits];
}

const allOf = ({ times }: Waits): number[] => KINDS.flatMap((kind) => times[kind]);

/** Multiples of what is usual: the median of all calls, and the longest wait by the p99 of its kind, of the kind that waited longest. */
export function compareWaits(bench: string, version: string, what: string, usual: Waits, waits: Waits) {
  const longest = KINDS.map((kind) => {
    const usualP99 = quantile(usual.times[kind], 0.99);
    const longestMs = Math.max(...waits.times[kind]);
    report(bench, `${kind}, ${what}`, {
      version,
      calls: waits.times[kind].length,
      usual_p50_ms: median(usual.times[kind]),
      usual_p99_ms: usualP99,
      p50_ms: median(waits.times[kind]),
      p95_ms: quantile(waits.times[kind], 0.95),
      p99_ms: quantile(waits.times[kind], 0.99),
      longest_ms: longestMs,
    });
    return longestMs / usualP99;
  });
  return { p50: median(allOf(waits)) / median(allOf(usual)), longest: Math.max(...longest) };
}
