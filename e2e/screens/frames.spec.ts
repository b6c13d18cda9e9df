import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { observeLayoutShift, readLayoutShift } from "#e2e/measures/layout-shift.ts";
import { createMember, logInAs, sendMessage } from "#e2e/support/api-fixtures.ts";
import { listEarlyCalls, listUnused, recordCalls } from "#e2e/support/early-calls.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdEvents, holdRequests } from "#e2e/support/network.ts";
import { createScreenMembers, type ScreenMembers, waitUntilSettled } from "#e2e/support/screens.ts";

/** Until React replaces a frame, this is the screen, and it has sent calls. */

/** The maximum cumulative layout shift, as in `screens.spec.ts`. */
const SHIFT_MAX = 0.02;
/** Differences below this are rounding. */
const MOVE_MAX_PX = 1;
/** The most cards of Browse that React's first commit may contain, because a slow phone takes long for each. */
const FIRST_CARDS_MAX = 6;

type Theme = "light" | "dark";
/** `--bg` of `web/ui/tokens.css`. */
const BACKGROUND = { light: "rgb(250, 247, 242)", dark: "rgb(14, 16, 18)" };

const THEMES: readonly { stored: Theme | undefined; system: Theme; shown: Theme }[] = [
  { stored: "dark", system: "light", shown: "dark" },
  { stored: undefined, system: "light", shown: "light" },
  { stored: "light", system: "dark", shown: "light" },
  { stored: undefined, system: "dark", shown: "dark" },
];

/** Screens whose first large placeholder becomes a card or a photo at the same place. */
const WITH_CARD = ["/browse", "/crushes", "/profile/:userId", "/profile", "/profile/subscription", "/settings/billing"];

/** Texts that the inline script draws in the frame: the first rows, and the newest bubbles. */
const FIRST_TEXTS: Readonly<Record<string, string>> = {
  "/messages": "main li > a[href^='/messages/']",
  "/messages/:userId": "main [role=log] article",
};

/** From the build's data for the server. */
function listFrames(): string[] {
  const file = fileURLToPath(new URL("../../dist/web/built.json", import.meta.url));
  const { screens } = JSON.parse(readFileSync(file, "utf8")) as { screens: Record<string, string> };
  return Object.keys(screens).filter((path) => screens[path]?.startsWith("shells/"));
}

const idOf = (shell: string, { match, other }: ScreenMembers): string =>
  (shell.startsWith("/messages") ? match : other).id;
const addressOf = (shell: string, members: ScreenMembers): string => shell.replace(":userId", idOf(shell, members));

async function openFrame(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("#root > *").first().waitFor({ state: "attached" });
}

/** In the window. */
const listVisible = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#root *")].flatMap((element) => {
      const { top, width, height } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      return isShown && width > 1 && height > 1 && top < innerHeight ? [element.localName] : [];
    }),
  );

/** A card may grow, and a title may become narrower. */
type Corner = readonly [x: number, y: number];

/** Bars, and all texts in the window that occur once. */
const readLandmarks = (page: Page): Promise<Record<string, Corner>> =>
  page.evaluate(async () => {
    // Until then a long text may have one line less; `script-weight.spec.ts` limits what the fonts move.
    await document.fonts.ready;
    const isVisible = (element: Element) => {
      const { top, height, width } = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true });
      return isShown && top < innerHeight && width > 1 && height > 1;
    };
    const cornerOf = (element: Element): Corner => {
      const { x, y } = element.getBoundingClientRect();
      return [Math.round(x), Math.round(y)];
    };
    const bars = [...document.querySelectorAll("#root header, #root nav[aria-label=Main]")];
    const texts = [...document.querySelectorAll("main :is(h1, h2, h3, p, a, button, label), nav[aria-label=Main] a")];
    const named = [
      ...bars.filter(isVisible).map((element) => [`${element.localName} ${element.ariaLabel}`, element] as const),
      ...texts.filter(isVisible).map((element) => [element.ariaLabel ?? element.textContent, element] as const),
    ];
    const groups = Map.groupBy(named, ([name]) => name);
    const single = named.filter(([name]) => name && groups.get(name)?.length === 1);
    return Object.fromEntries(single.map(([name, element]) => [name, cornerOf(element)]));
  });

/** The box of the first large placeholder. */
const readPlaceholder = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll("main [data-loading] [aria-hidden=true]")].map((element) =>
      element.getBoundingClientRect(),
    );
    const { x = 0, y = 0, width = 0 } = boxes.find((box) => box.width > 150 && box.height > 100) ?? {};
    return [x, y, width].map(Math.round);
  });

/** The element starts at the placeholder's corner, and is as wide. */
const isFilled = (page: Page, placeholder: readonly number[]) =>
  page.evaluate(
    ([box, most]) =>
      [...document.querySelectorAll("main *")].some((element) => {
        const { x, y, width } = element.getBoundingClientRect();
        return [x, y, width].every((value, i) => Math.abs(value - (box[i] ?? 0)) <= most);
      }),
    [placeholder, MOVE_MAX_PX] as const,
  );

const observeFirstCards = (page: Page) =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const cards = document.querySelectorAll("main article").length;
      if (cards === 0) return;
      Object.assign(window, { firstCards: cards });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });

interface Found {
  readonly profiles: readonly { readonly crushSent: boolean; readonly photos: readonly unknown[] }[];
}

/** Members of other tests may have no photo. */
const showPhotosFirst = (page: Page) =>
  page.route("**/api/browse/daily-set", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { dailySet: object };
    const url = new URL("/api/profile/all?limit=100", route.request().url()).href;
    const { profiles } = (await (await route.fetch({ url })).json()) as Found;
    const undecided = profiles.filter(({ crushSent }) => !crushSent);
    undecided.sort((a, b) => b.photos.length - a.photos.length);
    const dailySet = { ...body.dailySet, size: 2, racked: 0, profiles: undecided.slice(0, 2) };
    await route.fulfill({ response, json: { ...body, dailySet } });
  });

/** What is read, and its box. */
const readTexts = (page: Page, selector: string) =>
  page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [(element as HTMLElement).innerText, ...[x, y, width, height].map(Math.round)].join(" ");
      }),
    );

const readPhoto = (page: Page) =>
  page
    .locator("main img")
    .first()
    .evaluate((image: HTMLImageElement) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      return { file: image.currentSrc, place: [x, y, width, height].map(Math.round) };
    });

test.use({ viewport: { width: 360, height: 800 } });

test("every member's screen starts from a frame in the right theme, which the screen replaces in place, and uses the calls of its HTML without repeating them", async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const members = await createScreenMembers(request);
  for (let i = 0; i < FIRST_CARDS_MAX; i++) await createMember(request);
  for (const text of ["Tuesday?", "At six.", "💪"]) {
    await sendMessage(request, members.me, members.match, text);
    await sendMessage(
      request,
      members.match,
      members.me,
      `${text} Yes, and this line is long enough for a second one.`,
    );
  }
  const frames = listFrames();
  expect(frames.length).toBeGreaterThan(WITH_CARD.length);

  await test.step("visitors see nothing of it", async () => {
    await holdRequests(page, "**/*.js");
    for (const path of frames) {
      await openFrame(page, addressOf(path, members));
      expect.soft(await listVisible(page), `what a visitor sees of ${path}`).toEqual([]);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  await logInAs(page, members.me);
  await observeLayoutShift(page);
  await observeFirstCards(page);
  // A page that connects fetches again what it may have missed.
  await holdEvents(page);
  const withPhoto: string[] = [];
  for (const [i, path] of frames.entries()) {
    await test.step(path, async () => {
      const release = await holdRequests(page, "**/*.js");
      if (path === "/browse") await showPhotosFirst(page);
      let sent: string[] = [];
      // Each screen in one of the themes, which take turns.
      for (const { stored, system, shown } of THEMES.slice(i % THEMES.length, (i % THEMES.length) + 1)) {
        await page.emulateMedia({ colorScheme: system });
        await page.evaluate((theme) => {
          if (theme) localStorage.setItem("theme", theme);
          else localStorage.removeItem("theme");
        }, stored);
        page.removeAllListeners("request");
        sent = recordCalls(page);
        // The screen before may still have sent late ones.
        page.once("framenavigated", () => sent.splice(0));
        await openFrame(page, addressOf(path, members));
        const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect.soft(await background(), `background of ${path}, ${stored} on ${system}`).toBe(BACKGROUND[shown]);
        const paints = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
        await expect.poll(paints, `first paint of ${path}`).toBe(1);
        const isInMain = await page.locator("main :is(h1, [data-loading] [aria-hidden=true]):visible").count();
        expect.soft(isInMain, `placeholders and headings of ${path}`).toBeGreaterThan(0);
      }

      const inFrame = page.locator("[data-first-photo] img");
      const hasPhoto = await page.evaluate(() => "photos" in document.documentElement.dataset);
      if (hasPhoto) await expect(inFrame, `first photo in the frame of ${path}`).toBeVisible();
      const photoBefore = hasPhoto && (await readPhoto(page));
      const firstText = FIRST_TEXTS[path];
      if (firstText) await expect(page.locator(firstText).filter({ visible: true }), path).not.toHaveCount(0);
      const texts = firstText ? await readTexts(page, firstText) : [];
      const before = await readLandmarks(page);
      const placeholder = await readPlaceholder(page);
      const calls = (await listEarlyCalls(page, idOf(path, members))) ?? [];
      await expect.poll(() => sent, `calls of ${path} before its scripts`).toEqual(calls);
      release();
      await waitUntilSettled(page);
      expect.soft(await listUnused(page), `unused calls of ${path}`).toEqual([]);
      const repeated = sent.filter((url, i) => sent.indexOf(url) !== i && calls.includes(url));
      expect.soft(repeated, `repeated calls of ${path}`).toEqual([]);
      await expect(page.locator("main h1")).toHaveCount(1);
      await expect(inFrame).toHaveCount(0);
      if (hasPhoto) expect.soft(await readPhoto(page), `first photo of ${path}`).toEqual(photoBefore);
      if (firstText) expect.soft(await readTexts(page, firstText)).toEqual(expect.arrayContaining(texts));
      const after = await readLandmarks(page);
      const kept = Object.keys(before).filter((name) => name in after);
      if (!WITH_CARD.includes(path)) expect.soft(kept.length, `landmarks of ${path}`).toBeGreaterThan(0);
      for (const name of kept) {
        const moved = [0, 1].map((axis) => Math.abs((after[name]?.[axis] ?? 0) - (before[name]?.[axis] ?? 0)));
        expect
          .soft(Math.max(...moved), `${name} of ${path} moved from ${before[name]} to ${after[name]}`)
          .toBeLessThanOrEqual(MOVE_MAX_PX);
      }
      if (WITH_CARD.includes(path)) {
        expect.soft(placeholder[2], `first card in the frame of ${path}`).toBeGreaterThan(0);
        expect.soft(await isFilled(page, placeholder), `${path} has a card at ${placeholder}`).toBe(true);
      }
      const { sum, what } = await readLayoutShift(page);
      expect.soft(sum, `layout shift of ${path}: ${what.join("\n  ")}`).toBeLessThanOrEqual(SHIFT_MAX);

      if (path === "/browse") {
        const first = await page.evaluate(() => (window as unknown as { firstCards: number }).firstCards);
        expect.soft(first).toBeGreaterThan(0);
        expect.soft(first).toBeLessThanOrEqual(FIRST_CARDS_MAX);
        // There are more, which follow once the browser is idle.
        const cards = () => page.locator("main article").count();
        await expect.soft.poll(cards, { timeout: 30_000 }).toBeGreaterThan(FIRST_CARDS_MAX);
      }
      if (hasPhoto) withPhoto.push(path);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  }
  expect(withPhoto.toSorted()).toEqual(["/browse", "/crushes", "/profile", "/profile/:userId"]);
});
