import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Registers the service worker without waiting until the page is idle, as pages do. Resolves when it has cached all files
 * and controls the page.
 */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.register("/sw.js")));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
}

/** Empty if there is none. */
export const readCachedData = (page: Page, member: { id: string }): Promise<string> =>
  page.evaluate(
    async (address) => (await (await caches.match(address, { cacheName: "seen" }))?.text()) ?? "",
    `/seen/${member.id}`,
  );

/** Resolves when the member's cached data contains a text. */
export async function expectCached(page: Page, member: { id: string }, text: string): Promise<void> {
  await expect.poll(() => readCachedData(page, member), { timeout: 30_000 }).toContain(text);
}

/** Resolves when the cached conversation with `other` contains a text. Ignores its preview in the list. */
export async function expectConversationCached(
  page: Page,
  member: { id: string },
  other: { id: string },
  text: string,
): Promise<void> {
  const conversation = async () => {
    const entries = JSON.parse((await readCachedData(page, member)) || "[]") as { queryKey: string[]; data: unknown }[];
    return JSON.stringify(entries.filter(({ queryKey }) => queryKey.at(-1) === other.id));
  };
  await expect.poll(conversation, { timeout: 30_000 }).toContain(text);
}
