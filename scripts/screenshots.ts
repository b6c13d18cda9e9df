import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page, request as requests } from "@playwright/test";
import { ALL_SCENES } from "#e2e/scenes/index.ts";
import { createSceneMembers } from "#e2e/scenes/members.ts";
import { openScene, type Run } from "#e2e/scenes/runner.ts";
import type { Scene } from "#e2e/scenes/scene.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { launchOptions } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { renderGallery, type Screenshot } from "./screenshots-gallery.ts";

/**
 * Writes screenshots of every screen and dialog in every state into `screenshots/`, with a page that shows them. Fails
 * if a scene cannot be reached or the browser's console reports an error.
 * `node scripts/screenshots.ts [--only part-of-a-name] [--width 360] [--theme dark] [--pages 3]`
 */

const OUT = join(import.meta.dirname, "../screenshots");
/** Widths and heights of the windows. */
const SIZES = [
  [320, 568],
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;
const THEMES = ["light", "dark"] as const;
/** The maximum height of a screenshot, because lists have no end. */
const HEIGHT_MAX = 6000;

const { values: chosen } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    width: { type: "string" },
    theme: { type: "string" },
    pages: { type: "string" },
  },
});
const sizes = SIZES.filter(([width]) => chosen.width === undefined || Number(chosen.width) === width);
const themes = THEMES.filter((theme) => chosen.theme === undefined || chosen.theme === theme);
const scenes: readonly ListedScene[] = ALL_SCENES.flatMap(({ group, scenes }) =>
  scenes.map((scene) => ({ group, scene })),
).filter(({ scene }) => scene.name.includes(chosen.only));
if (sizes.length === 0 || themes.length === 0 || scenes.length === 0) {
  console.error(
    `No screenshots match. Widths: ${SIZES.map(([width]) => width).join(", ")}. Themes: ${THEMES.join(", ")}.`,
  );
  process.exit(1);
}

interface ListedScene {
  readonly group: string;
  readonly scene: Scene;
}

const screenshots: Screenshot[] = [];
/** Pages that work in parallel. While one waits, others render. */
const pages = Number(chosen.pages ?? availableParallelism() + 1);
let failures = 0;

function fail(scene: Scene, reason: string): void {
  failures++;
  console.error(`${scene.name}: ${reason}`);
}

/** Or of the window if a dialog or menu is open. */
async function takeScreenshot(page: Page, path: string, width: number): Promise<void> {
  const overlay = page.locator(":is([role=dialog], [role=alertdialog], [role=menu], dialog[open]):visible");
  const options = { path, animations: "disabled", caret: "hide" } as const;
  if ((await overlay.count()) > 0) {
    await page.screenshot(options);
    return;
  }
  const height = await page.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
    return document.documentElement.scrollHeight;
  });
  const clip = { x: 0, y: 0, width, height: Math.min(height, HEIGHT_MAX) };
  await page.screenshot({ ...options, fullPage: true, clip });
}

type Size = (typeof SIZES)[number];

/** By resizing one page. */
async function takeSizes(
  browser: Browser,
  { group, scene }: ListedScene,
  someSizes: readonly Size[],
  run: Run,
): Promise<void> {
  const [[width, height] = SIZES[0]] = someSizes;
  const opened = await openScene(browser, scene, run, scene.perWidth && { viewport: { width, height } });
  try {
    for (const theme of themes) {
      await opened.page.emulateMedia({ colorScheme: theme });
      for (const [width, height] of someSizes) {
        await opened.page.setViewportSize({ width, height });
        await opened.rest();
        const file = `${scene.name}-${width}-${theme}.png`;
        await takeScreenshot(opened.page, join(OUT, file), width);
        screenshots.push({ group, scene: scene.name, width, theme, file });
      }
    }
  } finally {
    await opened.close();
  }
  for (const message of opened.consoleMessages) fail(scene, message);
}

async function takeAll(browser: Browser, listed: ListedScene, run: Run): Promise<void> {
  const { upTo = Infinity, perWidth } = listed.scene;
  const available = sizes.filter(([width]) => width <= upTo);
  for (const someSizes of perWidth ? available.map((size) => [size]) : [available]) {
    if (someSizes.length > 0) await takeSizes(browser, listed, someSizes, run);
  }
}

/** Until the shared list is empty. Runs once per page. */
async function work(browser: Browser, queue: ListedScene[], run: Run): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { scene } = next;
    await takeAll(browser, next, run).catch((error: unknown) => fail(scene, String(error)));
  }
}

const started = Date.now();
const seconds = () => Math.round((Date.now() - started) / 1000);
await runBuild(console.log);
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
const data = makeDataFolder();
const spotter = startSpotter(data.path, { DEMO_MEMBERS: "20", LOG_LEVEL: "warn" });
try {
  const origin = await spotter.ready();
  const request = await requests.newContext({ baseURL: origin });
  const browser = await chromium.launch(await launchOptions());
  try {
    const cast = await createSceneMembers(request);
    const queue = [...scenes];
    await Promise.all(
      Array.from({ length: pages }, () => work(browser, queue, { request, cast, origin, isQuiet: true })),
    );
  } finally {
    await browser.close();
    await request.dispose();
  }
} finally {
  spotter.process.kill("SIGTERM");
  await spotter.ended;
  data.remove();
}
writeFileSync(
  join(OUT, "index.html"),
  renderGallery(
    screenshots,
    scenes.map(({ scene }) => scene.name),
  ),
);
console.log(
  `${screenshots.length} screenshots of ${scenes.length} scenes in ${seconds()} s: ${join(OUT, "index.html")}`,
);
process.exit(failures === 0 ? 0 : 1);
