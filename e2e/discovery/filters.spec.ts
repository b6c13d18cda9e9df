import type { APIRequestContext, Page } from "@playwright/test";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { createMember, logInAs, type Member, readFilters } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests, showOnly } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const PROFILES = "**/api/profile/all*";

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const button = (page: Page, on: number) => page.getByRole("button", { name: `Filters, ${on} on` });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const chips = (page: Page) => page.getByRole("list", { name: "Filters that are on" }).getByRole("listitem");

async function narrow(request: APIRequestContext, { token }: Member, change: FiltersUpdate): Promise<void> {
  const reply = await request.put("/api/profile/filters", {
    headers: { authorization: `Bearer ${token}` },
    data: change,
  });
  expect(reply.ok()).toBe(true);
}

test("filters are listed, changed and counted in a sheet, and widened by a step if they find nobody", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, woman, man] = [
    await createMember(request),
    await createMember(request),
    await createMember(request, { gender: "Man" }),
  ];
  await narrow(request, me, { gender: ["Women"], ageMin: 24, ageMax: 52 });
  await logInAs(page, me);
  await showOnly(page, [woman, man]);
  await page.goto("/browse");

  await test.step("active filters are listed beside the heading, and saving others shows new results from the top", async () => {
    await expect(chips(page)).toHaveText(["Women", "24 to 52", "Within 50 miles"]);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText(woman.username);
    await button(page, 3).click();
    await sheet(page).getByRole("button", { name: "Men", exact: true }).click();
    const release = await holdRequests(page, PROFILES);
    await sheet(page)
      .getByRole("button", { name: /^Show .*(people|person)/ })
      .click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    await expect(button(page, 3)).toBeFocused();
    await expect(chips(page).first()).toHaveText("Men");
    // Until the new results arrive, the grid keeps its height but is inert.
    await expect(page.locator("ul[inert]")).toContainText(woman.username);
    release();
    await expect(cards(page)).toContainText(man.username);
    await expect(cards(page)).toHaveCount(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("closing without saving keeps the filters", async () => {
    const choice = (name: string) => sheet(page).getByRole("button", { name, exact: true });
    await button(page, 3).click();
    await choice("Women").click();
    await expect(choice("Women")).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(button(page, 3)).toBeFocused();
    await button(page, 3).click();
    await expect(choice("Women")).toHaveAttribute("aria-pressed", "false");
    await expect(choice("Men")).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("on a phone the filters are a sheet with visible buttons", async () => {
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(chips(page)).toHaveCount(0);
    await button(page, 3).click();
    await expect(sheet(page).getByRole("button", { name: /^Show .*(people|person)$/ })).toBeInViewport({ ratio: 1 });
    await expect(sheet(page).getByRole("button", { name: "Best match" })).toBeFocused();
    await page.keyboard.press("Escape");
    // While it closes, it still has its count.
    await expect(sheet(page)).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the button says how many people the filters find, and saves also if there is no one or no number", async () => {
    expectRefusals();
    const counts = { 24: 12, 25: 100, 26: 0 };
    await page.route("**/api/profile/filters/count", (route) => {
      const { ageMin } = route.request().postDataJSON() as { ageMin: keyof typeof counts };
      if (counts[ageMin] === undefined)
        return route.fulfill({ status: 429, json: { success: false, code: "browse_rate_limit" } });
      return route.fulfill({ json: { success: true, count: counts[ageMin] } });
    });
    await button(page, 3).click();
    const submit = (name: string) => sheet(page).getByRole("button", { name, exact: true });
    await expect(submit("Show 12 people")).toBeVisible();
    await sheet(page).getByRole("slider", { name: "Lowest age" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(submit("Show people")).toBeVisible();
    await expect(submit("Show 99+ people")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(sheet(page).getByText("No one yet: widen a little").first()).toBeVisible();
    await expect(submit("Save anyway")).toBeEnabled();
    const counted = page.waitForResponse("**/api/profile/filters/count");
    await page.keyboard.press("ArrowRight");
    await counted;
    await sheet(page).getByRole("button", { name: "Nearest" }).click();
    await dismissToasts(page);
    const saved = page.waitForRequest((one) => one.method() === "PUT");
    await refuseRequests(page, "GET", PROFILES, 429);
    await submit("Show people").click();
    expect((await saved).postDataJSON()).toMatchObject({ ageMin: 27, sort: "nearest" });
    await expect(toast(page, "Preferences saved")).toBeVisible();
    await expect(chips(page)).toHaveText(["Men", "27 to 52", "Within 50 miles", "Nearest first"]);
  });

  await test.step("if the new results fail to load, the old ones are removed and an error is shown", async () => {
    await expect(page.getByRole("alert").filter({ hasText: "Failed to load profiles" })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
  });

  await test.step("without results, a tap widens one filter by a step, names it, and can be undone", async () => {
    const before = { ...DEFAULT_FILTERS, distance: 200, gender: ["Women"], interests: ["MMA"], verifiedOnly: true };
    await narrow(request, me, before);
    await showOnly(page, [woman]);
    await page.goto("/browse");
    await expect(page.getByRole("heading", { name: "No profiles available" })).toBeVisible();
    const step = page.getByRole("button", { name: "Include any interests" });
    const saved = page.waitForRequest((one) => one.method() === "PUT");
    await step.click();
    expect((await saved).postDataJSON()).toEqual({ interests: [] });
    await expect(toast(page, "Search widened: any interests.")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    // Show Me and Verified only are the member's alone, so that nothing else is offered.
    await expect(page.getByRole("link", { name: "Polish your profile" })).toBeVisible();
    await expect(step).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Your search is as before.")).toBeVisible();
    await expect(step).toBeVisible();
    expect(await readFilters(request, me)).toMatchObject(before);
  });
});
