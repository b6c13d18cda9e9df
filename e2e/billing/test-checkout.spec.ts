import type { Page } from "@playwright/test";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, changeResponse, holdRequests } from "#e2e/support/network.ts";
import { balance, buyButton, payButton } from "#e2e/support/wallet-page.ts";

const CHECKOUT = "**/api/test-checkout/*";
const PAY = "**/api/test-checkout/*/pay";
const cancel = (page: Page) => page.getByRole("button", { name: "Cancel" });

// @spec 7.post-api-crushes 9.paid-purchases-final
test("a checkout shows terms and price, can be repeated after failures, and is paid once", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  await logInAs(page, await createAccount(request));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/profile/subscription");
  const products = [
    ["the membership", /^Go unlimited/, "It renews each month until cancelled. Paid purchases are final."],
    ["a pack", /^Buy 15 crushes/, "Paid purchases are final."],
  ] as const;

  for (const [what, button, words] of products) {
    await test.step(`the terms for ${what} and its price are above the payment button`, async () => {
      if (what === "a pack") await page.goBack();
      await page.getByRole("button", { name: button }).click();
      const sum = what === "a pack" ? "$9.99" : "$29.99 a month";
      await expect(payButton(page)).toHaveAccessibleDescription(sum);
      const box = await payButton(page).boundingBox();
      expect(box?.width).toBeGreaterThan(300);
      for (const text of [words, sum]) {
        const place = await page.getByText(text, { exact: true }).boundingBox();
        expect(place?.y).toBeLessThan(box?.y ?? 0);
      }
    });
  }

  const { pathname } = new URL(page.url());
  await test.step("a checkout that did not load can be loaded again", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const restore = await abortRequests(page, "GET", CHECKOUT);
    await page.reload();
    await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(payButton(page)).toBeVisible();
  });

  await test.step("paying shows progress, and can be repeated after a failure", async () => {
    const restore = await abortRequests(page, "POST", PAY);
    await payButton(page).click();
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    const release = await holdRequests(page, PAY);
    await payButton(page).click();
    await expect(page.getByRole("button", { name: "Paying..." })).toBeVisible();
    await expect(cancel(page)).toBeDisabled();
    release();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(balance(page, 20)).toBeVisible();
  });

  await test.step("Back does not return to a paid checkout", async () => {
    await page.goBack();
    await expect(page).toHaveURL("/profile/subscription");
    await expect(buyButton(page)).toBeVisible();
  });

  await test.step("a paid or expired checkout cannot be paid, and links to the wallet", async () => {
    await page.goto(pathname);
    await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await changeResponse(page, CHECKOUT, (reply: object) => ({ ...reply, state: "expired" }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Checkout expired" })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Go to your wallet" }).click();
    await expect(page).toHaveURL("/profile#crushes");
  });
});
