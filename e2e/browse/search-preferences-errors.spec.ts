import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, failToLoad, refuseRequests } from "#e2e/support/network.ts";
import { chip, filtersOf, openPanel, panel, panelToggle, save, thumb } from "#e2e/support/preferences-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const FILTERS = "**/api/profile/filters";

// @spec 2.match-preferences.optional-height-range 8.failed-save-preferences
test("invalid, unsaved, rejected and unloaded preferences are reported and not lost", async ({
  page,
  request,
  expectOutage,
}) => {
  test.slow();
  const me = await openPanel(page, request);

  await test.step("a reversed height range shows an error under its field until it is edited", async () => {
    const [shortest, tallest] = [panel(page).getByLabel("Shortest"), panel(page).getByLabel("Tallest")];
    await shortest.selectOption(`6'0"`);
    await tallest.selectOption(`5'0"`);
    await save(page).click();
    await expect(shortest).toHaveAccessibleDescription("The lowest height is above the highest");
    await expect(shortest).toBeFocused();
    await tallest.selectOption("");
    await expect(shortest).toHaveAccessibleDescription("");
    await shortest.selectOption("");
  });

  await test.step("leaving with unsaved preferences asks for confirmation, and saving the profile keeps them", async () => {
    await chip(page, "Women").click();
    await page.getByLabel("Bio", { exact: true }).fill("Both at once.");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(chip(page, "Women")).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("link", { name: "Browse" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Keep editing" }).click();
    // A collapsed panel keeps unsaved preferences.
    await panelToggle(page).click();
    await page.getByRole("link", { name: "Browse" }).click();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await panelToggle(page).click();
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    expect((await filtersOf(request, me)).gender).toEqual(["Women"]);
    await page.getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeVisible();
  });

  await test.step("a rejection is shown under its field; without a message it is 'Failed to save preferences'", async () => {
    expectOutage();
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await panelToggle(page).click();
    await dismissToasts(page);
    await chip(page, "Men").click();
    const message = "Ages go from 18 to 99";
    const restore = await refuseRequests(page, "PUT", FILTERS, 400, { message, errors: { ageMin: message } });
    await save(page).click();
    await expect(toast(page, message)).toBeVisible();
    await expect(page.getByRole("group", { name: "Age range" })).toHaveAccessibleDescription(message);
    await expect(thumb(page, "Lowest age")).toBeFocused();
    restore();
    const allow = await refuseRequests(page, "PUT", FILTERS, 500);
    await save(page).click();
    await expect(toast(page, "Failed to save preferences")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    allow();
    const reconnect = await abortRequests(page, "PUT", FILTERS);
    await save(page).click();
    await expect(toast(page, "Failed to save preferences")).toBeVisible();
    await expect(chip(page, "Men")).toHaveAttribute("aria-pressed", "true");
    reconnect();
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
  });

  await test.step("a failed load of the preferences can be repeated", async () => {
    const restore = await failToLoad(page, FILTERS);
    await page.goto("/profile");
    await panelToggle(page).click();
    await expect(panel(page).getByText("Your preferences did not load.")).toBeVisible();
    restore();
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await expect(save(page)).toBeVisible();
  });
});
