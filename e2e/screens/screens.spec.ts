import type { Page } from "@playwright/test";
import { observeLayoutShift, readLayoutShift } from "#e2e/measures/layout-shift.ts";
import { measureScripts } from "#e2e/measures/script-weight.ts";
import { findAccessibilityFaults, readAccessibilityTree } from "#e2e/support/accessibility-tree.ts";
import { logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { expect, findAxeViolations, test } from "#e2e/support/fixtures.ts";
import { expectFooter } from "#e2e/support/footer.ts";
import { delayRequests } from "#e2e/support/network.ts";
import {
  createScreenMembers,
  memberScreens,
  PUBLIC_SCREENS,
  type Screen,
  waitUntilSettled,
} from "#e2e/support/screens.ts";
import {
  findClippedLabels,
  findMovement,
  findSmallControls,
  fixedBarHeight,
  horizontalOverflow,
  LARGE_TEXT,
  SPACING,
  setBrowserFontSize,
  ZOOMED,
} from "#e2e/support/viewport-checks.ts";

/*
 * Every screen, loaded once on a desktop and once on a phone, over a slow network. Everything that must hold for all
 * screens is checked on that page load. Dialogs are in `accessibility.spec.ts`, states of screens in `scenes.spec.ts`.
 */

/** Browsers rate up to 0.1 as good. */
const SHIFT_MAX = 0.02;
const LATENCY_MS = 400;
/** KiB, gzipped. */
const SCREEN_KIB_MAX = 190;
const TEXT_KIB_MAX = 130;
/** Each script is a request that the screen waits for. */
const SCRIPTS_MAX = 50;
const TEXTS = ["how it works", "questions", "terms", "privacy"];
const PHONE = { width: 360, height: 800 };
const SMALL_PHONE = { width: 320, height: 640 };

const LANDING: Screen = ["landing", "/"];
const PUBLIC = [LANDING, ...PUBLIC_SCREENS];

async function slowNetwork(page: Page): Promise<void> {
  // Prevents idle callbacks, because scripts that load when a page is idle do not count.
  await page.addInitScript("window.requestIdleCallback = () => 0");
  for (const address of ["**/api/**", "**/photos/**", "**/art/**"]) await delayRequests(page, address, LATENCY_MS);
}

async function load(page: Page, [name, path, heading]: Screen): Promise<void> {
  const scripts = measureScripts(page);
  await page.goto(path);
  await waitUntilSettled(page);
  const { sum, what } = await readLayoutShift(page);
  expect.soft(sum, `layout shift of ${name}: ${what.join("\n  ")}`).toBeLessThanOrEqual(SHIFT_MAX);
  const { kib, files } = await scripts();
  page.removeAllListeners("response");
  test
    .info()
    .annotations.push({ type: "screen", description: `${name}: CLS ${sum.toFixed(4)}, ${kib.toFixed(1)} KiB` });
  expect(kib).toBeGreaterThan(0);
  const most = TEXTS.includes(name) ? TEXT_KIB_MAX : SCREEN_KIB_MAX;
  expect.soft(kib, `KiB of script of ${name}`).toBeLessThanOrEqual(most);
  expect.soft(files, `script files of ${name}`).toBeLessThanOrEqual(SCRIPTS_MAX);
  const h1 = page.getByRole("heading", { level: 1 });
  await expect.soft(h1, `h1 of ${name}`).toHaveCount(1);
  if (heading !== undefined) await expect.soft(h1).toHaveText(heading);
  if (path === "/browse") await expect(page.getByRole("contentinfo")).toHaveCount(0);
  else await expectFooter(page);
}

/** Runs axe: in the light theme on a desktop, and in the dark one on a phone. */
async function checkWithAxe(page: Page, name: string, theme: "light" | "dark"): Promise<void> {
  // Reduced motion, because the landing page's moving plates have sufficient contrast only in their final position.
  await page.emulateMedia({ reducedMotion: name === LANDING[0] ? "reduce" : "no-preference" });
  expect.soft(await findAxeViolations(page), `axe on ${name}, ${theme}`).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}

/** Text of twice the size must neither scroll sideways nor be cut off in buttons. */
async function checkLargeText(page: Page, name: string): Promise<void> {
  for (const { fontSize, ...viewport } of LARGE_TEXT) {
    await page.setViewportSize(viewport);
    await setBrowserFontSize(page, fontSize);
    const where = `${name} at ${viewport.width} px with text of ${fontSize} px`;
    expect.soft(await horizontalOverflow(page), `overflow of ${where}`).toBeLessThanOrEqual(0);
    expect.soft(await findClippedLabels(page), `cut off on ${where}`).toEqual([]);
  }
  await setBrowserFontSize(page, 16);
}

/** Checks on a phone that controls are large enough, and that nothing overflows with larger text or at 400% zoom. */
async function checkSmallWindow(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect.soft(await findSmallControls(page), `small controls on ${name}`).toEqual([]);
  await page.setViewportSize(SMALL_PHONE);
  expect.soft(await horizontalOverflow(page), `overflow of ${name} at 320 px`).toBeLessThanOrEqual(0);
  expect.soft(await findClippedLabels(page), `cut off on ${name} at 320 px`).toEqual([]);
  await checkLargeText(page, name);
  await page.setViewportSize(ZOOMED);
  expect.soft(await horizontalOverflow(page), `overflow of ${name} at 400%`).toBeLessThanOrEqual(0);
  expect.soft(await fixedBarHeight(page), `fixed bars of ${name} at 400%`).toBeLessThanOrEqual(96);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addStyleTag({ content: SPACING });
  expect.soft(await horizontalOverflow(page), `overflow of ${name} with text spacing`).toBeLessThanOrEqual(0);
  await page.setViewportSize(PHONE);
}

async function checkDesktop(page: Page, name: string, members: readonly Member[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const faults = findAccessibilityFaults(await readAccessibilityTree(session), members);
  expect.soft(faults, `accessibility tree of ${name}`).toEqual([]);
  await session.detach();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect.soft(await findMovement(page), `movement on ${name} with reduced motion`).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
}

test.describe("on a desktop over a slow network", () => {
  test.use({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });

  // @spec 2.routes.footer-every-page 2.query-driven.footer-columns-company
  test("every screen is stable, small, accessible, and has one h1, a footer and a unique title", async ({
    page,
    request,
    expectRefusals,
  }) => {
    test.setTimeout(360_000);
    expectRefusals();
    const members = await createScreenMembers(request);
    await slowNetwork(page);
    await observeLayoutShift(page);
    const titles: string[] = [];
    const visit = async (screen: Screen) => {
      await load(page, screen);
      titles.push(await page.title());
      await checkWithAxe(page, screen[0], "light");
      await checkDesktop(page, screen[0], [members.other, members.match]);
    };
    for (const screen of PUBLIC) await test.step(screen[0], () => visit(screen));
    await logInAs(page, members.me);
    for (const screen of memberScreens(members)) await test.step(screen[0], () => visit(screen));
    expect(titles).toEqual([...new Set(titles)]);
  });
});

test.describe("on a phone over a slow network", () => {
  test.use({ viewport: PHONE, colorScheme: "dark" });

  test.beforeEach(async ({ page, expectRefusals }) => {
    test.setTimeout(480_000);
    expectRefusals();
    await slowNetwork(page);
    await observeLayoutShift(page);
  });

  const visit = async (page: Page, screen: Screen, isPublic: boolean) => {
    await load(page, screen);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    if (isPublic) await page.setViewportSize(SMALL_PHONE);
    await checkWithAxe(page, screen[0], "dark");
    await checkSmallWindow(page, screen[0]);
  };

  // @spec 2.routes.terms-privacy-cookie
  test("every public screen is stable, small, accessible, and complete at 400%", async ({ page }) => {
    for (const screen of PUBLIC) await test.step(screen[0], () => visit(page, screen, true));
  });

  // @spec 2.routes.footer-every-page
  test("every member screen is stable, small, accessible, and complete at 400%", async ({ page, request }) => {
    const members = await createScreenMembers(request);
    await logInAs(page, members.me);
    for (const screen of memberScreens(members)) await test.step(screen[0], () => visit(page, screen, false));
  });
});
