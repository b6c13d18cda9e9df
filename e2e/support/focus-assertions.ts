import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Keyboard navigation: the focused element must be visible at every step. */

/** Empty if the focused element is visible, undefined if no element has the focus. */
const findFocusFault = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return undefined;
    const name = `${at.tagName} '${at.getAttribute("aria-label") ?? at.textContent.slice(0, 40)}'`;

    const box = at.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < Math.min(box.width, 24) || bottom - top < Math.min(box.height, 24))
      return `${name} is out of sight`;
    const labels = at instanceof HTMLInputElement || at instanceof HTMLButtonElement ? [...(at.labels ?? [])] : [];
    const isOwn = (hit: Element) => at.contains(hit) || hit.contains(at) || labels.some((label) => label.contains(hit));
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const hits = shares.flatMap((x) =>
      shares.map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
    );
    const over = hits.filter((hit) => hit !== null && !isOwn(hit));
    if (over.length > hits.length / 2) return `${name} is under ${over[0]?.outerHTML.slice(0, 80)}`;

    const rings = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement].flatMap((element) =>
      element
        ? [getComputedStyle(element), getComputedStyle(element, "::before"), getComputedStyle(element, "::after")]
        : [],
    );
    const isMarked = rings.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) > 1,
    );
    return isMarked || at.tabIndex < 0 ? "" : `${name} does not show that it has the focus`;
  });

export async function expectFocusVisible(page: Page): Promise<void> {
  await expect.poll(() => findFocusFault(page)).toBe("");
}

/** Checks each tab stop. @returns their number */
export async function tabThroughPage(page: Page, stopsMax = 200): Promise<number> {
  const stops = new Set<string>();
  for (let i = 0; i < stopsMax; i++) {
    await page.keyboard.press("Tab");
    // The focus leaves the page after the last stop.
    await expect.poll(async () => (await findFocusFault(page)) ?? "").toBe("");
    const stop = await page.evaluate(() => {
      const path = [];
      for (let at = document.activeElement; at; at = at.parentElement)
        path.push([...(at.parentElement?.children ?? [])].indexOf(at));
      return path.join();
    });
    if (stops.has(stop)) return stops.size;
    stops.add(stop);
  }
  return stops.size;
}

/** The focus must be visible at every step. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expect.poll(async () => (await findFocusFault(page)) ?? "").toBe("");
  }
  throw new Error(`${key} does not come to ${target}`);
}

/** The focus must be visible afterwards. */
export async function tabToAndPress(page: Page, target: Locator, way = "Tab", key = "Enter"): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press(key);
}

export async function tabToAndType(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}
