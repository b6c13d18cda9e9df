import type { Page } from "@playwright/test";
import { createAccount, createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { addLedgerEntries } from "#e2e/support/database.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { changeResponse, refuseRequests, sendHeldCrushes, showOnly, waitForSocket } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";
import { balance, buyButton, buyPackage, panelToggle, payButton } from "#e2e/support/wallet-page.ts";

const WALLET = "**/api/crushes/data*";

const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

// @spec 2.profile-editor.collapsible-my-crushes 2.crush-wallet.membership-card-package 9.packages-membership-names
// @spec 2.crush-wallet.tabs-balance-purchase 9.paid-purchases-final
test("the wallet shows balance, products and terms, and draws no focus ring for the mouse", async ({
  page,
  request,
}) => {
  await logInAs(page, await createMember(request));

  await test.step("the wallet shows the balance, the products and their prices", async () => {
    await page.goto("/profile");
    await expect(panelToggle(page)).toContainText("5 crushes left");
    await expect(page.getByRole("tab")).toHaveCount(0);
    await panelToggle(page).click();
    const panel = page.getByRole("tabpanel", { name: "Balance & Purchase" });
    await expect(balance(page, 5)).toBeVisible();
    await expect(panel.getByText("Test checkout: no money is taken")).toBeVisible();
    await expect(panel.getByText("Paid purchases are final.")).toBeVisible();
    await expect(panel.getByRole("region", { name: "Unlimited membership" })).toContainText("Cancel any time");
    const packages = panel.getByRole("group", { name: "Crush packs" }).getByRole("radio");
    const products = [
      "Starter Pack 5 crushes $4.99 $1.00 each",
      "Power Pack Most popular 15 crushes 33% off $9.99 $0.67 each",
      "Athlete Bundle 30 crushes 50% off $14.99 $0.50 each",
      "Champion Bundle 60 crushes 58% off $24.99 $0.42 each",
    ];
    await expect(packages).toHaveCount(products.length);
    for (const [i, name] of products.entries()) await expect(packages.nth(i)).toHaveAccessibleName(name);
    await expect(packages.nth(1)).toBeChecked();
    await expect(buyButton(page)).toHaveText("Buy 15 crushes for $9.99");
  });

  await test.step("clicking the wallet's tabs draws no focus ring", async () => {
    for (const name of ["History", "Balance & Purchase"]) {
      const one = page.getByRole("tab", { name });
      await one.click();
      await expect(one).toHaveAttribute("aria-selected", "true");
      await expect(one).toHaveCSS("outline-style", "none");
      await expect(page.getByRole("tabpanel")).toHaveCSS("outline-style", "none");
    }
  });

  await test.step("the wallet's separate page is part of the profile, with headings in order", async () => {
    await page.goto("/profile/subscription");
    await expect(balance(page, 5)).toBeVisible();
    const profile = page.getByRole("banner").getByRole("link", { name: "Profile" });
    await expect(profile).toHaveAttribute("aria-current", "page");
    const levels = await page
      .getByRole("main")
      .getByRole("heading")
      .evaluateAll((all) => all.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
    expect(levels).toEqual(["H1 Crush wallet", "H2 Your crushes", "H3 Crush packs", "H3 Unlimited membership"]);
  });

  await test.step("the terms are above the purchase button", async () => {
    const words = page.getByText("Paid purchases are final.");
    await expect(words).toContainText("Prices in US dollars.");
    const above = (await words.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect((await buyButton(page).boundingBox())?.y).toBeGreaterThan(above);
    await expect(page.getByRole("region", { name: "Unlimited membership" })).toContainText(
      "It renews each month until cancelled.",
    );
    await changeResponse(page, WALLET, (reply: object) => ({ ...reply, payments: "on" }));
    await page.goto("/profile/subscription");
    await expect(words).toContainText("You pay on a secure checkout page.");
  });

  await test.step("on a short phone all packages are visible above the purchase button", async () => {
    await page.setViewportSize({ width: 390, height: 740 });
    const bar = await buyButton(page).boundingBox();
    const last = await page.locator("label", { hasText: "Champion Bundle" }).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });
});

// @spec 2.crush-wallet.balance-unlimited-member 9.subscribers-pay-nothing 2.crush-wallet.membership-card-package
test("a low, an empty, a disabled and a paused wallet show a way on, until a package pays for the next crush", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [other]);
  let payments: "off" | "paused" | undefined;
  await changeResponse(page, WALLET, (reply: object) => (payments ? { ...reply, payments } : reply));
  const overlay = page.getByRole("dialog", { name: "You're out of crushes!" });
  const goUnlimited = page.getByRole("button", { name: /^Go unlimited/ });

  await test.step("a low balance is highlighted", async () => {
    const connected = waitForSocket(page);
    await page.goto("/profile/subscription");
    await expect(balance(page, 5)).toBeVisible();
    await expect(page.getByText("Running low.")).toHaveCount(0);
    await connected;
    await sendCrush(request, me, await createAccount(request));
    await expect(balance(page, 4)).toBeVisible();
    await expect(page.getByText("Running low. Load up before you are out.")).toBeVisible();
  });

  await test.step("if buying is disabled, the wallet shows that with a link, and nothing is for sale", async () => {
    await addLedgerEntries(me, [-4]);
    payments = "off";
    await page.reload();
    await expect(page.getByText("Buying is switched off here.")).toBeVisible();
    await expect(buyButton(page)).toHaveCount(0);
    await expect(goUnlimited).toHaveCount(0);
    for (const words of ["Power Pack", "Test checkout", "final", "Load up"]) {
      await expect(page.getByText(words)).toHaveCount(0);
    }
    await page.getByRole("link", { name: "See who sent you a crush" }).click();
    await expect(page).toHaveURL("/crushes");
  });

  await test.step("without credits, Browse shows that buying is disabled, and links to the messages", async () => {
    await goTo(page, "Browse");
    await expect(overlay).toContainText("buying is switched off here");
    await expect(overlay.getByRole("link", { name: "Get More Crushes" })).toHaveCount(0);
    await overlay.getByRole("link", { name: "Go to Messages" }).click();
    await expect(page).toHaveURL("/messages");
  });

  await test.step("if payments are paused, that is shown with a link to support, and purchases from another tab are rejected", async () => {
    payments = undefined;
    // An open page that has not received the change.
    const refusal = { code: "payments_paused", message: "Payments are paused for this account. Contact support." };
    const restore = await refuseRequests(page, "POST", "**/api/crushes/create-checkout", 403, refusal);
    await page.goto("/profile/subscription");
    await expect(buyButton(page)).toBeVisible();
    payments = "paused";
    await buyPackage(page, "Starter Pack");
    await expect(toast(page, "Payments are paused for this account. Contact support.")).toBeVisible();
    const paused = page.getByRole("region", { name: "Payments are paused for this account" });
    await expect(paused).toContainText("The crushes you have stay yours.");
    await expect(buyButton(page)).toHaveCount(0);
    await expect(goUnlimited).toHaveCount(0);
    await expect(balance(page, 0)).toBeVisible();
    restore();
    await paused.getByRole("link", { name: "Contact support" }).click();
    await expect(page).toHaveURL("/contact");
  });

  await test.step("without credits, Browse shows that payments are paused", async () => {
    await goTo(page, "Browse");
    await expect(overlay).toContainText("payments are paused for this account");
    await expect(overlay.getByRole("link", { name: "Get More Crushes" })).toHaveCount(0);
  });

  await test.step("a member without credits is led to the wallet, whose button is in reach, and back to whom they wanted to write to", async () => {
    payments = undefined;
    await page.setViewportSize({ width: 390, height: 700 });
    await page.reload();
    await page.getByRole("button", { name: "Keep looking" }).click();
    await page.getByRole("button", { name: /^Send Crush/ }).click();
    await expect(balance(page, 0)).toBeVisible();
    await expect(buyButton(page)).toBeInViewport({ ratio: 1 });
    const saveProfile = page.getByRole("button", { name: "Save Profile" });
    await expect(saveProfile).not.toBeInViewport();
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    await expect(saveProfile).toBeInViewport({ ratio: 1 });
    await saveProfile.click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(saveProfile).not.toBeInViewport();
    await dismissToasts(page);
    await buyPackage(page, "Starter Pack");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(toast(page, "Checkout cancelled. Nothing was charged.")).toBeVisible();
    await dismissToasts(page);
    await buyPackage(page, "Starter Pack");
    await payButton(page).click();
    const granted = toast(page, "5 crushes are in your wallet. You have 5.");
    await expect(granted.getByRole("link", { name: `Back to ${other.username}` })).toBeVisible();
    // The notice goes, and the wallet keeps the way back.
    await dismissToasts(page);
    await page.getByRole("link", { name: `Back to ${other.username}` }).click();
    await expect(page).toHaveURL(`/profile/${other.id}`);
    await page.getByRole("button", { name: /^Send a Crush/ }).click();
    await sendHeldCrushes(page);
    await expect(page.getByRole("button", { name: "Crush Sent ✓" })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(page, "Browse");
    await expect(page.getByText(/^4.* crushes remaining$/)).toBeVisible();
  });

  await test.step("the question to load up was closed, and comes again once the new credits are spent", async () => {
    for (let sent = 0; sent < 4; sent++) await sendCrush(request, me, await createAccount(request));
    await expect(page.getByText(/^0.* crushes remaining$/)).toBeVisible();
    await goTo(page, "My Crushes");
    // The question comes with a new Browse, so the other screen has to be there first.
    await expect(page.getByRole("heading", { level: 1, name: "My Crushes" })).toBeVisible();
    await goTo(page, "Browse");
    await expect(overlay).toBeVisible();
  });
});
