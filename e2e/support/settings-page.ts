import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Opens a tab of the settings. @returns its button with that name */
export async function findInSettings(page: Page, tab: "Account" | "Privacy", name: string): Promise<Locator> {
  await page.goto(`/settings/${tab.toLowerCase()}`);
  const button = page.getByRole("main").getByRole("button", { name });
  await expect(button).toBeVisible();
  return button;
}
