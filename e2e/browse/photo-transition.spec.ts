import type { APIRequestContext, Page } from "@playwright/test";
import { addPhotos, createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, showOnly } from "#e2e/support/network.ts";

interface Transition {
  /** What moves or fades by itself, such as '::view-transition-group(photo)'. */
  readonly moving: readonly string[];
  /** The photo is there already when it begins to move. */
  readonly pictured: boolean;
}

/** Notes each passage from one screen to another that is drawn. To be called before the page is opened. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    const begun: Promise<Transition>[] = [];
    Object.assign(window, { begun });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const look = (): Transition => {
        const named = [...document.querySelectorAll<HTMLElement>("main *")].find(
          (one) => one.style.getPropertyValue("view-transition-name") === "photo",
        );
        const frame = named?.querySelector("img")?.parentElement;
        return {
          moving: document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? []),
          pictured: frame ? getComputedStyle(frame).backgroundImage.includes("/photos/") : false,
        };
      };
      // One that the browser gives up moves nothing.
      begun.push(
        Promise.all([transition.ready.then(look), transition.finished]).then(
          ([seen]) => seen,
          () => ({ moving: [], pictured: false }),
        ),
      );
      return transition;
    };
  });

const transitions = (page: Page): Promise<Transition[]> =>
  page.evaluate(() => Promise.all((window as unknown as { begun: Promise<Transition>[] }).begun));

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const PHOTO = "::view-transition-group(photo)";

/** Opens Browse, with so many people that one has to scroll. */
async function openBrowse(page: Page, request: APIRequestContext): Promise<void> {
  await watchTransitions(page);
  const people = await Promise.all(Array.from({ length: 6 }, () => createMember(request)));
  for (const person of people) await addPhotos(request, person, 1);
  await logInAs(page, await createMember(request));
  await showOnly(page, people);
  await page.goto("/browse");
}

/** Opens the profile of somebody further down, as a person would. @returns what has to be found again */
async function openLast(page: Page) {
  const link = page.getByRole("article").nth(5).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  await expect(link.locator("img")).toHaveJSProperty("complete", true);
  const href = (await link.getAttribute("href")) ?? "";
  const top = await scrollTop(page);
  await link.click();
  await expect(page).toHaveURL(href);
  // The address changes first, then the screen.
  await expect(page.getByRole("article")).toHaveCount(0);
  return { top, card: page.locator(`a[href="${href}"]`) };
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("a photo moves from its card to the profile and back, and Browse is where it was", async ({
      page,
      request,
    }) => {
      await openBrowse(page, request);
      const { top, card } = await openLast(page);
      expect(top).toBeGreaterThan(0);
      await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
      expect(await scrollTop(page)).toBe(0);
      await page.goBack();
      await expect(card).toBeFocused();
      expect(await scrollTop(page)).toBe(top);
      for (const { moving, pictured } of await transitions(page)) {
        expect(moving).toContain(PHOTO);
        expect(pictured).toBe(true);
      }
      expect(await transitions(page)).toHaveLength(2);
    });

    test("on a slow network the photo and the way back are there before the profile", async ({ page, request }) => {
      await openBrowse(page, request);
      const release = await holdRequests(page, "**/api/users/*");
      const { card } = await openLast(page);
      const photo = page.getByRole("main").locator("img");
      await expect(photo).toBeVisible();
      expect(await transitions(page)).toEqual([{ moving: expect.arrayContaining([PHOTO]), pictured: true }]);
      const before = await photo.boundingBox();
      release();
      await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
      expect(await photo.boundingBox()).toEqual(before);
      if (width === 360) await page.getByRole("button", { name: "Back" }).click();
      else await page.goBack();
      await expect(card).toBeFocused();
    });
  });
}

test("who wants less motion sees none of it", async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openBrowse(page, request);
  const { top, card } = await openLast(page);
  await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
  await page.goBack();
  await expect(card).toBeFocused();
  expect(await scrollTop(page)).toBe(top);
  expect(await transitions(page)).toEqual([]);
});
