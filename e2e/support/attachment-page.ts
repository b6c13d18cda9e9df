import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createMatch, logInAs } from "./api-fixtures.ts";
import { expect } from "./fixtures.ts";

export const SEND = "**/api/messages/send-image";

export const log = (page: Page) => page.getByRole("log");
export const modal = (page: Page) => page.getByRole("dialog", { name: "Send Image" });
export const confirm = (page: Page) => modal(page).getByRole("button", { name: /^Send(ing|$| Image)/ });

/** The server decodes and encodes an image before it responds. */
const SEND_MS = 30_000;
export const expectSent = (page: Page) => expect(modal(page)).toBeHidden({ timeout: SEND_MS });

export async function choose(
  page: Page,
  files: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Send Image" }).click();
  await (await chooser).setFiles(files);
}

/** Opens the chat of the match's first member. */
export async function openChat(page: Page, request: APIRequestContext) {
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("textbox", { name: `Message ${other.username}` })).toBeVisible();
  return { me, other };
}

/** Uncovers the pictures of the other member, who is new to this one. */
export const uncover = (page: Page) =>
  log(page)
    .getByRole("button", { name: /^Show photo from/ })
    .first()
    .click();

/** Loaded and not broken. */
export const isDrawn = (image: Locator) =>
  image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
