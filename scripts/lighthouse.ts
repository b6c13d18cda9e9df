import { chromium } from "@playwright/test";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { launchOptions } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { auditPage, freePort, STABLE_CATEGORIES } from "./lighthouse-scores.ts";

/**
 * Prints Lighthouse scores of public pages on an emulated phone. Fails if accessibility, best practices or SEO is below
 * 100. Performance is only printed, because it depends on the machine: as on a mid-tier phone, calibrated to the
 * benchmark index, and with Lighthouse's fixed slowdown. Arguments replace the default pages.
 */
const PAGES = ["/", "/help", "/terms"];
const paths = process.argv.length > 2 ? process.argv.slice(2) : PAGES;
await runBuild(console.log);
const data = makeDataFolder();
const spotter = startSpotter(data.path, { LOG_LEVEL: "warn" });
const port = await freePort();
const browser = await chromium.launch(await launchOptions(`--remote-debugging-port=${port}`));
let failed = false;
try {
  const address = await spotter.ready();
  const rows: Record<string, Record<string, number>> = {};
  for (const path of paths) {
    const { benchmarkIndex, calibrated, fixed, scores, failedAudits } = await auditPage(address + path, port);
    rows[path] = {
      ...scores,
      "blocking ms": calibrated.blockingMs,
      slowdown: calibrated.slowdown,
      "benchmark index": Math.round(benchmarkIndex),
      [`performance at ${fixed.slowdown}`]: fixed.score,
      [`blocking ms at ${fixed.slowdown}`]: fixed.blockingMs,
    };
    failed ||= STABLE_CATEGORIES.some((id) => scores[id] !== 100);
    for (const title of failedAudits) console.log(`${path}: ${title}`);
  }
  console.table(rows);
} finally {
  await browser.close();
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
}
process.exit(failed ? 1 : 0);
