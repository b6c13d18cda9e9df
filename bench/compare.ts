import { type Line, measureSyncs, printTable, report, toQuantiles } from "./figures.ts";
import { createCast } from "./load/members.ts";
import { openScene, type Scene } from "./load/scene.ts";
import { type Installation, startInstallation } from "./load/server.ts";
import { OPTIONS } from "./options.ts";
import { measureBrowse } from "./weight/browse.ts";
import { measureCallCosts } from "./weight/call-costs.ts";
import { measureCrushes } from "./weight/crushes.ts";
import { measureErasure } from "./weight/erasure.ts";
import { measureHeavyMember } from "./weight/heavy-member.ts";
import { measureIdle } from "./weight/idle.ts";
import { measureLogins } from "./weight/logins.ts";
import { measurePushes, pushService } from "./weight/pushes.ts";
import { measureReading, measureTexts } from "./weight/texts.ts";

/**
 * The table of what weighs: the built server of this checkout (or of `--root`) and, with `--before`, of another one, each
 * a process of its own, on data of its own, with limits on. This process is their client: it sends requests from all
 * members' networks, and holds their open pages. Slices alternate, so only ratios within one run are meaningful.
 *
 *     npm run bench -- compare --before ../before
 *     npm run bench -- compare --rows heavy,erasure --members 1000000
 *     npm run bench -- compare --rows texts --runs 5 --seconds 20
 *
 * The other checkout is installed and built: `git worktree add ../before <commit>`, then `npm run build` in it. Each
 * figure is also a line of JSON, with p50, p95 and p99, CPU by process, and bytes of the write-ahead log for each call.
 */
const ROWS: Readonly<
  Record<string, { readonly measure: (scenes: readonly Scene[]) => Promise<Line[]>; readonly present?: number }>
> = {
  reading: { measure: measureReading },
  texts: { measure: measureTexts, present: OPTIONS.matches },
  browse: { measure: measureBrowse },
  crushes: { measure: measureCrushes },
  heavy: { measure: measureHeavyMember },
  logins: { measure: measureLogins },
  // Of members without an open page.
  pushes: { measure: measurePushes, present: 0 },
  costs: { measure: measureCallCosts },
  // It deletes the heavy member.
  erasure: { measure: measureErasure },
};
const ALL = [...Object.keys(ROWS), "idle"];

async function startAll(): Promise<Installation[]> {
  const roots = [
    ...(OPTIONS.before === undefined ? [] : [["before", OPTIONS.before] as const]),
    ["now", OPTIONS.root] as const,
  ];
  const started: Installation[] = [];
  try {
    for (const [name, root] of roots)
      started.push(await startInstallation(name, root, { PUSH_STAND_IN: pushService.origin }));
  } catch (error) {
    await Promise.all(started.map((one) => one.remove()));
    throw error;
  }
  return started;
}

const rows = OPTIONS.rows ?? ALL;
const unknown = rows.filter((name) => !ALL.includes(name));
if (unknown.length > 0) {
  console.error(`--rows may have ${ALL.join(", ")}, and not ${unknown.join(", ")}`);
  process.exit(2);
}
const installations = await startAll();
const removeAll = () => Promise.all([...installations.map((one) => one.remove()), pushService.close()]);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => removeAll().finally(() => process.exit(1)));
const lines: Line[] = [];
try {
  const [first] = installations;
  if (first) report("machine", "fdatasync of 8 kB", toQuantiles(measureSyncs(first.dataDir)));
  if (rows.includes("idle")) lines.push(...(await measureIdle(installations)));
  const others = rows.filter((name) => name !== "idle");
  const casts = [];
  for (const one of others.length > 0 ? installations : []) {
    const startedAt = performance.now();
    casts.push({ one, cast: await createCast(one.owner(), OPTIONS.members, OPTIONS.matches) });
    // The search index in memory is built at the start, and the first page of each table is logged anew after it.
    await one.restart();
    report("machine", "members created", {
      version: one.name,
      members: OPTIONS.members,
      ms: performance.now() - startedAt,
    });
  }
  for (const name of others) {
    const row = ROWS[name];
    const scenes: Scene[] = [];
    try {
      for (const { one, cast } of casts) scenes.push(await openScene(one, cast, row?.present ?? OPTIONS.present));
      lines.push(...((await row?.measure(scenes)) ?? []));
    } finally {
      for (const scene of scenes) scene.close();
    }
  }
  printTable(
    installations.map(({ name }) => name),
    lines,
  );
} finally {
  await removeAll();
}
