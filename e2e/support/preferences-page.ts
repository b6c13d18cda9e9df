import type { APIRequestContext, Page } from "@playwright/test";
import type { Filters } from "#contract/discovery/filter-form.ts";
import { createMember, logInAs, type Member } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";

export const panelToggle = (page: Page) => page.getByRole("button", { name: /^Match Preferences/ });
export const panel = (page: Page) => page.getByRole("region", { name: "Match Preferences" });
export const thumb = (page: Page, name: string) => page.getByRole("slider", { name });
export const save = (page: Page) => page.getByRole("button", { name: "Save Preferences" });
export const chip = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });

export async function filtersOf(request: APIRequestContext, { token }: Member): Promise<Filters> {
  const reply = await request.get("/api/profile/filters", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { filters: Filters }).filters;
}

export async function openPanel(page: Page, request: APIRequestContext): Promise<Member> {
  const me = await createMember(request);
  await logInAs(page, me);
  await page.goto("/profile");
  await panelToggle(page).click();
  await expect(save(page)).toBeVisible();
  return me;
}

export async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}
