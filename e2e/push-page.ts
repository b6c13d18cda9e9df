import type { Page } from "@playwright/test";
import { inCharge } from "./app-page.ts";
import { enterAs, type Person } from "./people.ts";

/** What a member sees of push notifications. */

/** What asks beside a match. */
export const card = (page: Page, { username }: Person) =>
  page.getByRole("region", { name: `Hear when ${username} writes` });
export const logOut = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Logout" }).click();

/** Opens a screen as somebody; resolves when the worker is there, which a subscription waits for. */
export async function open(page: Page, me: Person, path: string): Promise<void> {
  await enterAs(page, me);
  await page.goto(path);
  await inCharge(page);
}
