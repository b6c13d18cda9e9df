import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { OwnProfile } from "#contract/profiles.ts";
import { addPhotos, createAccount, logInAs, type Member } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";

/** The photos of the profile editor. */

export const grid = (page: Page) => page.getByRole("region", { name: "Photos" });
export const slot = (page: Page, place: number) => grid(page).getByRole("listitem").nth(place);
/** What is said, to those who listen, when something is done. */
export const said = (page: Page, text: string) => grid(page).getByRole("status").filter({ hasText: text });
export const options = (page: Page, name: string) => grid(page).getByRole("button", { name: `Options for ${name}` });

/** Somebody's photos, as the server has them. */
export async function photosOf(request: APIRequestContext, { token }: Member) {
  const reply = await request.get("/api/profile", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { profile: OwnProfile }).profile.profile.photos;
}

/** Somebody with so many photos, in the editor; `order` tells the places that they had at first. */
export async function openWithPhotos(page: Page, request: APIRequestContext, count: number) {
  const me = await createAccount(request);
  await addPhotos(request, me, count);
  await logInAs(page, me);
  await page.goto("/profile");
  await expect(grid(page)).toContainText(`${count} of 6`);
  const before = (await photosOf(request, me)).map(({ _id }) => _id);
  const order = async () => (await photosOf(request, me)).map(({ _id }) => before.indexOf(_id) + 1);
  return { me, order };
}

/** Does one of the things that a photo's menu offers. */
export async function choose(page: Page, photo: string, item: string): Promise<void> {
  await options(page, photo).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** The middle of a place, in the window. */
export async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("There is no such place");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
