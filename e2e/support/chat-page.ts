import type { Locator, Page } from "@playwright/test";
import { logInAs, type Member } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";
import { waitForSocket } from "./network.ts";

export const log = (page: Page): Locator => page.getByRole("log");
export const composer = (page: Page): Locator => page.getByRole("textbox", { name: /^Message/ });

/** Resolves when the page receives live events. */
export async function openChat(page: Page, me: Member, other: Member): Promise<void> {
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await expect(composer(page)).toBeVisible();
  await connected;
}

export const bubble = (page: Page, text: string): Locator => log(page).getByRole("article").filter({ hasText: text });

/** The menu opens by a right click. */
export async function chooseAction(page: Page, text: string, action: string): Promise<void> {
  await bubble(page, text).click({ button: "right" });
  await page.getByRole("menuitem", { name: action }).click();
}

export async function longPress(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.getByRole("menu").waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

export async function sendFromComposer(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Runs in the page. The event 'turn' toggles its visibility. */
function mockHidden(): void {
  let state = "hidden";
  Object.defineProperty(document, "visibilityState", { get: () => state });
  addEventListener("turn", () => {
    state = state === "hidden" ? "visible" : "hidden";
    document.dispatchEvent(new Event("visibilitychange"));
  });
  document.dispatchEvent(new Event("visibilitychange"));
}
export const startHidden = (page: Page) => page.addInitScript(mockHidden);
export const hide = (page: Page) => page.evaluate(mockHidden);
export const toggleVisibility = (page: Page) => page.evaluate(() => dispatchEvent(new Event("turn")));
