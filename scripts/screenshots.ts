import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page, request as requests } from "@playwright/test";
import { ALL_SCENES } from "#e2e/scenes/index.ts";
import { createSceneMembers } from "#e2e/scenes/members.ts";
import { playScene, type Run } from "#e2e/scenes/runner.ts";
import type { Scene } from "#e2e/scenes/scene.ts";
import { makeDataFolder, startSpotter } from "#server/testing/spotter-process.ts";
import { launchOptions } from "./browser.ts";
import { runBuild } from "./build-in-child.ts";
import { type Picture, shotsPage } from "./screenshots-gallery.ts";

/**
 * Writes screenshots of every screen and dialog in every state into `screenshots/`, with a page that shows them. Fails if a
 * scene cannot be reached or the browser's console reports an error.
 * `node scripts/screenshots.ts [--only part-of-a-name] [--width 360] [--theme dark] [--pages 3]`
 */

const OUT = join(import.meta.dirname, "../screenshots");
/** The windows' widths and heights. */
const SIZES = [
  [320, 568],
  [360, 740],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const;
const THEMES = ["light", "dark"] as const;
/** Pixels down to which a page is shown: lists have no end. */
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
const scenes: readonly Listed[] = ALL_SCENES.flatMap(({ group, scenes }) =>
  scenes.map((scene) => ({ group, scene })),
).filter(({ scene }) => scene.name.includes(chosen.only));
if (sizes.length === 0 || themes.length === 0 || scenes.length === 0) {
  console.error(
    `Nothing to take: widths are ${SIZES.map(([width]) => width).join(", ")}, themes ${THEMES.join(", ")}.`,
  );
  process.exit(1);
}

interface Listed {
  readonly group: string;
  readonly scene: Scene;
}

const pictures: Picture[] = [];
/** While one waits, others draw. */
const pages = Number(chosen.pages ?? availableParallelism() + 1);
let failures = 0;

function fail(scene: Scene, why: string): void {
  failures++;
  console.error(`${scene.name}: ${why}`);
}

/** A page is shown whole, but what lies over it only as one sees it. */
async function shoot(page: Page, path: string, width: number): Promise<void> {
  const over = page.locator(":is([role=dialog], [role=alertdialog], [role=menu], dialog[open]):visible");
  const options = { path, animations: "disabled", caret: "hide" } as const;
  if ((await over.count()) > 0) {
    await page.screenshot(options);
    return;
  }
  // What sticks to the window is drawn where the window is.
  const height = await page.evaluate(() => {
    scrollTo({ top: 0, behavior: "instant" });
    return document.documentElement.scrollHeight;
  });
  const clip = { x: 0, y: 0, width, height: Math.min(height, HEIGHT_MAX) };
  await page.screenshot({ ...options, fullPage: true, clip });
}

type Size = (typeof SIZES)[number];

/** Pictures of a scene on one page, which is made wider and narrower. */
async function take(browser: Browser, { group, scene }: Listed, some: readonly Size[], run: Run): Promise<void> {
  const [[width, height] = SIZES[0]] = some;
  const played = await playScene(browser, scene, run, scene.perWidth && { viewport: { width, height } });
  try {
    for (const theme of themes) {
      await played.page.emulateMedia({ colorScheme: theme });
      for (const [width, height] of some) {
        await played.page.setViewportSize({ width, height });
        await played.rest();
        const file = `${scene.name}-${width}-${theme}.png`;
        await shoot(played.page, join(OUT, file), width);
        pictures.push({ group, scene: scene.name, width, theme, file });
      }
    }
  } finally {
    await played.close();
  }
  for (const complaint of played.complaints) fail(scene, complaint);
}

async function takeAll(browser: Browser, listed: Listed, run: Run): Promise<void> {
  const { upTo = Infinity, perWidth } = listed.scene;
  const there = sizes.filter(([width]) => width <= upTo);
  for (const some of perWidth ? there.map((size) => [size]) : [there]) {
    if (some.length > 0) await take(browser, listed, some, run);
  }
}

/** One of several pages that take scene after scene off the same list. */
async function work(browser: Browser, left: Listed[], run: Run): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
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
    const left = [...scenes];
    await Promise.all(Array.from({ length: pages }, () => work(browser, left, { request, cast, origin })));
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
  shotsPage(
    pictures,
    scenes.map(({ scene }) => scene.name),
  ),
);
console.log(`${pictures.length} pictures of ${scenes.length} scenes in ${seconds()} s: ${join(OUT, "index.html")}`);
process.exit(failures === 0 ? 0 : 1);
