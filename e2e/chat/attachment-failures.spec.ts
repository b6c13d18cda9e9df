import type { APIRequestContext, Page } from "@playwright/test";
import {
  createAccount,
  getBalance,
  type Member,
  openCheckout,
  PORTRAIT,
  payCheckout,
  sendCrush,
} from "#e2e/support/api-fixtures.ts";
import { choose, confirm, expectSent, isDrawn, log, modal, openChat, SEND } from "#e2e/support/attachment-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { holdEvents, loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

const OUT = "You need 1 crush to send an image. Please purchase more crushes.";
const toastText = (page: Page, text: string) => page.getByRole("alert").getByText(text, { exact: true });

/** Spends credits on crushes to new members, which costs less time than images. */
async function spend(request: APIRequestContext, me: Member, credits: number): Promise<void> {
  for (let i = 0; i < credits; i++) await sendCrush(request, me, await createAccount(request));
}

// @spec 4.image-send 5.chat-images 7.post-api-messages-2 8.failed-send-image
test("an image is charged once although its response was lost, and is kept when it is refused or unaffordable", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const connect = await holdEvents(page);
  const connected = waitForSocket(page);
  const { me, other } = await openChat(page, request);
  const pictures = log(page).getByRole("img");
  const more = modal(page).getByRole("link", { name: "Get More Crushes" });
  const buy = async () => payCheckout(request, me, await openCheckout(request, me, "starter"));

  await test.step("a file that is not an image cannot be sent, but another one can be selected", async () => {
    await choose(page, { name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") });
    await expect(modal(page).getByRole("alert")).toHaveText(
      "This file cannot be opened as a picture. Please choose another one.",
    );
    await expect(confirm(page)).toHaveCount(0);
    await expectAccessible(page);
    const chooser = page.waitForEvent("filechooser");
    await modal(page).getByRole("button", { name: "Choose Another" }).click();
    await (await chooser).setFiles(PORTRAIT);
    await expect.poll(() => isDrawn(modal(page).getByRole("img"))).toBe(true);
  });

  await test.step("an image whose response was lost with the last credit can be sent again, and is charged once", async () => {
    await spend(request, me, 3);
    const restore = await loseResponses(page, "*/api/messages/send-image");
    await confirm(page).click();
    await expect(toastText(page, "Failed to send image. Please try again.")).toBeVisible();
    await expect(modal(page)).toContainText("You have 0. If it has gone out already, it is not paid twice.");
    await expect(more).toHaveCount(0);
    expect(await getBalance(request, me)).toBe(0);
    await restore();
    await confirm(page).click();
    await expectSent(page);
    await expect(pictures).toHaveCount(1);
    expect(await getBalance(request, me)).toBe(0);
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    connect();
    await connected;
    await expect(pictures).toHaveCount(1);
  });

  await test.step("without credits the dialog links to the wallet and keeps the image meanwhile", async () => {
    await choose(page, PORTRAIT);
    await expect(modal(page).getByRole("alert")).toHaveText(OUT);
    await expect(confirm(page)).toHaveCount(0);
    await expectAccessible(page);
    await more.click();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(page.getByRole("tab", { name: "Balance & Purchase" })).toBeVisible();
    await buy();
    await page
      .getByRole("link", { name: /^Messages/ })
      .first()
      .click();
    await page.getByRole("main").getByRole("link", { name: other.username }).first().click();
    await expect.poll(() => isDrawn(modal(page).getByRole("img"))).toBe(true);
    await confirm(page).click();
    await expectSent(page);
    expect(await getBalance(request, me)).toBe(5 - 1);
    // The image is offered only once.
    await page.getByRole("link", { name: "Browse", exact: true }).click();
    await expect(page).toHaveURL("/browse");
    await page.goBack();
    await expect(pictures).toHaveCount(2);
    await expect(modal(page)).toHaveCount(0);
  });

  await test.step("the dialog closes by itself if the response is lost but the event arrives", async () => {
    // Elements behind the dialog have no accessible role.
    const expectImageInLog = () => expect(page.locator("[role=log] img")).toHaveCount(3);
    const restore = await loseResponses(page, "*/api/messages/send-image", expectImageInLog);
    await choose(page, PORTRAIT);
    await confirm(page).click();
    await expectSent(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(pictures).toHaveCount(3);
    expect(await getBalance(request, me)).toBe(5 - 2);
    await restore();
  });

  await test.step("the last credit may be spent and refunded while the dialog is open", async () => {
    await spend(request, me, 2);
    await choose(page, PORTRAIT);
    await expect(modal(page)).toContainText("You have 1. After this, 0.");
    await spend(request, me, 1);
    await expect(modal(page).getByRole("alert")).toHaveText(OUT);
    await expect(confirm(page)).toHaveCount(0);
    await buy();
    await expect(confirm(page)).toBeVisible();
    await expect(modal(page).getByRole("img")).toBeVisible();
  });

  await test.step("a rejection is reported, and the image stays selected", async () => {
    const accept = await refuseRequests(page, "POST", SEND, 500, { message: "" });
    await confirm(page).click();
    await expect(toastText(page, "Failed to send image")).toBeVisible();
    await expect(modal(page).getByRole("img")).toBeVisible();
    accept();
  });

  await test.step("a rate limit disables sending for as long as the server specifies", async () => {
    const restore = await refuseRequests(page, "POST", SEND, 429, { message: "Not so fast." }, { "retry-after": "3" });
    await confirm(page).click();
    await expect(toast(page, "Not so fast.")).toBeVisible();
    const held = modal(page).getByRole("button", { name: /^Send in [123] s$/ });
    await expect(held).toHaveAttribute("aria-disabled", "true");
    restore();
    await expect(held).toHaveCount(0);
    await confirm(page).click();
    await expectSent(page);
    await expect(pictures).toHaveCount(4);
  });
});
