import {
  createAccount,
  createMember,
  logInAs,
  openCheckout,
  payCheckout,
  sendCrush,
} from "#e2e/support/api-fixtures.ts";
import { addLedgerEntries } from "#e2e/support/database.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, waitForSocket } from "#e2e/support/network.ts";

// @spec 2.crush-wallet.history-lists-items 9.history-kinds
test("the history lists all entries newest first, is paged, and stays correct when entries are added", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other, late] = [await createMember(request), await createMember(request), await createAccount(request)];
  await addLedgerEntries(me, Array(20).fill(1));
  await sendCrush(request, me, other);
  await payCheckout(request, me, await openCheckout(request, me, "starter"));
  await sendCrush(request, other, me);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/profile#crushes");
  await page.getByRole("button", { name: "Keep browsing" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  const lines = page.getByRole("tabpanel").getByRole("listitem");

  await test.step("the newest entries are listed, and name the other member", async () => {
    await expect(lines).toHaveCount(20);
    const newest = [`Crush from ${other.username}Just now0`, "Starter PackJust now+5"];
    newest.push(`Crush sent to ${other.username}Just now−1`);
    for (const [i, text] of newest.entries()) await expect(lines.nth(i)).toHaveText(text);
    await connected;
  });

  await test.step("a failure to load the rest can be repeated, and the focus moves to the first new entry", async () => {
    const restore = await abortRequests(page, "GET", "**/api/crushes/data?*cursor=*");
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(page.getByText("The rest did not load.")).toBeVisible();
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(lines).toHaveCount(24);
    await expect(lines.nth(20)).toBeFocused();
    await expect(lines.last()).toHaveText("Welcome bonusJust now+5");
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  });

  await test.step("a new entry is added at the top", async () => {
    await sendCrush(request, late, me);
    await expect(lines.first()).toContainText(`Crush from ${late.username}`);
    await expect(lines).toHaveCount(25);
  });
});
