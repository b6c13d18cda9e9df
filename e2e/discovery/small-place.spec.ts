import type { APIRequestContext, Page } from "@playwright/test";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { createMember, logInAs, type Member, readFilters } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { showOnly } from "#e2e/support/network.ts";

const panel = (page: Page) => page.getByRole("region", { name: "That's everyone for now." });
const alertSwitch = (page: Page) => panel(page).getByRole("switch", { name: "Tell me when someone new fits" });

const countByDistance = (page: Page, count: (distance: number) => number) =>
  page.route("**/api/profile/filters/count", (route) => {
    const { distance = 0 } = route.request().postDataJSON() as FiltersUpdate;
    return route.fulfill({ json: { success: true, count: count(distance) } });
  });

async function readsAlerts(request: APIRequestContext, { token }: Member): Promise<boolean> {
  const reply = await request.get("/api/profile", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { profile: { profile: { notifications: { someoneNew: boolean } } } }).profile.profile
    .notifications.someoneNew;
}

test("where few people are, Browse counts them, widens by one step, notifies of new ones and invites", async ({
  page,
  request,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await page.setViewportSize({ width: 360, height: 780 });
  await logInAs(page, me);
  await showOnly(page, [other]);
  await countByDistance(page, (distance) => (distance > 50 ? 4 : 1));
  await page.goto("/browse");

  await test.step("the panel says how many fit, and what one step brings", async () => {
    await expect(panel(page).getByRole("status")).toHaveText("1 person within 50 miles fits your preferences.");
    await expect(panel(page).getByRole("button", { name: /100 miles.*4 people/ })).toBeVisible();
    // A step that brings nobody is not offered.
    await expect(panel(page).getByRole("button")).toHaveCount(1);
    await expectAccessibleInBothThemes(page);
  });

  await test.step("its labels wrap on the smallest phone", async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    const [panelBox, button] = [await panel(page).boundingBox(), await panel(page).getByRole("button").boundingBox()];
    const right = (box: typeof button) => (box ? box.x + box.width : 0);
    expect(right(button)).toBeLessThan(right(panelBox));
    await page.setViewportSize({ width: 360, height: 780 });
  });

  await test.step("a press widens the distance, and the numbers are those of the new search", async () => {
    await panel(page)
      .getByRole("button", { name: /100 miles/ })
      .click();
    await expect(panel(page).getByRole("status")).toHaveText("4 people within 100 miles fit your preferences.");
    expect(await readFilters(request, me)).toMatchObject({ distance: 100 });
  });

  await test.step("the switch turns the alert on, and settings have it, too", async () => {
    await expect(alertSwitch(page)).not.toBeChecked();
    await alertSwitch(page).focus();
    await page.keyboard.press("Space");
    await expect(alertSwitch(page)).toBeChecked();
    await expect.poll(() => readsAlerts(request, me)).toBe(true);
    await page.reload();
    await expect(alertSwitch(page)).toBeChecked();
  });

  await test.step("an invitation is one tap away, and Back returns to the panel", async () => {
    await panel(page).getByRole("link", { name: "Invite somebody" }).click();
    await expect(page.getByRole("heading", { name: "Invite people", level: 1 })).toBeVisible();
    await page.goBack();
    await expect(panel(page)).toBeVisible();
  });
});
