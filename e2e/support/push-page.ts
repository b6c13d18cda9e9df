import type { Page } from "@playwright/test";
import { logInAs, type Member } from "./api-fixtures.ts";
import { waitForServiceWorker } from "./service-worker.ts";

export const card = (page: Page, { username }: Member) =>
  page.getByRole("region", { name: `Hear when ${username} writes` });
export const logOut = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Logout" }).click();

/** Resolves when the service worker is ready, which a subscription requires. */
export async function open(page: Page, me: Member, path: string): Promise<void> {
  await logInAs(page, me);
  await page.goto(path);
  await waitForServiceWorker(page);
}
