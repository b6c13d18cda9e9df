import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

const COLUMNS = ["Company", "Support", "Legal", "Connect"];

/** Fails unless the footer is complete: four columns with links, three social links, and the newsletter form. */
export async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("heading", { level: 2 })).toHaveText(COLUMNS, { useInnerText: true });
  for (const title of COLUMNS) {
    const column = footer.getByRole("navigation", { name: title });
    // Collapsed on the phones of members.
    const toggle = column.getByRole("button", { name: title, expanded: false });
    const isCollapsed = await toggle.isVisible();
    if (isCollapsed) await toggle.click();
    const links = column.getByRole("link");
    if (title === "Connect") await expect(links).toHaveText(["Instagram", "TikTok", "YouTube"]);
    else await expect(links.first()).toBeVisible();
    if (isCollapsed) await column.getByRole("button", { name: title, expanded: true }).click();
  }
  await expect(footer.getByRole("textbox", { name: "Training tips and news, now and then" })).toBeVisible();
  await expect(footer.getByRole("button", { name: "Subscribe" })).toBeVisible();
}
