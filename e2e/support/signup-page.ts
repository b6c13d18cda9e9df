import type { Page } from "@playwright/test";
import { randomLetters } from "#server/testing/random-letters.ts";
import { PASSWORD } from "./api-fixtures.ts";

export const dialog = (page: Page) => page.getByRole("dialog");
export const button = (page: Page, name: string) => dialog(page).getByRole("button", { name });

/**
 * Fills in the signup form up to its last button.
 * @param path which opens the form
 * @returns the username, which is also the local part of the email address
 */
export async function fillSignup(page: Page, path = "/?signup=true"): Promise<string> {
  const name = `s_${randomLetters(8)}`;
  await page.goto(path);
  await dialog(page).getByLabel("Email").fill(`${name}@example.com`);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog(page).getByLabel("Confirm password").fill(PASSWORD);
  await button(page, "Continue").click();
  await dialog(page).getByLabel("Username").fill(name);
  await button(page, "Continue").click();
  await dialog(page).getByLabel("Date of birth").fill("1996-04-12");
  await dialog(page).getByRole("checkbox").check();
  return name;
}
