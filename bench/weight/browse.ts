import { createSeries, type Line, quantile, report, toQuantiles } from "#bench/figures.ts";
import { openBrowse, readOneRow } from "#bench/load/actions.ts";
import { mustCall, timeEach } from "#bench/load/client.ts";
import { alternate, itemAt, type Scene } from "#bench/load/scene.ts";
import { type CallCosts, costsOf, medianCosts } from "#bench/load/server.ts";
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

export async function measureBrowse(scenes: readonly Scene[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const clients of CLIENTS) {
    const [times, costs] = [createSeries(), createSeries<CallCosts>()];
    // The first slice warms up.
    await alternate(1 + SLICES * OPTIONS.scale, scenes, async (scene, run) => {
      const { client, cast, installation } = scene;
      const viewers = Array.from({ length: CALLS }, () => itemAt(cast.matches, scene.next())[1]);
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const before = await installation.readCosts();
        const taken = await timeEach(clients, viewers, (viewer) => mustCall(client, KINDS[kind](viewer)));
        if (run === 0) continue;
        times.add(installation.name + kind, ...taken);
        costs.add(installation.name + kind, costsOf(before, await installation.readCosts(), CALLS));
      }
    });
    const versions = scenes.map(({ installation }) => installation.name);
    for (const version of versions) {
      for (const kind of Object.keys(KINDS) as Kind[]) {
        const taken = times.of(version + kind);
        const context = { version, clients, calls: taken.length };
        report("browse page", kind, { ...context, ...toQuantiles(taken), ...medianCosts(costs.of(version + kind)) });
      }
    }
    const ratio = (version: string, kind: Kind, q: number) =>
      quantile(times.of(version + kind), q) / quantile(times.of(`${version}one row`), q);
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
        {
          figure: "– CPU of the app, ms",
          goal: "",
          values: versions.map((one) => medianCosts(costs.of(one + kind)).app_cpu_ms),
        },
      );
    }
  }
  return lines;
}
