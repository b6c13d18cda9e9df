import type { Page } from "@playwright/test";

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
}

/** Records unexpected layout shifts since the start of the document. */
export const observeLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const { x, y, height } = currentRect;
          return `${element?.outerHTML.slice(0, 80)} from ${previousRect.x},${previousRect.y} (${previousRect.height}) to ${x},${y} (${height})`;
        });
        shifts.push({ value, what });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

export async function readLayoutShift(page: Page): Promise<{ sum: number; what: string[] }> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return { sum: shifts.reduce((all, { value }) => all + value, 0), what: shifts.flatMap(({ what }) => what) };
}
