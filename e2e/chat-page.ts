import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { live } from "./network.ts";
import { enterAs, type Person } from "./people.ts";

/** What is on the screen of a conversation, and what is done there. */

export const log = (page: Page): Locator => page.getByRole("log");
export const box = (page: Page): Locator => page.getByRole("textbox", { name: /^Message/ });

/** Opens somebody's conversation with another; resolves when it hears live events. */
export async function openChat(page: Page, me: Person, other: Person): Promise<void> {
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await expect(box(page)).toBeVisible();
  await connected;
}

/** Writes, and sends by Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
}

/** Has a page begin hidden. The event 'turn' shows it, and hides it again. */
export const startHidden = (page: Page) =>
  page.addInitScript(() => {
    let state = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    addEventListener("turn", () => {
      state = state === "hidden" ? "visible" : "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
/** Shows a hidden page, or hides a shown one. */
export const turn = (page: Page) => page.evaluate(() => dispatchEvent(new Event("turn")));
