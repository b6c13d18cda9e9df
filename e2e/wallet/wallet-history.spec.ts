import {
  createAccount,
  createMember,
  logInAs,
  openCheckout,
  payCheckout,
  sendCrush,
} from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, waitForSocket } from "#e2e/support/network.ts";

// @spec 2.crush-wallet.history-lists-items 9.history-kinds
test("the history lists all entries, newest first, for all members", async ({ page, request }) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await sendCrush(request, me, other);
  await payCheckout(request, me, await openCheckout(request, me, "starter"));
  await sendCrush(request, other, me);
  await logInAs(page, me);
  await page.goto("/profile#crushes");
  await page.getByRole("button", { name: "Keep browsing" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveText([
    `Crush from ${other.username}Just now0`,
    "Starter PackJust now+5",
    `Crush sent to ${other.username}Just now−1`,
    "Welcome bonusJust now+5",
  ]);
});

// @spec 2.crush-wallet.history-lists-items
test("a long history is paged, and stays correct when entries are added meanwhile", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const me = await createMember(request);
  const senders = await Promise.all(Array.from({ length: 22 }, () => createAccount(request)));
  for (const sender of senders) await sendCrush(request, sender, me);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/profile/subscription");
  await page.getByRole("tab", { name: "History" }).click();
  const lines = page.getByRole("tabpanel").getByRole("listitem");
  await expect(lines).toHaveCount(20);
  await connected;
  const restore = await abortRequests(page, "GET", "**/api/crushes/data?*cursor=*");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("The rest did not load.")).toBeVisible();
  restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(lines).toHaveCount(23);
  await expect(lines.nth(20)).toBeFocused();
  await expect(lines.last()).toContainText("Welcome bonus");
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const late = await createAccount(request);
  await sendCrush(request, late, me);
  await expect(lines.first()).toContainText(`Crush from ${late.username}`);
  await expect(lines).toHaveCount(24);
});
