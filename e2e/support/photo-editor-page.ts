import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { OwnProfile } from "#contract/members/profiles.ts";
import { addPhotos, createMember, logInAs, type Member } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";

export const grid = (page: Page) => page.getByRole("region", { name: "Photos" });
export const slot = (page: Page, place: number) => grid(page).getByRole("listitem").nth(place);
/** For screen readers. */
export const announcement = (page: Page, text: string) => grid(page).getByRole("status").filter({ hasText: text });
export const options = (page: Page, name: string) => grid(page).getByRole("button", { name: `Options for ${name}` });

export async function photosOf(request: APIRequestContext, { token }: Member) {
  const reply = await request.get("/api/profile", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { profile: OwnProfile }).profile.profile.photos;
}

/** `order` returns the original positions in the current order. */
export async function openWithPhotos(page: Page, request: APIRequestContext, count: number) {
  const me = await createMember(request);
  await addPhotos(request, me, count);
  await logInAs(page, me);
  await page.goto("/profile");
  await expect(grid(page)).toContainText(`${count} of 6`);
  const before = (await photosOf(request, me)).map(({ _id }) => _id);
  const order = async () => (await photosOf(request, me)).map(({ _id }) => before.indexOf(_id) + 1);
  return { me, order };
}

export async function choose(page: Page, photo: string, item: string): Promise<void> {
  await options(page, photo).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

export async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("There is no such place");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
