import type { APIRequestContext, Page } from "@playwright/test";
import { addPhotos, createMember, logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { findListed, holdRequests } from "#e2e/support/network.ts";

interface Transition {
  readonly moving: readonly string[];
  /** Whether the photo was displayed when the animation started. */
  readonly hasPhoto: boolean;
}

/** Records the view transitions of the page. Must be called before the page is opened. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    const transitionsStarted: Promise<Transition>[] = [];
    Object.assign(window, { begun: transitionsStarted });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const capture = (): Transition => {
        const named = [...document.querySelectorAll<HTMLElement>("main *")].find(
          (one) => one.style.getPropertyValue("view-transition-name") === "photo",
        );
        const frame = named?.querySelector("img")?.parentElement;
        return {
          moving: document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? []),
          hasPhoto: frame ? getComputedStyle(frame).backgroundImage.includes("/photos/") : false,
        };
      };
      // A skipped transition moves nothing.
      transitionsStarted.push(
        Promise.all([transition.ready.then(capture), transition.finished]).then(
          ([seen]) => seen,
          () => ({ moving: [], hasPhoto: false }),
        ),
      );
      return transition;
    };
  });

const transitions = (page: Page): Promise<Transition[]> =>
  page.evaluate(() => Promise.all((window as unknown as { begun: Promise<Transition>[] }).begun));

const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const PHOTO = "::view-transition-group(photo)";

/** Logs in, with enough members in Browse to scroll. Only the last one has a photo. */
async function prepareBrowse(page: Page, request: APIRequestContext): Promise<void> {
  await watchTransitions(page);
  const people = await Promise.all(Array.from({ length: 7 }, () => createMember(request)));
  const [viewer, last, ...others] = people as [Member, Member, ...Member[]];
  await addPhotos(request, last, 1);
  // The strip that asks for it would change how far the page scrolls, whenever it appears.
  await confirmEmail(viewer);
  await logInAs(page, viewer);
  await page.route("**/api/profile/all*", async (route) => {
    const profiles = [...(await findListed(route, others)), ...(await findListed(route, [last]))];
    await route.fulfill({ json: { success: true, profiles, nextCursor: null } });
  });
}

async function openLast(page: Page) {
  const link = page.getByRole("article").nth(5).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  await expect(link.locator("img")).toHaveJSProperty("complete", true);
  const href = (await link.getAttribute("href")) ?? "";
  // A transition covers the page, so the click would scroll to find a free place of the card.
  await transitions(page);
  const top = await scrollTop(page);
  await link.click();
  await expect(page).toHaveURL(href);
  // The URL changes before the screen.
  await expect(page.getByRole("article")).toHaveCount(0);
  return { top, card: page.locator(`a[href="${href}"]`) };
}

test("a photo moves between its card and the profile, also on a slow network, but not with reduced motion", async ({
  page,
  request,
}) => {
  await prepareBrowse(page, request);

  // First, because the router repeats on Back what it has animated in this tab.
  await test.step("reduced motion disables the transition", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/browse");
    const { top, card } = await openLast(page);
    await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
    await page.goBack();
    await expect(card).toBeFocused();
    expect(await scrollTop(page)).toBe(top);
    expect(await transitions(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step("on a slow network the photo and the back button are shown before the profile has loaded", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    // A fresh load, because the profile is cached.
    await page.goto("/browse");
    const release = await holdRequests(page, "**/api/users/*");
    const { card } = await openLast(page);
    const photo = page.getByRole("main").locator("img");
    await expect(photo).toBeVisible();
    expect(await transitions(page)).toEqual([{ moving: expect.arrayContaining([PHOTO]), hasPhoto: true }]);
    const before = await photo.boundingBox();
    release();
    await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
    expect(await photo.boundingBox()).toEqual(before);
    await page.getByRole("button", { name: "Back" }).click();
    await expect(card).toBeFocused();
  });

  await test.step("a photo moves from its card to the profile and back, and Browse keeps its scroll position", async () => {
    const { top, card } = await openLast(page);
    expect(top).toBeGreaterThan(0);
    await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
    expect(await scrollTop(page)).toBe(0);
    // Back would skip a transition that has not begun to move.
    await transitions(page);
    await page.goBack();
    await expect(card).toBeFocused();
    expect(await scrollTop(page)).toBe(top);
    for (const { moving, hasPhoto } of await transitions(page)) {
      expect(moving).toContain(PHOTO);
      expect(hasPhoto).toBe(true);
    }
    expect(await transitions(page)).toHaveLength(4);
  });
});
