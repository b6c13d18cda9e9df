import {
  createAccount,
  getBalance,
  logInAs,
  openCheckout,
  payInCountry,
  sendCrush,
} from "#e2e/support/api-fixtures.ts";
import { addLedgerEntries } from "#e2e/support/database.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { expectFocusVisible, tabToAndPress } from "#e2e/support/focus-assertions.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { horizontalOverflow } from "#e2e/support/viewport-checks.ts";
import { payButton } from "#e2e/support/wallet-page.ts";

test("a buyer in the EU withdraws from a pack in two steps, by keyboard on a phone", async ({ page, request }) => {
  const [me, other] = [await createAccount(request), await createAccount(request)];
  await logInAs(page, me);
  await page.setViewportSize({ width: 360, height: 740 });
  const billing = page.getByRole("region", { name: "Right of withdrawal" });
  const dialog = page.getByRole("dialog");

  await test.step("pays with a German address", async () => {
    await page.goto(`/test-checkout/${await openCheckout(request, me, "power")}`);
    await page.getByLabel("Country").selectOption("Germany");
    await payButton(page).click();
    await expect(page).toHaveURL("/profile#crushes");
  });

  await test.step("finds the purchase in Billing, with the last day", async () => {
    await page.goto("/settings/billing");
    await expect(billing).toContainText("Power Pack, $9.99");
    await expect(billing).toContainText("You can withdraw until");
    expect(await horizontalOverflow(page)).toBe(0);
  });

  await test.step("reads the statement, and changes their mind", async () => {
    await tabToAndPress(page, billing.getByRole("button", { name: "Withdraw from contract here" }));
    await expect(dialog).toContainText("I withdraw from my contract for the Power Pack.");
    await expect(dialog).toContainText(me.email);
    await expect(dialog).toContainText("All 15 crushes are unspent");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(billing.getByRole("button", { name: "Withdraw from contract here" })).toBeFocused();
    expect(await getBalance(request, me)).toBe(20);
  });

  await test.step("confirms it, and gets the receipt on the screen", async () => {
    await page.keyboard.press("Enter");
    await tabToAndPress(page, dialog.getByRole("button", { name: "Confirm withdrawal" }));
    await expect(dialog).toContainText("We have received your withdrawal");
    await expect(dialog).toContainText("$9.99 is on its way back to you.");
    await expectFocusVisible(page);
    await tabToAndPress(page, dialog.getByRole("button", { name: "Done" }));
    await expect(dialog).toHaveCount(0);
    await expect(billing).toBeFocused();
    await expect(billing).toContainText("Power Pack, withdrawn");
    await expect(billing.getByRole("button")).toHaveCount(0);
    expect(await getBalance(request, me)).toBe(5);
  });

  await test.step("gets the receipt by email, and reads it in the history", async () => {
    const { text } = await findEmail(me.email, "You have withdrawn from: Power Pack");
    expect(text).toContain("We pay back $9.99");
    await page.goto("/profile/subscription");
    await page.getByRole("tab", { name: "History" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Power Pack, withdrawn" })).toContainText("−15");
  });

  await test.step("sees the amount fall while crushes are sent on another device", async () => {
    await payInCountry(request, me, await openCheckout(request, me, "starter"), "FR");
    // The free crushes are spent first.
    await addLedgerEntries(me, [-5]);
    await page.goto("/settings/billing");
    await billing.getByRole("button", { name: "Withdraw from contract here" }).click();
    await expect(dialog).toContainText("$4.99");
    await sendCrush(request, me, other);
    await expect(dialog).toContainText("4 of 5 crushes are unspent");
    await dialog.getByRole("button", { name: "Confirm withdrawal" }).click();
    await expect(dialog).toContainText("$4.00 is on its way back to you.");
  });

  await test.step("a buyer elsewhere is not offered it", async () => {
    await payInCountry(request, other, await openCheckout(request, other, "starter"), "US");
    await logInAs(page, other);
    await page.goto("/settings/billing");
    await expect(page.getByRole("link", { name: "Crushes and Membership" })).toBeVisible();
    await expect(billing).toHaveCount(0);
  });
});
