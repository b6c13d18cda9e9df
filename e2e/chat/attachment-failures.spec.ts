import { getBalance, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { choose, confirm, log, modal, openChat, SEND } from "#e2e/support/attachment-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdEvents, loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

// @spec 4.image-send 8.failed-send-image
test("a rejection is reported, and the image stays selected", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await openChat(page, request);
  await choose(page, PORTRAIT);
  const restore = await refuseRequests(page, "POST", SEND, 500, { message: "The server's own words." });
  await confirm(page).click();
  await expect(toast(page, "The server's own words.")).toBeVisible();
  restore();
  await refuseRequests(page, "POST", SEND, 500, { message: "" });
  await confirm(page).click();
  await expect(toast(page, "Failed to send image")).toBeVisible();
  await expect(modal(page).getByRole("img")).toBeVisible();
});

// @spec 8.failed-send-image
test("an image whose response was lost is sent once and charged once when repeated", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  await holdEvents(page);
  const { me } = await openChat(page, request);
  const restore = await loseResponses(page, "*/api/messages/send-image");
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(toast(page, "Failed to send image. Please try again.")).toBeVisible();
  expect(await getBalance(request, me)).toBe(4 - 1);
  await restore();
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await getBalance(request, me)).toBe(4 - 1);
});

test("the dialog closes by itself if the response is lost but the event arrives", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const connected = waitForSocket(page);
  const { me } = await openChat(page, request);
  await connected;
  // Elements behind the dialog have no accessible role.
  const expectImageInLog = () => expect(page.locator("[role=log] img")).toHaveCount(1);
  await loseResponses(page, "*/api/messages/send-image", expectImageInLog);
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await getBalance(request, me)).toBe(4 - 1);
});
