import type { Page } from "@playwright/test";
import { getBalance, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { choose, confirm, expectSent, log, modal, openChat, SEND } from "#e2e/support/attachment-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdEvents, loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

/** The whole text: one of the two failures is the beginning of the other. */
const toastText = (page: Page, text: string) => page.getByRole("alert").getByText(text, { exact: true });

// @spec 4.image-send 8.failed-send-image
test("an image is charged once although its response was lost, and stays selected when it is rejected", async ({
  page,
  request,
  expectOutage,
}) => {
  test.slow();
  expectOutage();
  const connect = await holdEvents(page);
  const { me } = await openChat(page, request);

  await test.step("an image whose response was lost is sent once and charged once when repeated", async () => {
    const restore = await loseResponses(page, "*/api/messages/send-image");
    await choose(page, PORTRAIT);
    await confirm(page).click();
    await expect(toastText(page, "Failed to send image. Please try again.")).toBeVisible();
    expect(await getBalance(request, me)).toBe(4 - 1);
    await restore();
    await confirm(page).click();
    await expectSent(page);
    await expect(log(page).getByRole("img")).toHaveCount(1);
    const connected = waitForSocket(page);
    await page.reload();
    await expect(log(page).getByRole("img")).toHaveCount(1);
    expect(await getBalance(request, me)).toBe(4 - 1);
    connect();
    await connected;
  });

  await test.step("the dialog closes by itself if the response is lost but the event arrives", async () => {
    // Elements behind the dialog have no accessible role.
    const expectImageInLog = () => expect(page.locator("[role=log] img")).toHaveCount(2);
    const restore = await loseResponses(page, "*/api/messages/send-image", expectImageInLog);
    await choose(page, PORTRAIT);
    await confirm(page).click();
    await expectSent(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(log(page).getByRole("img")).toHaveCount(2);
    expect(await getBalance(request, me)).toBe(4 - 2);
    await restore();
  });

  await test.step("a rejection is reported, and the image stays selected", async () => {
    await choose(page, PORTRAIT);
    const restore = await refuseRequests(page, "POST", SEND, 500, { message: "The server's own words." });
    await confirm(page).click();
    await expect(toast(page, "The server's own words.")).toBeVisible();
    restore();
    await refuseRequests(page, "POST", SEND, 500, { message: "" });
    await confirm(page).click();
    await expect(toastText(page, "Failed to send image")).toBeVisible();
    await expect(modal(page).getByRole("img")).toBeVisible();
  });
});
