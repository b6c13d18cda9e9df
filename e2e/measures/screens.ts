import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { auditPage, freePort } from "#scripts/lighthouse-scores.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { measureActions } from "./interaction-latency.ts";
import { observeLayoutShift, readLayoutShift } from "./layout-shift.ts";
import { measureScripts } from "./script-weight.ts";

/**
 * Measures each screen on an emulated phone and prints a table: Lighthouse scores, weight of scripts, layout shift
 * while each response takes 400 ms, and findings of axe. Then measures the latency of the most frequent interactions on
 * a processor that is slowed down four times. Arguments restrict it to the named screens, or to `actions`.
 */
const RUNS = 3;
const LATE_MS = 400;

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
  const audits = [];
  for (let run = 0; run < RUNS; run++) {
    await clearVisit(context, new URL(url).origin);
    audits.push(await auditPage(url, port, true));
  }
  for (const title of new Set(audits.flatMap(({ failedAudits }) => failedAudits))) console.log(`${url}: ${title}`);
  const scores = audits.map((one) => one.scores);
  const of = (id: keyof (typeof scores)[number]) => String(median(scores.map((one) => one[id])));
  return [of("performance"), of("accessibility"), of("best-practices"), of("seo")];
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
  const context = await chromium.launchPersistentContext(folder, {
    ...(await launchOptions(`--remote-debugging-port=${port}`)),
    viewport: { width: 412, height: 823 },
  });
  const each = async (places: readonly Screen[]) => {
    for (const [name, path] of places) {
      if (!wanted(name)) continue;
      const seen = await measurePage(context, address + path);
      row([name, ...(await auditRepeatedly(context, address + path, port)), ...seen]);
    }
  };
  try {
    row(["screen", "performance", "accessibility", "best practices", "SEO", "KiB of script", "CLS", "axe"]);
    row(Array.from({ length: 8 }, () => "---"));
    await remember(context, address);
    await each([["landing", "/"], ...PUBLIC_SCREENS]);
    await remember(context, address, cast.me);
    await each(memberScreens(cast));
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const named = process.argv.slice(2);
await runBuild(console.log);
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
