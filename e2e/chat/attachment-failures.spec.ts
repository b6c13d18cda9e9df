import { getBalance, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { choose, confirm, log, modal, openChat, SEND } from "#e2e/support/attachment-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdEvents, loseResponses, refuseRequests, waitForSocket } from "#e2e/support/network.ts";

// @spec 4.image-send 8.failed-send-image
test("a refusal is said, and the picture stays", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await openChat(page, request);
  await choose(page, PORTRAIT);
  const mend = await refuseRequests(page, "POST", SEND, 500, { message: "The server's own words." });
  await confirm(page).click();
  await expect(toast(page, "The server's own words.")).toBeVisible();
  mend();
  await refuseRequests(page, "POST", SEND, 500, { message: "" });
  await confirm(page).click();
  await expect(toast(page, "Failed to send image")).toBeVisible();
  await expect(modal(page).getByRole("img")).toBeVisible();
});

// @spec 8.failed-send-image
test("one whose answer was lost is sent once and paid once", async ({ page, request, expectOutage }) => {
  expectOutage();
  await holdEvents(page);
  const { me } = await openChat(page, request);
  const mend = await loseResponses(page, "*/api/messages/send-image");
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(toast(page, "Failed to send image. Please try again.")).toBeVisible();
  expect(await getBalance(request, me)).toBe(4 - 1);
  await mend();
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await getBalance(request, me)).toBe(4 - 1);
});

test("one whose answer was lost closes by itself when the event tells that it is there", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const connected = waitForSocket(page);
  const { me } = await openChat(page, request);
  await connected;
  // What lies behind the dialog has no role.
  const there = () => expect(page.locator("[role=log] img")).toHaveCount(1);
  await loseResponses(page, "*/api/messages/send-image", there);
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await getBalance(request, me)).toBe(4 - 1);
});
