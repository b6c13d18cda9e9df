import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";

export { expect };

/** The recorder of traces looks into pictures that are being uploaded; the page itself does not. */
const RECORDER = /^Connecting to 'blob:/;

/** What a page may never do: print an error or a warning, throw, or ask for something that is not there. */
export function watch(page: Page, complaints: string[], isExpected: (text: string) => boolean = () => false): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!isExpected(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
}

/** The browser itself reports every refused or failed request, and the app logs what it could not load. */
const REFUSAL = /^Failed to load resource|could not be (loaded|marked as read)/;
/** Without a network its sockets fail, too. */
const OUTAGE = /^WebSocket connection to/;

interface Fixtures {
  /** Opens another person's browser. Its pages are watched too. */
  person: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens another tab of the same browser as `page`. */
  tab: () => Promise<Page>;
  complaints: string[];
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

export const test = base.extend<Fixtures & { expected: RegExp[]; watched: (page: Page) => Page }>({
  baseURL: async ({}, use) => use(process.env["SPOTTER_ADDRESS"] ?? ""),
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
      watch(page, complaints, (text) => [RECORDER, ...expected].some((one) => one.test(text)));
      return page;
    }),
  page: async ({ page, watched }, use) => {
    await use(watched(page));
    await letGo(page.context());
  },
  tab: async ({ page, watched }, use) => use(async () => watched(await page.context().newPage())),
  person: async ({ browser, baseURL, watched }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "en-US", ...options });
      contexts.push(context);
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

/** Waits for what moves to come to rest: half faded in, a text has not its own contrast yet. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((one) => one.finished));
  });

/** Fails on anything that axe finds on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found).toEqual([]);
}
