import type { Page } from "@playwright/test";
import { createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { changeResponse, waitForSocket } from "#e2e/support/network.ts";

/** The link to My Crushes, which contains the number of new ones. */
const badge = (page: Page) => page.getByRole("link", { name: /^My Crushes/ });

const seen = (page: Page) => page.waitForResponse("**/api/crushes/seen");

test("a received crush is counted in the header until My Crushes is opened on any device", async ({
  page,
  person,
  request,
}) => {
  const [me, other, third] = [await createMember(request), await createMember(request), await createMember(request)];
  const elsewhere = await person({ viewport: { width: 360, height: 740 } });
  const connected = [waitForSocket(page), waitForSocket(elsewhere)];
  for (const device of [page, elsewhere]) {
    await logInAs(device, me);
    await device.goto("/browse");
    await expect(badge(device)).toHaveAccessibleName("My Crushes");
  }
  await Promise.all(connected);
  await sendCrush(request, other, me);
  for (const device of [page, elsewhere]) await expect(badge(device)).toHaveAccessibleName("My Crushes 1 new crush");
  await sendCrush(request, third, me);
  await expect(badge(page)).toHaveAccessibleName("My Crushes 2 new crushes");
  await page.reload();
  await expect(badge(page)).toHaveAccessibleName("My Crushes 2 new crushes");
  await badge(page).click();
  for (const device of [page, elsewhere]) await expect(badge(device)).toHaveAccessibleName("My Crushes");
});

test("a crush is not counted while My Crushes is visible, and the badge shows at most 99+", async ({
  page,
  request,
}) => {
  test.slow();
  const [me, other, third] = [await createMember(request), await createMember(request), await createMember(request)];
  await logInAs(page, me);
  const connected = waitForSocket(page);
  const opening = seen(page);
  await page.goto("/crushes");
  await Promise.all([connected, opening]);

  await test.step("a crush that arrives while the tab is hidden is counted until the tab is visible", async () => {
    const setVisibility = (visibility: "hidden" | "visible") =>
      page.evaluate((now) => {
        Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, visibility);
    await setVisibility("hidden");
    await sendCrush(request, other, me);
    await expect(badge(page)).toHaveAccessibleName("My Crushes 1 new crush");
    const marking = seen(page);
    await setVisibility("visible");
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
    await marking;
  });

  await test.step("a crush that arrives while My Crushes is visible is not counted", async () => {
    const arriving = seen(page);
    await sendCrush(request, third, me);
    await expect(page.getByRole("article").filter({ hasText: third.username })).toBeVisible();
    await arriving;
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
    const counted = page.waitForResponse("**/api/crushes/unseen");
    await page.goto("/settings");
    await counted;
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
  });

  await test.step("the accessible name has the full number of new crushes, the badge shows 99+", async () => {
    await changeResponse(page, "**/api/crushes/unseen", (reply: object) => ({ ...reply, unseen: 120 }));
    await page.reload();
    await expect(badge(page)).toHaveAccessibleName("My Crushes 120 new crushes");
    await expect(badge(page)).toContainText("99+");
  });
});
