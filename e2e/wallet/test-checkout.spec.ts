import type { Page } from "@playwright/test";
import { createAccount, logInAs, openCheckout, payCheckout } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, changeResponse, failToLoad, holdRequests } from "#e2e/support/network.ts";
import { balance, buyButton, payButton } from "#e2e/support/wallet-page.ts";

const cancel = (page: Page) => page.getByRole("button", { name: "Cancel" });

// @spec 7.post-api-crushes 9.paid-purchases-final
test("a checkout shows terms and price, and cannot be paid when it is paid, expired or another member's", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = [await createAccount(request), await createAccount(request)];
  await logInAs(page, me);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/profile/subscription");
  for (const [what, words] of [
    ["a pack", "Paid purchases are final."],
    ["the membership", "It renews each month until cancelled. Paid purchases are final."],
  ] as const) {
    await test.step(`the terms for ${what} and its price are above the payment button`, async () => {
      await (what === "a pack" ? buyButton(page) : page.getByRole("button", { name: /^Go unlimited/ })).click();
      const sum = what === "a pack" ? "$9.99" : "$29.99 a month";
      await expect(payButton(page)).toHaveAccessibleDescription(sum);
      const button = await payButton(page).boundingBox();
      expect(button?.width).toBeGreaterThan(300);
      for (const text of [words, sum]) {
        const place = await page.getByText(text, { exact: true }).boundingBox();
        expect(place?.y).toBeLessThan(button?.y ?? 0);
      }
      await expectAccessible(page);
      await page.goBack();
      await expect(page).toHaveURL("/profile/subscription");
    });
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await test.step("Back does not return to a paid checkout", async () => {
    await page.goto("/settings");
    await page.goto(`/test-checkout/${await openCheckout(request, me, "starter")}`);
    await payButton(page).click();
    await expect(page).toHaveURL("/profile#crushes");
    await page.goBack();
    await expect(page).toHaveURL("/settings");
  });

  await test.step("a paid or expired checkout cannot be paid, and links to the wallet", async () => {
    const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
    await page.goto(address);
    await expect(payButton(page)).toBeVisible();
    await expectAccessible(page);
    await payCheckout(request, me, address.replace("/test-checkout/", ""));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    await changeResponse(page, `**/api${address}`, (reply: object) => ({ ...reply, state: "expired" }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "Checkout expired" })).toBeVisible();
    await page.getByRole("link", { name: "Go to your wallet" }).click();
    await expect(page).toHaveURL("/profile#crushes");
    await expect(balance(page, 15)).toBeVisible();
  });

  await test.step("another member's checkout is not found", async () => {
    expectRefusals();
    await page.goto(`/test-checkout/${await openCheckout(request, other, "champion")}`);
    await expect(page.getByRole("heading", { name: "Checkout not found" })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
  });
});

test("paying shows progress, and a failure can be repeated", async ({ page, request, expectOutage }) => {
  expectOutage();
  const me = await createAccount(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  const restore = await failToLoad(page, `**/api${address}`);
  await page.goto(address);
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  restore();
  await page.getByRole("button", { name: "Try again" }).click();
  const restorePayment = await abortRequests(page, "POST", `**/api${address}/pay`);
  await payButton(page).click();
  await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
  restorePayment();
  const release = await holdRequests(page, `**/api${address}/pay`);
  await payButton(page).click();
  await expect(page.getByRole("button", { name: "Paying..." })).toBeVisible();
  await expect(cancel(page)).toBeDisabled();
  release();
  await expect(balance(page, 10)).toBeVisible();
});
