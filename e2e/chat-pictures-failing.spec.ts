import { expect, test, toast } from "./fixtures.ts";
import { holdEvents, live, loseAnswers, refuse } from "./network.ts";
import { balanceOf, PORTRAIT } from "./people.ts";
import { choose, confirm, log, modal, openChat, SEND } from "./picture-page.ts";

test("a refusal is said, and the picture stays", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  await openChat(page, request);
  await choose(page, PORTRAIT);
  const mend = await refuse(page, "POST", SEND, 500, { message: "The server's own words." });
  await confirm(page).click();
  await expect(toast(page, "The server's own words.")).toBeVisible();
  mend();
  await refuse(page, "POST", SEND, 500, { message: "" });
  await confirm(page).click();
  await expect(toast(page, "Failed to send image")).toBeVisible();
  await expect(modal(page).getByRole("img")).toBeVisible();
});

test("one whose answer was lost is sent once and paid once", async ({ page, request, expectOutage }) => {
  expectOutage();
  await holdEvents(page);
  const { me } = await openChat(page, request);
  const mend = await loseAnswers(page, "*/api/messages/send-image");
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(toast(page, "Failed to send image. Please try again.")).toBeVisible();
  expect(await balanceOf(request, me)).toBe(4 - 1);
  await mend();
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  await page.reload();
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await balanceOf(request, me)).toBe(4 - 1);
});

test("one whose answer was lost closes by itself when the event tells that it is there", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const connected = live(page);
  const { me } = await openChat(page, request);
  await connected;
  // What lies behind the dialog has no role.
  const there = () => expect(page.locator("[role=log] img")).toHaveCount(1);
  await loseAnswers(page, "*/api/messages/send-image", there);
  await choose(page, PORTRAIT);
  await confirm(page).click();
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(log(page).getByRole("img")).toHaveCount(1);
  expect(await balanceOf(request, me)).toBe(4 - 1);
});
