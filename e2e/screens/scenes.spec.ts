import type { Browser, Page } from "@playwright/test";
import { DEFAULT_SCENES } from "#e2e/scenes/default-selection.ts";
import { ALL_SCENES } from "#e2e/scenes/index.ts";
import { createSceneMembers, type SceneMembers } from "#e2e/scenes/members.ts";
import { type OpenedScene, openScene, openSharedContext, type Run } from "#e2e/scenes/runner.ts";
import type { Scene } from "#e2e/scenes/scene.ts";
import { test as base, changeTheme, expect, findAxeViolations, WCAG } from "#e2e/support/fixtures.ts";
import { findClippedLabels } from "#e2e/support/viewport-checks.ts";

/** The number of scenes per test. Small tests keep all workers busy until the end. */
const SCENES_PER_TEST = 8;
const PER_SCENE_MS = 20_000;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const SMALLEST = { width: 320, height: 568 };
type Size = typeof PHONE;
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The members are created once per worker, because scenes do not change them. */
const test = base.extend<object, { cast: SceneMembers }>({
  cast: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: process.env["SPOTTER_ADDRESS"] ?? "" });
      await use(await createSceneMembers(request));
      await request.dispose();
    },
    { scope: "worker" },
  ],
});

/** Advances a paused clock while work is running, because axe waits for timers. */
async function withRunningClock<T>(page: Page, work: Promise<T>): Promise<T> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) await page.clock.runFor(1);
  return work;
}

/**
 * Runs axe in a theme and size, and finds labels that are cut off on a phone. Emails are checked by WCAG rules only,
 * because their landmarks depend on the email program.
 */
async function runAxe({ page, rest }: OpenedScene, scene: Scene, theme: Theme, size: Size): Promise<string[]> {
  await page.setViewportSize(size);
  if (scene.isMail) await page.emulateMedia({ colorScheme: theme });
  else await changeTheme(page, theme);
  // Scrolls dialogs to their end, where a sticky footer covers nothing.
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll("[role=dialog]")) dialog.scrollTop = dialog.scrollHeight;
  });
  await rest();
  const violations = findAxeViolations(page, scene.isMail ? WCAG : undefined);
  const found = await (scene.isTemporary ? withRunningClock(page, violations) : violations);
  // The console cuts a summary off by intent.
  if (size === PHONE && !scene.name.startsWith("console"))
    found.push(...(await findClippedLabels(page)).map((one) => `cut off: ${one}`));
  return found.map((one) => `${theme}, ${size.width} px: ${one}`);
}

async function overflow({ page }: OpenedScene): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} px wider than a window of ${SMALLEST.width}`] : [];
}

async function findFaultsAt(
  browser: Browser,
  scene: Scene,
  run: Run,
  viewport: Size,
  check: (opened: OpenedScene) => Promise<string[]>,
): Promise<string[]> {
  const opened = await openScene(browser, scene, run, { viewport, reducedMotion: "reduce" });
  try {
    return [...(await check(opened)), ...opened.consoleMessages];
  } finally {
    await opened.close();
  }
}

/** In one theme on a desktop, if the scene exists there, and in the other on a phone. */
async function findFaults(
  browser: Browser,
  scene: Scene,
  run: Run,
  [desktopTheme = "light", phoneTheme = "dark"]: readonly Theme[],
): Promise<string[]> {
  const onPhone = async (opened: OpenedScene) => [
    ...(await runAxe(opened, scene, phoneTheme, PHONE)),
    ...(await overflow(opened)),
  ];
  const onDesktop = (opened: OpenedScene) => runAxe(opened, scene, desktopTheme, scene.upTo ? PHONE : DESKTOP);
  if (!scene.perWidth) {
    const both = async (opened: OpenedScene) => [...(await onDesktop(opened)), ...(await onPhone(opened))];
    return findFaultsAt(browser, scene, run, DESKTOP, both);
  }
  return [
    ...(await findFaultsAt(browser, scene, run, scene.upTo ? PHONE : DESKTOP, onDesktop)),
    ...(await findFaultsAt(browser, scene, run, PHONE, onPhone)),
  ];
}

const unknown = [...DEFAULT_SCENES].filter(
  (name) => !ALL_SCENES.some(({ scenes }) => scenes.some((scene) => scene.name === name)),
);
if (unknown.length > 0) throw new Error(`No scene is called ${unknown.join(", ")}`);
const isWanted = ({ name }: Scene) => process.env["SCENES"] === "all" || DEFAULT_SCENES.has(name);

for (const { group, scenes: every } of ALL_SCENES) {
  const scenes = every.filter(isWanted);
  for (let first = 0; first < scenes.length; first += SCENES_PER_TEST) {
    const some = scenes.slice(first, first + SCENES_PER_TEST);
    const which = `${group}, ${some[0]?.name} to ${some.at(-1)?.name}`;
    test(`axe finds no violations in scenes of ${which}`, async ({ browser, cast, request, baseURL }) => {
      test.setTimeout(some.length * PER_SCENE_MS);
      const { origin } = new URL(baseURL ?? "");
      const shared = await openSharedContext(browser, origin);
      const run = { request, cast, origin, shared };
      for (const [i, scene] of some.entries()) {
        // The themes alternate, so that both are checked on desktop and phone.
        const themes = i % 2 === 0 ? THEMES : THEMES.toReversed();
        await test.step(scene.name, async () =>
          expect.soft(await findFaults(browser, scene, run, themes), scene.name).toEqual([]),
        );
      }
      await shared.close();
    });
  }
}
