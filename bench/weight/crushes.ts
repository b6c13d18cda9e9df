import { startProcess } from "#bench/child.ts";
import { createSeries, type Line, median, report, toQuantiles } from "#bench/figures.ts";
import { crushOn } from "#bench/load/actions.ts";
import { createClient, inLanes, mustCall, timed } from "#bench/load/client.ts";
import { alternate, itemAt, type Scene } from "#bench/load/scene.ts";
import { type CallCosts, costsOf, medianCosts } from "#bench/load/server.ts";
import { OPTIONS } from "#bench/options.ts";

/**
 * Crushes a second against rows a second that a bare server stores durably, a process of its own on the same cluster
 * (`load/bare-server.ts` says what it leaves out). Each crush is from another member, to somebody who knows nobody or, each
 * fourth one, whose page is open.
 */
const CLIENTS = [1, 8];
/** Many short slices, because what a machine does besides changes from second to second. */
const SLICE_SECONDS = 0.5;
const SLICES_A_RUN = 8;
const PRESENT_EACH = 4;

async function openBare({ installation }: Scene) {
  await installation
    .owner()
    .query("create table bench_rows (id uuid primary key); grant insert on bench_rows to spotter_app");
  const { address, child } = await startProcess("load/bare-server.ts", { DATABASE_URL: installation.databaseUrl() });
  const client = createClient(address);
  const insertRow = () => mustCall(client, { method: "POST", path: "/row", member: 0, body: { recipientId: "none" } });
  const close = async () => {
    client.close();
    child.kill("SIGKILL");
    await installation.owner().query("drop table bench_rows");
  };
  return { insertRow, close };
}

/** Nobody gets two from the same member. */
function sendNext(scene: Scene) {
  const { cast, client } = scene;
  const nth = scene.next();
  const senders = cast.matches.length;
  const round = Math.floor(nth / senders);
  const [sender] = itemAt(cast.matches, nth);
  const isPresent = nth % PRESENT_EACH === 0;
  const [, present] = itemAt(cast.matches.slice(0, OPTIONS.present), nth + 1 + round);
  return mustCall(client, crushOn(sender, isPresent ? present : itemAt(cast.strangers, nth + round * 7)));
}

export async function measureCrushes(scenes: readonly Scene[]): Promise<Line[]> {
  const lines: Line[] = [];
  const sides: { readonly scene: Scene; readonly bare: Awaited<ReturnType<typeof openBare>> }[] = [];
  try {
    for (const scene of scenes) sides.push({ scene, bare: await openBare(scene) });
    for (const clients of CLIENTS) {
      const [ratios, times, costs] = [createSeries(), createSeries(), createSeries<CallCosts>()];
      await alternate(1 + SLICES_A_RUN * OPTIONS.runs, sides, async ({ scene, bare }, run) => {
        const { installation } = scene;
        const rate = async (kind: string, work: () => Promise<unknown>) => {
          const taken: number[] = [];
          const before = await installation.readCosts();
          const perSecond = await inLanes(clients, SLICE_SECONDS, async () => taken.push(await timed(work)));
          if (run > 0) {
            times.add(installation.name + kind, ...taken);
            costs.add(installation.name + kind, costsOf(before, await installation.readCosts(), taken.length));
          }
          return perSecond;
        };
        const rows = await rate("row", bare.insertRow);
        const crushes = await rate("crush", () => sendNext(scene));
        if (run > 0) ratios.add(installation.name, crushes / rows);
      });
      const values = scenes.map(({ installation: { name } }) => {
        for (const kind of ["row", "crush"]) {
          const context = { version: name, clients };
          const [taken, spent] = [times.of(name + kind), costs.of(name + kind)];
          report("crushes", kind, { ...context, ...toQuantiles(taken), ...medianCosts(spent) });
        }
        return median(ratios.of(name));
      });
      const who = clients === 1 ? "1 client" : `${clients} clients`;
      lines.push({
        figure: `crushes, of rows of a bare server, ${who}`,
        goal: clients === 1 ? "≥ .4" : "≥ .35",
        values,
      });
    }
  } finally {
    for (const { bare } of sides) await bare.close();
  }
  return lines;
}
