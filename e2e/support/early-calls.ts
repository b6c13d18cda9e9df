import type { Page } from "@playwright/test";

/** As in `web/lib/early-calls.ts`. */
interface Early {
  readonly earlyCalls?: { readonly responses: ReadonlyMap<string, unknown> };
}

/** Not taken over by the app. */
export const listUnused = (page: Page) =>
  page.evaluate(() => [...((globalThis as unknown as Early).earlyCalls?.responses.keys() ?? [])]);

/** API requests with GET. */
export function recordCalls(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) sent.push(pathname + search);
  });
  return sent;
}

/** In the page's HTML: none for a screen without data. Undefined before it has loaded. */
export const listEarlyCalls = (page: Page, id: string) =>
  page.evaluate(
    (id) => document.documentElement?.dataset["calls"]?.replaceAll(":id", id).split(" ").filter(Boolean),
    id,
  );
