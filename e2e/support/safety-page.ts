import type { APIRequestContext, Page } from "@playwright/test";
import { createMatch, createMember, logInAs, type Member, matchMembers, sendMessage } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";
import { holdEvents } from "./network.ts";

export const more = (page: Page) => page.getByRole("button", { name: "More" });
export const choose = async (page: Page, item: string) => {
  await more(page).click();
  await page.getByRole("menuitem", { name: item }).click();
};
export const question = (page: Page) => page.getByRole("alertdialog");
export const report = (page: Page, person: Member) => page.getByRole("dialog", { name: `Report ${person.username}` });
/**
 * Creates a match with messages, and opens the chat of its first member without live events. The member has another
 * match in the lists.
 * @param prepare runs before the page is opened: a match that the page learns of later is celebrated
 */
export async function openChat(
  page: Page,
  request: APIRequestContext,
  prepare: (me: Member) => Promise<unknown> = async () => undefined,
) {
  await holdEvents(page);
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, me, third, "Still here.");
  await sendMessage(request, other, me, "Leg day?");
  await prepare(me);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("log").getByText("Leg day?")).toBeVisible();
  return { me, other, third };
}
