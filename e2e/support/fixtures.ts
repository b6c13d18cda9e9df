import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import type * as Axe from "axe-core";

export { expect };

/** Playwright's trace recorder accesses images that are being uploaded; the page itself does not. */
const TRACE_RECORDER_MESSAGE = /^Connecting to 'blob:/;
/** Logged by Playwright for each blocked service worker. */
export const WORKER_BLOCKED_MESSAGE = /^Service Worker registration blocked by Playwright/;

export function collectConsoleErrors(
  page: Page,
  messages: string[],
  isExpected: (text: string) => boolean = () => false,
): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!isExpected(message.text())) messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => messages.push(`thrown: ${error.message}`));
}

/** Logged by the browser for each rejected or failed request, and by the app for data that failed to load. */
export const REJECTION_MESSAGE = /^Failed to load resource|could not be (loaded|marked as (read|seen))/;
/** Logged by the browser for sockets without a network. */
export const OUTAGE_MESSAGE = /^WebSocket connection to/;

interface Fixtures {
  /** Opens the browser of another person. Its pages are checked as well. */
  person: (options?: BrowserContextOptions) => Promise<Page>;
  tab: () => Promise<Page>;
  consoleMessages: string[];
  /** Whether visitors have completed the onboarding, so that phones do not show it. */
  onboarded: boolean;
  expectRefusals: () => void;
  expectOutage: () => void;
  expectConsoleMessage: (text: RegExp) => void;
}

/** Requests in progress at the end of a test must not fail it. */
async function removeRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}

export const skipOnboarding = (context: BrowserContext) =>
  context.addInitScript(
    () =>
      location.protocol.startsWith("http") &&
      self.origin !== "null" &&
      localStorage.setItem("onboardingComplete", "true"),
  );

interface InternalFixtures {
  expected: RegExp[];
  watched: (page: Page) => Page;
}

export const test = base.extend<Fixtures & InternalFixtures>({
  baseURL: async ({}, use) => use(process.env["SPOTTER_ADDRESS"] ?? ""),
  onboarded: [true, { option: true }],
  expected: async ({}, use) => use([]),
  expectRefusals: async ({ expected }, use) => use(() => void expected.push(REJECTION_MESSAGE)),
  expectOutage: async ({ expected }, use) => use(() => void expected.push(REJECTION_MESSAGE, OUTAGE_MESSAGE)),
  expectConsoleMessage: async ({ expected }, use) => use((text) => void expected.push(text)),
  consoleMessages: async ({}, use) => {
    const messages: string[] = [];
    await use(messages);
    expect(messages).toEqual([]);
  },
  watched: async ({ consoleMessages: messages, expected }, use) =>
    use((page) => {
      collectConsoleErrors(page, messages, (text) =>
        [TRACE_RECORDER_MESSAGE, WORKER_BLOCKED_MESSAGE, ...expected].some((one) => one.test(text)),
      );
      return page;
    }),
  page: async ({ page, watched, onboarded }, use) => {
    if (onboarded) await skipOnboarding(page.context());
    await use(watched(page));
    await removeRoutes(page.context());
  },
  tab: async ({ page, watched }, use) => use(async () => watched(await page.context().newPage())),
  person: async ({ browser, baseURL, watched, onboarded }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "en-US", ...options });
      contexts.push(context);
      if (onboarded) await skipOnboarding(context);
      return watched(await context.newPage());
    });
    for (const context of contexts) {
      await removeRoutes(context);
      await context.close();
    }
  },
});

export const toast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

/**
 * Waits until animations have ended, because fading text has too little contrast. Scroll-driven animations are ignored.
 * Afterwards `hasMoved` of the page reveals whether a new animation has started.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const watched = window as unknown as { hasMoved?: boolean };
    if (watched.hasMoved === undefined)
      for (const begin of ["animationstart", "transitionrun"])
        document.addEventListener(begin, () => (watched.hasMoved = true), { capture: true });
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === "running" &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    // The end of an animation may start another one.
    for (let now = runningAnimations(); now.length > 0; now = runningAnimations())
      await Promise.allSettled(now.map((one) => one.finished));
    watched.hasMoved = false;
  });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const TAGS = [...WCAG, "best-practice"];

/** Runs axe. @returns its findings, and whether an animation has started meanwhile */
const runAxe = (page: Page, tags: readonly string[]) =>
  page.evaluate(
    async (runOnly) => {
      if (window.frames.length > 0) throw new Error("axe looks into no frames");
      const opened = window as unknown as { axe: typeof Axe; hasMoved: boolean };
      const options: Axe.RunOptions = { runOnly, resultTypes: ["violations"], preload: false };
      const { violations } = await opened.axe.run(document, options);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
      return { found, hasMoved: opened.hasMoved };
    },
    [...tags],
  );

/** How often a page is checked on which animations keep starting. */
const ATTEMPTS_MAX = 5;

/**
 * Runs axe on the page without animations. Injects axe directly: axe's Playwright package merges the results of frames
 * in an additional page, and the app has no frames.
 * @param tags the rules to check
 */
export async function findAxeViolations(page: Page, tags: readonly string[] = TAGS): Promise<string[]> {
  for (let attempts = 1; ; attempts++) {
    await waitForAnimations(page);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const { found, hasMoved } = await runAxe(page, tags);
    if (!hasMoved || found.length === 0 || attempts === ATTEMPTS_MAX) return found;
  }
}

export const expectAccessible = async (page: Page): Promise<void> => expect(await findAxeViolations(page)).toEqual([]);

/** Changes the system's theme. Resolves when the page has applied it completely, as after a load. */
export async function changeTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

/** The other theme stays active. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await changeTheme(page, (await page.locator("html").getAttribute("data-theme")) === "dark" ? "light" : "dark");
  await expectAccessible(page);
}
