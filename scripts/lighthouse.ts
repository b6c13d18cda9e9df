import { chromium } from "@playwright/test";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { launchOptions } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { freePort, mark, type Scores, STEADY } from "./lighthouse-scores.ts";

/**
 * Measures public pages as a phone would see them, prints what Lighthouse gives them, and fails where accessibility,
 * best practices or SEO are under 100. Performance depends on the machine, so it is only told.
 * Other pages than the usual ones are named as arguments.
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
  const rows: Record<string, Scores> = {};
  for (const path of paths) {
    const { scores, flaws } = await mark(address + path, port);
    rows[path] = scores;
    failed ||= STEADY.some((id) => scores[id] !== 100);
    for (const flaw of flaws) console.log(`${path}: ${flaw}`);
  }
  console.table(rows);
} finally {
  await browser.close();
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
}
process.exit(failed ? 1 : 0);
