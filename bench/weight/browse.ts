import { type Line, median, quantile, report, toQuantiles } from "#bench/figures.ts";
import { openBrowse, readOneRow } from "#bench/load/actions.ts";
import { mustCall, timeEach } from "#bench/load/client.ts";
import { alternate, itemAt, type Scene } from "#bench/load/scene.ts";
import { costsOf } from "#bench/load/server.ts";
import { OPTIONS } from "#bench/options.ts";

/**
 * The first page of Browse, with photos, against a call that reads one row: of a new list, and again of the list that is
 * kept then. Each call is of another member, so that no limit is reached.
 */
const CALLS = 100;
const CLIENTS = [1, 8];
/** So that each figure has a thousand calls. */
const SLICES = 10;

const KINDS = { "a new list": openBrowse, "a kept list": openBrowse, "one row": readOneRow };
type Kind = keyof typeof KINDS;

interface Measured {
  readonly times: number[];
  readonly appCpu: number[];
}

export async function measureBrowse(scenes: readonly Scene[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const clients of CLIENTS) {
    const measured = new Map<string, Measured>();
    // The first slice warms up.
    await alternate(1 + SLICES * OPTIONS.scale, scenes, async (scene, run) => {
      const { client, cast, installation } = scene;
      const viewers = Array.from({ length: CALLS }, () => itemAt(cast.pairs, scene.next())[1]);
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const before = await installation.readCosts();
        const times = await timeEach(clients, viewers, (viewer) => mustCall(client, KINDS[kind](viewer)));
        const { app_cpu_ms: appCpu } = costsOf(before, await installation.readCosts(), CALLS);
        const known = measured.get(installation.name + kind) ?? { times: [], appCpu: [] };
        if (run === 0) continue;
        known.times.push(...times);
        known.appCpu.push(appCpu);
        measured.set(installation.name + kind, known);
      }
    });
    const of = (version: string, kind: Kind) => measured.get(version + kind) ?? { times: [], appCpu: [] };
    const versions = scenes.map(({ installation }) => installation.name);
    for (const version of versions) {
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const { times, appCpu } = of(version, kind);
        report("browse page", kind, {
          version,
          clients,
          calls: times.length,
          ...toQuantiles(times),
          app_cpu_ms: median(appCpu),
        });
      }
    }
    const ratio = (version: string, kind: Kind, q: number) =>
      quantile(of(version, kind).times, q) / quantile(of(version, "one row").times, q);
    const who = clients === 1 ? "1 client" : `${clients} clients`;
    for (const kind of ["a kept list", "a new list"] as const) {
      const goals = kind === "a kept list" ? ["≤ 2 ×", "≤ 2.5 ×"] : ["", ""];
      lines.push(
        {
          figure: `a page of ${kind}, of one row, ${who}: p50`,
          goal: goals[0] ?? "",
          values: versions.map((one) => ratio(one, kind, 0.5)),
        },
        { figure: "– p95", goal: goals[1] ?? "", values: versions.map((one) => ratio(one, kind, 0.95)) },
        { figure: "– CPU of the app, ms", goal: "", values: versions.map((one) => median(of(one, kind).appCpu)) },
      );
    }
  }
  return lines;
}
