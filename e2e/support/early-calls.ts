import type { Page } from "@playwright/test";

/** Calls that a page sends before its scripts have loaded, and hands over to the app. */

/** As in `web/lib/early-calls.ts`. */
interface Early {
  readonly earlyCalls?: { readonly responses: ReadonlyMap<string, unknown> };
}

/** The early calls that the app has not taken over. */
export const listUnused = (page: Page) =>
  page.evaluate(() => [...((globalThis as unknown as Early).earlyCalls?.responses.keys() ?? [])]);

/** Records the URLs that a page requests from the API with GET. */
export function recordCalls(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) sent.push(pathname + search);
  });
  return sent;
}

/** The early calls that the page's HTML lists: none for a screen without data. Undefined before it has loaded. */
export const listEarlyCalls = (page: Page, id: string) =>
  page.evaluate(
    (id) => document.documentElement?.dataset["calls"]?.replaceAll(":id", id).split(" ").filter(Boolean),
    id,
  );
