import type { Page } from "@playwright/test";

/** Ways to what a screen opens, as values: given a page, they press. */

/** Presses the first button of that name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

/** Chooses from what else can be done about a member. */
export const chooseMore = (item: string) => async (page: Page) => {
  await press("More")(page);
  await page.getByRole("menuitem", { name: item }).click();
};
