import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** What the installed app does without a page's help. */

/** Resolves when the service worker has everything and is in charge of the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 30_000 });
}

/** All that is kept of a member on this device, as text; empty where nothing is. */
export const readCachedData = (page: Page, member: { id: string }): Promise<string> =>
  page.evaluate(
    async (address) => (await (await caches.match(address, { cacheName: "seen" }))?.text()) ?? "",
    `/seen/${member.id}`,
  );

/** Resolves when a text that the member has seen is kept. */
export async function expectCached(page: Page, member: { id: string }, text: string): Promise<void> {
  await expect.poll(() => readCachedData(page, member), { timeout: 30_000 }).toContain(text);
}

/** Resolves when the conversation with `other`, not only its preview in the list, is cached with a text. */
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
