import { setTimeout as pause } from "node:timers/promises";
import { createSeries, type Line, median, report, toQuantiles } from "#bench/figures.ts";
import { readConversation, sendText } from "#bench/load/actions.ts";
import { atRate, inLanes, mustCall, timeEach } from "#bench/load/client.ts";
import { alternate, itemAt, type Scene } from "#bench/load/scene.ts";
import { type CallCosts, costsOf, medianCosts } from "#bench/load/server.ts";
import { OPTIONS } from "#bench/options.ts";
import { idOf } from "#bench/population.ts";

/**
 * A text that is read against one that is only sent, at a fixed rate: the page of its reader marks it as read once it
 * has come, as an open chat does. And the most texts a second. Texts go back and forth in each pair, so that no member waits
 * for an answer.
 */
const LANES = 256;
const SETTLE_MS = 1_000;
/** Short, because every open page is heard of once a minute, which one slice in many should have. */
const SLICE_SECONDS = 2;

const KINDS = ["sent", "read"] as const;
type Kind = (typeof KINDS)[number];

interface Measured {
  readonly costs: CallCosts;
  readonly sends: readonly number[];
  readonly arrivals: readonly number[];
  readonly reads: readonly number[];
}

const textAt = (matches: Scene["cast"]["matches"], nth: number) => {
  const [a, b] = itemAt(matches, nth);
  const isBack = Math.floor(nth / matches.length) % 2 === 1;
  return isBack ? ([b, a] as const) : ([a, b] as const);
};

/**
 * Those whose pages are open. Half of them never read, so that what they leave unread is not read in a later slice.
 */
const matchesOf = ({ cast }: Scene, kind: Kind) =>
  cast.matches.slice(0, OPTIONS.present).filter((_, nth) => (nth % 2 === 0) === (kind === "sent"));

async function measureSlice(scene: Scene, kind: Kind, counter: { next: number }): Promise<Measured> {
  const { client, devices, installation } = scene;
  const matches = matchesOf(scene, kind);
  const [sends, arrivals, reads]: [number[], number[], number[]] = [[], [], []];
  const onWay = new Map<string, { readonly to: number; readonly due: number }>();
  const reading: Promise<unknown>[] = [];
  devices.onText = ({ member, senderId, text }) => {
    const [, mark = ""] = /#(\d+)"/.exec(text) ?? [];
    const sent = onWay.get(mark);
    // The sender's own page gets the text as well.
    if (sent?.to !== member) return;
    arrivals.push(performance.now() - sent.due);
    if (kind === "sent") return;
    const startedAt = performance.now();
    const read = mustCall(client, readConversation(member, senderId));
    reading.push(read.then(() => reads.push(performance.now() - startedAt)));
  };
  const before = await installation.readCosts();
  await atRate(OPTIONS.rate, SLICE_SECONDS, async (nth, due) => {
    const mark = String(counter.next + nth);
    const [from, to] = textAt(matches, counter.next + nth);
    onWay.set(mark, { to, due });
    await mustCall(client, sendText(from, to, `How about Thursday at six, after your leg day? #${mark}`));
    sends.push(performance.now() - due);
  });
  counter.next += OPTIONS.rate * SLICE_SECONDS;
  await pause(SETTLE_MS);
  await Promise.all(reading);
  const costs = costsOf(before, await installation.readCosts(), sends.length);
  devices.onText = undefined;
  if (arrivals.length < sends.length) throw new Error(`${sends.length - arrivals.length} texts did not arrive`);
  return { costs, sends, arrivals, reads };
}

/** One text each way, because the first one of a conversation costs more: it stores a notification. */
async function writeAll(scene: Scene, kind: Kind): Promise<void> {
  const { client } = scene;
  const texts = matchesOf(scene, kind).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);
  await timeEach(LANES, texts, async ([from, to]) => {
    await mustCall(client, sendText(from, to, "How about Thursday at six?"));
    if (kind === "read") await mustCall(client, readConversation(to, idOf(from)));
  });
}

export async function measureReading(scenes: readonly Scene[]): Promise<Line[]> {
  const measured = createSeries<Measured>();
  const slices = scenes.flatMap((scene) => KINDS.map((kind) => ({ scene, kind, counter: { next: 0 } })));
  for (const { scene, kind } of slices) await writeAll(scene, kind);
  const slicesEach = Math.ceil((OPTIONS.runs * OPTIONS.seconds) / SLICE_SECONDS);
  await alternate(slicesEach, slices, async ({ scene, kind, counter }) => {
    measured.add(scene.installation.name + kind, await measureSlice(scene, kind, counter));
  });
  const figures = scenes.map(({ installation: { name } }) => {
    const [sent, read] = KINDS.map((kind) => {
      const all = measured.of(name + kind);
      const [sends, costs] = [toQuantiles(all.flatMap((one) => one.sends)), medianCosts(all.map((one) => one.costs))];
      report("texts", `a text, ${kind}`, { version: name, per_second: OPTIONS.rate, ...sends, ...costs });
      report("texts", `its arrival, ${kind}`, { version: name, ...toQuantiles(all.flatMap((one) => one.arrivals)) });
      if (kind === "read")
        report("texts", "its reading", { version: name, ...toQuantiles(all.flatMap((one) => one.reads)) });
      return { ...sends, ...costs };
    });
    if (!sent || !read) throw new Error("nothing was measured");
    return { wal: read.wal_bytes / sent.wal_bytes, p50: read.p50_ms / sent.p50_ms, p95: read.p95_ms / sent.p95_ms };
  });
  return [
    { figure: "a text that is read, of one only sent: WAL", goal: "≤ 1.2 ×", values: figures.map(({ wal }) => wal) },
    { figure: "– p50", goal: "≤ 1.2 ×", values: figures.map(({ p50 }) => p50) },
    { figure: "– p95", goal: "≤ 1.2 ×", values: figures.map(({ p95 }) => p95) },
  ];
}

/** With all pages open and nobody reading. */
export async function measureTexts(scenes: readonly Scene[]): Promise<Line[]> {
  const [rates, costs] = [createSeries(), createSeries<CallCosts>()];
  const turns = scenes.map((scene) => ({ scene, counter: { next: 0 } }));
  await alternate(1 + OPTIONS.runs, turns, async ({ scene: { installation, client, cast }, counter }, run) => {
    const [before, from] = [await installation.readCosts(), counter.next];
    const perSecond = await inLanes(LANES, OPTIONS.seconds, () => {
      const [sender, receiver] = textAt(cast.matches, counter.next++);
      return mustCall(client, sendText(sender, receiver, "How about Thursday at six, after your leg day?"));
    });
    if (run > 0) {
      rates.add(installation.name, perSecond);
      costs.add(installation.name, costsOf(before, await installation.readCosts(), counter.next - from));
    }
    await pause(SETTLE_MS);
  });
  const values = scenes.map(({ installation: { name }, cast }) => {
    const perSecond = median(rates.of(name));
    const context = { version: name, matches: cast.matches.length, clients: LANES };
    report("texts", "the most a second", { ...context, per_second: perSecond, ...medianCosts(costs.of(name)) });
    return perSecond;
  });
  return [{ figure: "texts a second, at most", goal: "3,500", values }];
}
