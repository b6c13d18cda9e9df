import type { Page } from "@playwright/test";
import { log } from "./chat-page.ts";

/** A phone in Texas. */
export const PHONE = { viewport: { width: 390, height: 844 }, timezoneId: "America/Chicago" };

const DAY_MS = 24 * 60 * 60_000;
/** Some days from now, as a date input has it. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const dialog = (page: Page) => page.getByRole("dialog");
export const card = (page: Page) => log(page).getByRole("article").last();
export const cardButton = (page: Page, name: string) => card(page).getByRole("button", { name, exact: true });
export const chatHeader = (page: Page) =>
  page
    .getByRole("main")
    .locator("header")
    .filter({ has: page.getByRole("heading") });

/** A run at nine in the morning. */
export async function fillPlan(page: Page, place: string, days: number): Promise<void> {
  await page.getByRole("button", { name: "Plan a workout" }).click();
  await dialog(page).getByRole("button", { name: "Run", exact: true }).click();
  await dialog(page).getByLabel("Day", { exact: true }).fill(dayAhead(days));
  await dialog(page).getByLabel("Time", { exact: true }).fill("09:00");
  await dialog(page).getByLabel("Where").fill(place);
  await dialog(page).getByRole("button", { name: "Chatty" }).click();
}

export const sendPlan = (page: Page) => dialog(page).getByRole("button", { name: "Send Proposal" }).click();

/** With the form that a button of the card opens. */
export async function suggestDay(page: Page, opener: string, days: number): Promise<void> {
  await cardButton(page, opener).click();
  await dialog(page).getByLabel("Day", { exact: true }).fill(dayAhead(days));
  await dialog(page).getByRole("button", { name: "Send Suggestion" }).click();
  await dialog(page).waitFor({ state: "hidden" });
}
