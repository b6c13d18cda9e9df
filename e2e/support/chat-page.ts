import type { Locator, Page } from "@playwright/test";
import { logInAs, type Member } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";
import { waitForSocket } from "./network.ts";

/** The screen of a conversation. */

export const log = (page: Page): Locator => page.getByRole("log");
export const composer = (page: Page): Locator => page.getByRole("textbox", { name: /^Message/ });

/** Opens the conversation with another member; resolves when the page receives live events. */
export async function openChat(page: Page, me: Member, other: Member): Promise<void> {
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await expect(composer(page)).toBeVisible();
  await connected;
}

/** Types a message, and sends it with Enter. */
export async function sendFromComposer(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Lets a page start hidden. The event 'turn' toggles its visibility. */
export const startHidden = (page: Page) =>
  page.addInitScript(() => {
    let state = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => state });
    addEventListener("turn", () => {
      state = state === "hidden" ? "visible" : "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
/** Shows a hidden page, or hides a visible one. */
export const toggleVisibility = (page: Page) => page.evaluate(() => dispatchEvent(new Event("turn")));
