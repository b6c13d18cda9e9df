import type { Page } from "@playwright/test";
import { live } from "./network.ts";
import { enterAs, type Person, seeCrushes } from "./people.ts";

/** What a member is told in the app. */

export const toasts = (page: Page) => page.getByRole("region", { name: "Notifications", exact: true });
export const news = (page: Page, words: string) => toasts(page).getByText(words, { exact: true });
export const fromOther = ({ username }: Person) => `New message from ${username}`;

/** Opens a screen as somebody to whom nothing is new; resolves when it hears live events. */
export async function open(page: Page, me: Person, path: string): Promise<void> {
  await seeCrushes(page.request, me);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(path);
  await connected;
}
