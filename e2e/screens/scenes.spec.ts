import type { Browser, Page } from "@playwright/test";
import { DEFAULT_SCENES } from "#e2e/scenes/default-selection.ts";
import { ALL_SCENES } from "#e2e/scenes/index.ts";
import { createSceneMembers, type SceneMembers } from "#e2e/scenes/members.ts";
import { openSharedContext, type Played, playScene, type Run } from "#e2e/scenes/runner.ts";
import type { Scene } from "#e2e/scenes/scene.ts";
import { test as base, changeTheme, expect, findAxeViolations, WCAG } from "#e2e/support/fixtures.ts";

/** So many scenes are one test: all workers have some at the end, too. */
const A_TEST = 8;
const PER_SCENE_MS = 20_000;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const SMALLEST = { width: 320, height: 568 };
type Size = typeof PHONE;
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The people are there once a worker: scenes only look at them. */
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

/** Where time stands still it is let go on for as long as somebody works: axe waits for timers, too. */
async function inTime<T>(page: Page, work: Promise<T>): Promise<T> {
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) await page.clock.runFor(1);
  return work;
}

/** What axe finds, in a theme, at a size. Mails are documents of their own, whose landmarks are their reader's. */
async function look({ page, rest }: Played, scene: Scene, theme: Theme, size: Size): Promise<string[]> {
  await page.setViewportSize(size);
  if (scene.isMail) await page.emulateMedia({ colorScheme: theme });
  else await changeTheme(page, theme);
  // What stays in sight at the foot of a dialog covers nothing at its end.
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll("[role=dialog]")) dialog.scrollTop = dialog.scrollHeight;
  });
  await rest();
  const found = findAxeViolations(page, scene.isMail ? WCAG : undefined);
  const where = `${theme}, ${size.width} px`;
  return (await (scene.fleeting ? inTime(page, found) : found)).map((one) => `${where}: ${one}`);
}

async function overflow({ page }: Played): Promise<string[]> {
  await page.setViewportSize(SMALLEST);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} px wider than a window of ${SMALLEST.width}`] : [];
}

/** Looks at a scene that is played anew. */
async function flawsAt(
  browser: Browser,
  scene: Scene,
  run: Run,
  viewport: Size,
  looks: (played: Played) => Promise<string[]>,
): Promise<string[]> {
  const played = await playScene(browser, scene, run, { viewport, reducedMotion: "reduce" });
  try {
    return [...(await looks(played)), ...played.complaints];
  } finally {
    await played.close();
  }
}

/** What is wrong with a scene: in one theme on a desktop, if there is one, and in the other on a phone. */
async function flawsOf(
  browser: Browser,
  scene: Scene,
  run: Run,
  [there = "light", here = "dark"]: readonly Theme[],
): Promise<string[]> {
  const onPhone = async (played: Played) => [...(await look(played, scene, here, PHONE)), ...(await overflow(played))];
  const onDesktop = (played: Played) => look(played, scene, there, scene.upTo ? PHONE : DESKTOP);
  if (!scene.perWidth) {
    const both = async (played: Played) => [...(await onDesktop(played)), ...(await onPhone(played))];
    return flawsAt(browser, scene, run, DESKTOP, both);
  }
  return [
    ...(await flawsAt(browser, scene, run, scene.upTo ? PHONE : DESKTOP, onDesktop)),
    ...(await flawsAt(browser, scene, run, PHONE, onPhone)),
  ];
}

const unknown = [...DEFAULT_SCENES].filter(
  (name) => !ALL_SCENES.some(({ scenes }) => scenes.some((scene) => scene.name === name)),
);
if (unknown.length > 0) throw new Error(`No scene is called ${unknown.join(", ")}`);
const isWanted = ({ name }: Scene) => process.env["SCENES"] === "all" || DEFAULT_SCENES.has(name);

for (const { group, scenes: every } of ALL_SCENES) {
  const scenes = every.filter(isWanted);
  for (let first = 0; first < scenes.length; first += A_TEST) {
    const some = scenes.slice(first, first + A_TEST);
    const which = `${group}, ${some[0]?.name} to ${some.at(-1)?.name}`;
    test(`axe finds nothing in scenes of ${which}`, async ({ browser, cast, request, baseURL }) => {
      test.setTimeout(some.length * PER_SCENE_MS);
      const { origin } = new URL(baseURL ?? "");
      const shared = await openSharedContext(browser, origin);
      const run = { request, cast, origin, shared };
      for (const [i, scene] of some.entries()) {
        // What is around the scenes is seen in both themes on either.
        const themes = i % 2 === 0 ? THEMES : THEMES.toReversed();
        await test.step(scene.name, async () =>
          expect.soft(await flawsOf(browser, scene, run, themes), scene.name).toEqual([]),
        );
      }
      await shared.close();
    });
  }
}
