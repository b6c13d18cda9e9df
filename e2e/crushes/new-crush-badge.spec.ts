import type { Page } from "@playwright/test";
import { createMember, logInAs, type Member, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { changeResponse, waitForSocket } from "#e2e/support/network.ts";

const badge = (page: Page) => page.getByRole("link", { name: /^My Crushes/ });

const seen = (page: Page) => page.waitForResponse("**/api/crushes/seen");

test("received crushes are counted until My Crushes is opened or visible, and the badge shows at most 99+", async ({
  page,
  request,
}) => {
  const people = await Promise.all(Array.from({ length: 5 }, () => createMember(request)));
  const [me, first, second, third, fourth] = people as [Member, Member, Member, Member, Member];

  await test.step("a crush is counted in the header until My Crushes is opened", async () => {
    const connected = waitForSocket(page);
    await logInAs(page, me);
    await page.goto("/browse");
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
    await connected;
    await sendCrush(request, first, me);
    await expect(badge(page)).toHaveAccessibleName("My Crushes 1 new crush");
    await sendCrush(request, second, me);
    await expect(badge(page)).toHaveAccessibleName("My Crushes 2 new crushes");
    const opening = seen(page);
    await badge(page).click();
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
    await opening;
  });

  await test.step("a crush that arrives while the tab is hidden is counted until the tab is visible", async () => {
    const setVisibility = (visibility: "hidden" | "visible") =>
      page.evaluate((now) => {
        Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, visibility);
    await setVisibility("hidden");
    await sendCrush(request, third, me);
    await expect(badge(page)).toHaveAccessibleName("My Crushes 1 new crush");
    const marking = seen(page);
    await setVisibility("visible");
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
    await marking;
  });

  await test.step("a crush that arrives while My Crushes is visible is not counted", async () => {
    const arriving = seen(page);
    await sendCrush(request, fourth, me);
    await expect(page.getByRole("article").filter({ hasText: fourth.username })).toBeVisible();
    await arriving;
    await expect(badge(page)).toHaveAccessibleName("My Crushes");
  });

  await test.step("of a hundred or more new crushes the badge and the accessible name say 99+", async () => {
    const counted: number[] = [];
    await changeResponse(page, "**/api/crushes/unseen", (reply: { unseen: number }) => {
      counted.push(reply.unseen);
      return { ...reply, unseen: 100 };
    });
    await page.goto("/settings");
    await expect(badge(page)).toHaveAccessibleName("My Crushes 99+ new crushes");
    await expect(badge(page)).toContainText("99+");
    expect(counted[0]).toBe(0);
  });
});
