import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import type * as Axe from "axe-core";

export { expect };

/** The recorder of traces looks into pictures that are being uploaded; the page itself does not. */
const RECORDER = /^Connecting to 'blob:/;
/** Playwright says so of each worker it keeps away. */
export const BLOCKED = /^Service Worker registration blocked by Playwright/;

/** Collects errors and warnings of the console, uncaught errors and failed requests. */
export function collectComplaints(
  page: Page,
  complaints: string[],
  isExpected: (text: string) => boolean = () => false,
): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!isExpected(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
}

/** The browser itself reports every refused or failed request, and the app logs what it could not load. */
export const REFUSAL = /^Failed to load resource|could not be (loaded|marked as (read|seen))/;
/** Without a network its sockets fail, too. */
export const OUTAGE = /^WebSocket connection to/;

interface Fixtures {
  /** Opens another person's browser. Its pages are watched too. */
  person: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens another tab of the same browser as `page`. */
  tab: () => Promise<Page>;
  complaints: string[];
  /** Whether visitors have seen the introduction before, and meet it on no phone. */
  onboarded: boolean;
  /** Says that a test provokes refusals on purpose. */
  expectRefusals: () => void;
  /** Says that a test takes the network away on purpose. */
  expectOutage: () => void;
  /** Says what else a test provokes on purpose. */
  expectComplaint: (text: RegExp) => void;
}

/** Takes away what stands before the network: what is still on its way when a test ends is nobody's any more. */
async function letGo(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** Has the introduction behind itself. */
export const skipOnboarding = (context: BrowserContext) =>
  context.addInitScript(
    () => location.protocol.startsWith("http") && localStorage.setItem("onboardingComplete", "true"),
  );

export const test = base.extend<Fixtures & { expected: RegExp[]; watched: (page: Page) => Page }>({
  baseURL: async ({}, use) => use(process.env["SPOTTER_ADDRESS"] ?? ""),
  onboarded: [true, { option: true }],
  expected: async ({}, use) => use([]),
  expectRefusals: async ({ expected }, use) => use(() => void expected.push(REFUSAL)),
  expectOutage: async ({ expected }, use) => use(() => void expected.push(REFUSAL, OUTAGE)),
  expectComplaint: async ({ expected }, use) => use((text) => void expected.push(text)),
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  watched: async ({ complaints, expected }, use) =>
    use((page) => {
      collectComplaints(page, complaints, (text) => [RECORDER, BLOCKED, ...expected].some((one) => one.test(text)));
      return page;
    }),
  page: async ({ page, watched, onboarded }, use) => {
    if (onboarded) await skipOnboarding(page.context());
    await use(watched(page));
    await letGo(page.context());
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
      await letGo(context);
      await context.close();
    }
  },
});

/** What pops up and is read out. */
export const toast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

/**
 * Waits for what moves to come to rest: half faded in, a text has not its own contrast yet. What follows the scrolling rests.
 * From then on `hasMoved` of the page says whether anything began to move again.
 */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const watched = window as unknown as { hasMoved?: boolean };
    if (watched.hasMoved === undefined)
      for (const begin of ["animationstart", "transitionrun"])
        document.addEventListener(begin, () => (watched.hasMoved = true), { capture: true });
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === "running" &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    // One that ends may begin another.
    for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map((one) => one.finished));
    watched.hasMoved = false;
  });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const TAGS = [...WCAG, "best-practice"];

/** What axe finds, and whether something has begun to move since all was at rest. */
const look = (page: Page, tags: readonly string[]) =>
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

/** So often a page is looked at that does not come to rest. */
const LOOKS_MAX = 5;

/**
 * What axe finds on the page as it is, at rest. It is read into a document once and looks at the page itself: there are no
 * frames, for which its own package would put each result together in yet another page.
 * @param tags whose rules it goes by
 */
export async function findAxeViolations(page: Page, tags: readonly string[] = TAGS): Promise<string[]> {
  for (let looks = 1; ; looks++) {
    await atRest(page);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const { found, hasMoved } = await look(page, tags);
    if (!hasMoved || found.length === 0 || looks === LOOKS_MAX) return found;
  }
}

/** Fails if axe finds a violation on the page in its present state. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await findAxeViolations(page)).toEqual([]);

/** Has the system change its theme. Resolves when the page, which follows it, has: what changes is what a load would have. */
export async function changeTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
}

/** Fails on anything that axe finds on the page as it is, in the theme in which it came and then in the other, in which it stays. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await changeTheme(page, (await page.locator("html").getAttribute("data-theme")) === "dark" ? "light" : "dark");
  await expectAccessible(page);
}
