import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export async function openSettings(
  page: Page,
  tab: "Account" | "Billing" | "Notifications" | "Privacy",
): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: tab }).click();
  await expect(page).toHaveTitle(new RegExp(`${tab} · Settings · Spotter$`));
}
