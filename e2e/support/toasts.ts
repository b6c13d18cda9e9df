import type { Page } from "@playwright/test";
import { logInAs, type Member, markCrushesSeen } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";
import { waitForSocket } from "./network.ts";

export const toasts = (page: Page) => page.getByRole("region", { name: "Notifications", exact: true });
export const news = (page: Page, words: string) => toasts(page).getByText(words, { exact: true });
export const fromOther = ({ username }: Member) => `New message from ${username}`;

/** Dismisses all toasts, so that the next step of a journey sees only its own. */
export async function dismissToasts(page: Page): Promise<void> {
  const button = toasts(page).getByRole("button", { name: "Dismiss" });
  // An older one may come back.
  await expect(async () => {
    await button.evaluateAll(([shown]: HTMLElement[]) => shown?.click());
    await expect(button).toHaveCount(0, { timeout: 200 });
  }).toPass();
}

/** The member has no unseen crushes. Resolves when the page receives live events. */
export async function open(page: Page, me: Member, path: string): Promise<void> {
  await markCrushesSeen(page.request, me);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(path);
  await connected;
}
