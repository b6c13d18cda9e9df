import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, request as requests } from "@playwright/test";
import { type Member, subscribe } from "#e2e/support/api-fixtures.ts";
import { findAxeViolations } from "#e2e/support/fixtures.ts";
import { delayRequests } from "#e2e/support/network.ts";
import {
  createScreenMembers,
  memberScreens,
  PUBLIC_SCREENS,
  type Screen,
  type ScreenMembers,
  waitUntilSettled,
} from "#e2e/support/screens.ts";
import { launchOptions } from "#scripts/browser.ts";
import { runBuild } from "#scripts/build-in-child.ts";
import { dropDisturbed } from "#scripts/lighthouse-calibration.ts";
import { type Audit, auditPage, freePort, type Performance, STABLE_CATEGORIES } from "#scripts/lighthouse-scores.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { measureActions } from "./interaction-latency.ts";
import { observeLayoutShift, readLayoutShift } from "./layout-shift.ts";
import { moveToCore } from "./processor-cores.ts";
import { measureScripts } from "./script-weight.ts";

/**
 * Measures each screen on an emulated phone and prints a table: Lighthouse's performance and blocking time as on a
 * mid-tier phone (calibrated to this machine's benchmark index) and with Lighthouse's fixed slowdown, the other scores,
 * weight of scripts, layout shift while each response takes 400 ms, and findings of axe. Then measures the latency of
 * the most frequent interactions on a processor that is slowed down four times. The browser has a core of its own.
 * Arguments restrict it to the named screens, or to `actions`; `--runs 3` changes the number of runs.
 */
const RUNS = 7;
const LATE_MS = 400;
const [OTHERS_CORE, BROWSER_CORE] = [0, 1];
const COLUMNS = [
  "screen",
  "benchmark index",
  "runs",
  "slowdown",
  "performance",
  "blocking ms",
  "performance at 4",
  "blocking ms at 4",
  "accessibility",
  "best practices",
  "SEO",
  "KiB of script",
  "CLS",
  "axe",
];

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** Clears everything except localStorage, so that the next visit is the first one of a logged-in member. */
async function clearVisit(context: BrowserContext, origin: string): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "service_workers,cache_storage,indexeddb" });
  await session.detach();
}

async function auditRepeatedly(context: BrowserContext, url: string, port: number): Promise<string[]> {
  const audits: Audit[] = [];
  for (let run = 0; run < runs; run++) {
    await clearVisit(context, new URL(url).origin);
    audits.push(await auditPage(url, port, true));
  }
  for (const title of new Set(audits.flatMap(({ failedAudits }) => failedAudits))) console.log(`${url}: ${title}`);
  const kept = dropDisturbed(audits);
  const middle = (read: (audit: Audit) => number) => String(median(kept.map(read)));
  const performance = (read: (audit: Audit) => Performance) => [
    middle((audit) => read(audit).slowdown),
    middle((audit) => read(audit).score),
    middle((audit) => read(audit).blockingMs),
  ];
  return [
    middle(({ benchmarkIndex }) => Math.round(benchmarkIndex)),
    `${kept.length}/${audits.length}`,
    ...performance(({ calibrated }) => calibrated),
    ...performance(({ fixed }) => fixed).slice(1),
    ...STABLE_CATEGORIES.map((id) => middle(({ scores }) => scores[id])),
  ];
}

/** KiB of script, layout shift, and findings of axe. */
async function measurePage(context: BrowserContext, url: string): Promise<string[]> {
  await clearVisit(context, new URL(url).origin);
  const page = await context.newPage();
  await page.route("**/sw.js", (route) => route.abort());
  for (const address of ["**/api/**", "**/photos/**", "**/art/**"]) await delayRequests(page, address, LATE_MS);
  await observeLayoutShift(page);
  const weight = measureScripts(page);
  await page.goto(url);
  await waitUntilSettled(page);
  const fields = [
    (await weight()).kib.toFixed(0),
    (await readLayoutShift(page)).sum.toFixed(3),
    String((await findAxeViolations(page)).length),
  ];
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.close();
  return fields;
}

async function remember(context: BrowserContext, address: string, person?: Member): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(address);
  const user = person && JSON.stringify({ username: person.username, _id: person.id });
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    },
    { onboardingComplete: "true", ...(person && user && { token: person.token, user }) },
  );
  await page.goto("about:blank");
}

const row = (cells: readonly string[]): void => console.log(`| ${cells.join(" | ")} |`);

async function measureScreens(address: string, cast: ScreenMembers, wanted: (name: string) => boolean): Promise<void> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "spotter-browser-"));
  // What is started now inherits the core.
  moveToCore(BROWSER_CORE);
  const context = await chromium.launchPersistentContext(folder, {
    ...(await launchOptions(`--remote-debugging-port=${port}`)),
    viewport: { width: 412, height: 823 },
  });
  moveToCore(OTHERS_CORE);
  const each = async (places: readonly Screen[]) => {
    for (const [name, path] of places) {
      if (!wanted(name)) continue;
      const seen = await measurePage(context, address + path);
      row([name, ...(await auditRepeatedly(context, address + path, port)), ...seen]);
    }
  };
  try {
    row(COLUMNS);
    row(COLUMNS.map(() => "---"));
    await remember(context, address);
    await each([["landing", "/"], ...PUBLIC_SCREENS]);
    await remember(context, address, cast.me);
    await each(memberScreens(cast));
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values, positionals: named } = parseArgs({
  options: { runs: { type: "string", default: String(RUNS) } },
  allowPositionals: true,
});
const runs = Number(values.runs);
await runBuild(console.log);
if (!moveToCore(OTHERS_CORE)) console.log("The browser shares its cores: there is no taskset, or only one core.");
const data = makeDataFolder();
const spotter = startSpotter(data.path, { DEMO_MEMBERS: "20", LOG_LEVEL: "warn" });
try {
  const address = await spotter.ready();
  const request = await requests.newContext({ baseURL: address });
  const cast = await createScreenMembers(request);
  await subscribe(request, cast.me);
  if (named[0] !== "actions") await measureScreens(address, cast, (name) => named.length === 0 || named.includes(name));
  if (named.length === 0 || named.includes("actions")) {
    const browser = await chromium.launch(await launchOptions());
    row(["action", "ms to the next frame, median", "longest"]);
    row(["---", "---", "---"]);
    await measureActions(browser, address, request, cast, (name, times) =>
      row([name, String(median(times)), String(Math.max(...times))]),
    );
    await browser.close();
  }
  await request.dispose();
} finally {
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
}
