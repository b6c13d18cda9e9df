import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export { expect };

/** What a page may never do: print an error or a warning, throw, or ask for something that is not there. */
export function watch(page: Page, complaints: string[], isExpected: (text: string) => boolean = () => false): void {
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (!isExpected(message.text()))
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`thrown: ${error.message}`));
}

interface Fixtures {
  /** Opens another person's browser. Its pages are watched too. */
  person: () => Promise<Page>;
  complaints: string[];
  /** Says which console messages a test provokes on purpose: the browser itself reports every refused request. */
  expectRefusals: () => void;
}

export const test = base.extend<Fixtures & { refusals: { expected: boolean } }>({
  baseURL: async ({}, use) => use(process.env["SPOTTER_ADDRESS"] ?? ""),
  refusals: async ({}, use) => use({ expected: false }),
  expectRefusals: async ({ refusals }, use) =>
    use(() => {
      refusals.expected = true;
    }),
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  page: async ({ page, complaints, refusals }, use) => {
    watch(page, complaints, (text) => refusals.expected && text.startsWith("Failed to load resource"));
    await use(page);
  },
  person: async ({ browser, baseURL, complaints, refusals }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? "", locale: "en-US" });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, complaints, (text) => refusals.expected && text.startsWith("Failed to load resource"));
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Fails on anything that axe finds on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(found).toEqual([]);
}
