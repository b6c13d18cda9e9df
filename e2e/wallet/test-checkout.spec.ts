import type { Page } from "@playwright/test";
import { createAccount, logInAs, openCheckout, payCheckout } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, changeResponse, failToLoad, holdRequests } from "#e2e/support/network.ts";
import { balance, pay } from "#e2e/support/wallet-page.ts";

const cancel = (page: Page) => page.getByRole("button", { name: "Cancel" });

// @spec 7.post-api-crushes
test("a checkout that is paid or has expired cannot be paid, and leads to the wallet", async ({ page, request }) => {
  const me = await createAccount(request);
  const session = await openCheckout(request, me, "starter");
  await logInAs(page, me);
  await page.goto(`/test-checkout/${session}`);
  await expect(pay(page)).toBeVisible();
  await expectAccessible(page);
  await payCheckout(request, me, session);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Already paid" })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
  await changeResponse(page, "**/api/test-checkout/*", (reply: object) => ({ ...reply, state: "expired" }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Checkout expired" })).toBeVisible();
  await page.getByRole("link", { name: "Go to your wallet" }).click();
  await expect(page).toHaveURL("/profile#crushes");
  await expect(balance(page, 10)).toBeVisible();
});

test("another's checkout is not found", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = [await createAccount(request), await createAccount(request)];
  const session = await openCheckout(request, other, "champion");
  await logInAs(page, me);
  await page.goto(`/test-checkout/${session}`);
  await expect(page.getByRole("heading", { name: "Checkout not found" })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
});

test("paying is busy, and what fails can be tried again", async ({ page, request, expectOutage }) => {
  expectOutage();
  const me = await createAccount(request);
  await logInAs(page, me);
  const address = `/test-checkout/${await openCheckout(request, me, "starter")}`;
  const mend = await failToLoad(page, `**/api${address}`);
  await page.goto(address);
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  mend();
  await page.getByRole("button", { name: "Try again" }).click();
  const mendPaying = await abortRequests(page, "POST", `**/api${address}/pay`);
  await pay(page).click();
  await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
  mendPaying();
  const release = await holdRequests(page, `**/api${address}/pay`);
  await pay(page).click();
  await expect(page.getByRole("button", { name: "Paying..." })).toBeVisible();
  await expect(cancel(page)).toBeDisabled();
  release();
  await expect(balance(page, 10)).toBeVisible();
});

test("Back from what was paid does not lead to the checkout again", async ({ page, request }) => {
  const me = await createAccount(request);
  await logInAs(page, me);
  await page.goto("/settings");
  await page.goto(`/test-checkout/${await openCheckout(request, me, "starter")}`);
  await pay(page).click();
  await expect(page).toHaveURL("/profile#crushes");
  await page.goBack();
  await expect(page).toHaveURL("/settings");
});

for (const [what, words] of [
  ["a pack", "Paid purchases are final."],
  ["the membership", "It renews each month until cancelled. Paid purchases are final."],
] as const) {
  // @spec 9.paid-purchases-final
  test(`what one agrees to with ${what} and what it costs stand over the button that pays`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const me = await createAccount(request);
    await logInAs(page, me);
    await page.goto("/profile/subscription");
    await page.getByRole("button", { name: what === "a pack" ? /^Buy Power Pack/ : /^Go unlimited/ }).click();
    const sum = what === "a pack" ? "$9.99" : "$29.99 a month";
    await expect(pay(page)).toHaveAccessibleDescription(sum);
    const button = await pay(page).boundingBox();
    expect(button?.width).toBeGreaterThan(300);
    for (const text of [words, sum]) {
      const place = await page.getByText(text, { exact: true }).boundingBox();
      expect(place?.y).toBeLessThan(button?.y ?? 0);
    }
    await expectAccessible(page);
  });
}
