import type { APIRequestContext, Page } from "@playwright/test";
import {
  createMatch,
  getBalance,
  logInAs,
  type Member,
  openCheckout,
  PORTRAIT,
  payCheckout,
  sendAttachment,
} from "#e2e/support/api-fixtures.ts";
import { choose, confirm, expectSent, isDrawn, log, modal, openChat, SEND } from "#e2e/support/attachment-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

const OUT = "You need 1 crush to send an image. Please purchase more crushes.";
const more = (page: Page) => modal(page).getByRole("link", { name: "Get More Crushes" });

async function spendBut(request: APIRequestContext, me: Member, other: Member, rest: number): Promise<void> {
  for (let left = await getBalance(request, me); left > rest; left--) await sendAttachment(request, me, other);
}

// @spec 5.chat-images
test("an unreadable file is replaced; without credits the dialog links to the wallet and keeps the image", async ({
  page,
  request,
}) => {
  test.slow();
  const connected = waitForSocket(page);
  const { me, other } = await openChat(page, request);
  await connected;

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
    await confirm(page).click();
    await expectSent(page);
    await expect(log(page).getByRole("img")).toHaveCount(1);
  });

  await test.step("without credits the dialog links to the wallet and keeps the image meanwhile", async () => {
    await spendBut(request, me, other, 0);
    await choose(page, PORTRAIT);
    await expect(modal(page).getByRole("alert")).toHaveText(OUT);
    await expect(confirm(page)).toHaveCount(0);
    await expectAccessible(page);
    await more(page).click();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(page.getByRole("tab", { name: "Balance & Purchase" })).toBeVisible();
    await payCheckout(request, me, await openCheckout(request, me, "starter"));
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
    await expect(log(page)).toBeVisible();
    await expect(modal(page)).toHaveCount(0);
  });

  await test.step("the last credit may be spent and refunded while the dialog is open", async () => {
    await spendBut(request, me, other, 1);
    await choose(page, PORTRAIT);
    await expect(modal(page)).toContainText("You have 1. After this, 0.");
    await sendAttachment(request, me, other);
    await expect(modal(page).getByRole("alert")).toHaveText(OUT);
    await expect(confirm(page)).toHaveCount(0);
    await payCheckout(request, me, await openCheckout(request, me, "starter"));
    await expect(confirm(page)).toBeVisible();
    await expect(modal(page).getByRole("img")).toBeVisible();
  });
});

// @spec 7.post-api-messages-2
test("an image whose response was lost with the last credit can be sent again, and is charged once", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await spendBut(request, me, other, 1);
  await logInAs(page, me);
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto(`/messages/${other.id}`);
  const pictures = log(page).getByRole("img");
  const before = 4 - 1;
  await expect(pictures).toHaveCount(before);
  const restore = await loseResponses(page, "*/api/messages/send-image");
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(toast(page, "Failed to send image. Please try again.")).toBeVisible();
  await expect(modal(page)).toContainText("You have 0. If it has gone out already, it is not paid twice.");
  await expect(more(page)).toHaveCount(0);
  await restore();
  await confirm(page).click();
  await expectSent(page);
  await expect(pictures).toHaveCount(before + 1);
  expect(await getBalance(request, me)).toBe(0);
});

test("a rate limit disables sending for as long as the server specifies", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await page.clock.install();
  await openChat(page, request);
  await choose(page, PORTRAIT);
  const restore = await refuseRequests(page, "POST", SEND, 429, { message: "Not so fast." }, { "retry-after": "20" });
  await confirm(page).click();
  await expect(toast(page, "Not so fast.")).toBeVisible();
  const held = modal(page).getByRole("button", { name: /^Send in \d+ s$/ });
  await expect(held).toHaveAttribute("aria-disabled", "true");
  restore();
  await page.clock.fastForward(20_000);
  await expect(held).toHaveCount(0);
  await confirm(page).click();
  await expect(log(page).getByRole("img")).toHaveCount(1);
});
