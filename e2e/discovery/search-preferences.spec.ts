import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { expect, expectAccessibleInBothThemes, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { chip, filtersOf, openPanel, panel, panelToggle, press, save, thumb } from "#e2e/support/preferences-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const FILTERS = "**/api/profile/filters";

// @spec 2.match-preferences.age-range-max 2.match-preferences.show-me-looking 5.match-filters-18
// @spec 2.profile-editor.collapsible-match-preferences 2.match-preferences.reset-defaults-save
// @spec 2.match-preferences.optional-height-range 9.show-me-men 8.failed-save-preferences
test("preferences are set by keyboard and mouse, saved, kept, reset, and not lost if they are invalid, unsaved or rejected", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const me = await openPanel(page, request);

  await test.step("all preferences can be set by keyboard, saved, and are kept after a reload", async () => {
    await expect(thumb(page, "Lowest age")).not.toHaveAttribute("aria-valuetext", "18 years");
    await thumb(page, "Lowest age").focus();
    await page.keyboard.press("Home");
    await press(page, "ArrowRight", 6);
    await thumb(page, "Highest age").focus();
    await page.keyboard.press("End");
    await press(page, "PageDown", 4);
    await press(page, "ArrowLeft", 7);
    await thumb(page, "Max distance").focus();
    await press(page, "ArrowLeft", 5);
    await expect(thumb(page, "Lowest age")).toHaveAttribute("aria-valuetext", "24 years");
    await expect(thumb(page, "Highest age")).toHaveAttribute("aria-valuetext", "52 years");
    await expect(thumb(page, "Max distance")).toHaveAttribute("aria-valuetext", "25 miles");
    await expect(panel(page)).toContainText("24 to 52");
    for (const name of ["Women", "Workout partner", "Yoga"]) {
      await chip(page, name).focus();
      await page.keyboard.press("Space");
    }
    await panel(page).getByLabel("Shortest").selectOption(`5'2"`);
    await expect(panelToggle(page)).toContainText("Not saved yet");
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    expect(await filtersOf(request, me)).toEqual({
      ageMin: 24,
      ageMax: 52,
      distance: 25,
      gender: ["Women"],
      lookingFor: ["Workout partner"],
      heightMin: `5'2"`,
      heightMax: null,
      interests: ["Yoga"],
      verifiedOnly: false,
      sharedTimesOnly: false,
      sort: "best",
    });
    await page.reload();
    await panelToggle(page).click();
    await expect(save(page)).toBeVisible();
    await panelToggle(page).click();
    await expect(panelToggle(page)).toContainText(
      "Women · 24 to 52 · Within 25 miles · Workout partner · From 5 ft 2 in · Yoga",
    );
    await panelToggle(page).click();
    await expect(thumb(page, "Lowest age")).toHaveAttribute("aria-valuenow", "24");
    await expect(chip(page, "Women")).toHaveAttribute("aria-pressed", "true");
    await expect(panel(page).getByLabel("Shortest")).toHaveValue(`5'2"`);
  });

  await test.step("Reset to Defaults resets all preferences, to be saved", async () => {
    await chip(page, "Men").click();
    await chip(page, "Not sure yet").click();
    await thumb(page, "Max distance").focus();
    await press(page, "PageUp", 2);
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    await dismissToasts(page);
    await panel(page).getByRole("button", { name: "Reset to Defaults" }).click();
    await expect(thumb(page, "Max distance")).toHaveAttribute("aria-valuetext", "50 miles");
    await expect(chip(page, "Men")).toHaveAttribute("aria-pressed", "false");
    expect((await filtersOf(request, me)).gender).toEqual(["Men"]);
    await save(page).click();
    await expect.poll(() => filtersOf(request, me)).toEqual(DEFAULT_FILTERS);
    await expect(toast(page, "Preferences saved")).toBeVisible();
    await dismissToasts(page);
  });

  await test.step("a thumb follows the mouse, and a click on the track moves it", async () => {
    const distance = thumb(page, "Max distance");
    await distance.scrollIntoViewIfNeeded();
    const from = await distance.boundingBox();
    const box = await page.getByRole("group", { name: "Max distance" }).boundingBox();
    if (!from || !box) throw new Error("There is no slider");
    const y = from.y + from.height / 2;
    await page.mouse.move(from.x + from.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width, y, { steps: 5 });
    await page.mouse.up();
    await expect(distance).toHaveAttribute("aria-valuenow", "200");
    await page.mouse.click(box.x + box.width / 2, y);
    await expect(distance).toHaveAttribute("aria-valuenow", "105");
  });

  await test.step("thumbs stop at the ends and at each other with Home and End, and 99 is displayed as 99+", async () => {
    await expect(panel(page)).toContainText("18 to 99+");
    await expect(thumb(page, "Highest age")).toHaveAttribute("aria-valuetext", "99 years and over");
    await thumb(page, "Highest age").focus();
    await press(page, "ArrowRight", 1);
    await press(page, "PageDown", 3);
    await expect(panel(page)).toContainText("18 to 69");
    await page.keyboard.press("Home");
    await expect(panel(page)).toContainText("18 to 18");
    await page.keyboard.press("End");
    await expect(panel(page)).toContainText("18 to 99+");
    const distance = thumb(page, "Max distance");
    await distance.focus();
    await page.keyboard.press("Home");
    await expect(distance).toHaveAttribute("aria-valuetext", "5 miles");
    await page.keyboard.press("End");
    await expect(distance).toHaveAttribute("aria-valuetext", "200 miles");
  });

  await test.step("More shows all interests; selected ones are always visible", async () => {
    const interests = page.getByRole("group", { name: "Interests" }).last();
    await expect(interests.getByRole("button", { name: "Tennis" })).toHaveCount(0);
    await interests.getByRole("button", { name: "Show more" }).click();
    await interests.getByRole("button", { name: "Tennis" }).click();
    await interests.getByRole("button", { name: "Show less" }).click();
    await expect(interests.getByRole("button", { pressed: true })).toHaveText(["Tennis"]);
    await expect(interests.getByRole("button", { name: "Soccer" })).toHaveCount(0);
  });

  await test.step("Show Me allows one choice at most; none shows a hint, and can be saved", async () => {
    const hint = panel(page).getByText("Please select at least one option");
    // The last one is neither of the specification's two, and unsets them.
    await expect(page.getByRole("group", { name: "Show Me" }).getByRole("button")).toHaveText([
      "Men",
      "Women",
      "Everyone",
    ]);
    await expect(hint).toBeVisible();
    await chip(page, "Men").click();
    await expect(hint).toBeHidden();
    await chip(page, "Women").click();
    await expect(chip(page, "Men")).toHaveAttribute("aria-pressed", "false");
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    expect((await filtersOf(request, me)).gender).toEqual(["Women"]);
    await chip(page, "Everyone").click();
    await expect(chip(page, "Women")).toHaveAttribute("aria-pressed", "false");
    await expect(hint).toBeHidden();
    await chip(page, "Everyone").click();
    await expect(hint).toBeVisible();
    await expect(page.getByRole("group", { name: "Show Me" })).toHaveAccessibleDescription(
      "Please select at least one option",
    );
    await save(page).click();
    await expect.poll(async () => (await filtersOf(request, me)).gender).toEqual([]);
    await expect(toast(page, "Preferences saved")).toBeVisible();
    await dismissToasts(page);
  });
  await test.step("the panel is accessible in both themes", async () => {
    await chip(page, "Women").click();
    await expectAccessibleInBothThemes(page);
    await chip(page, "Women").click();
  });

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

  await test.step("saving the profile saves the preferences, and a collapsed panel keeps unsaved ones", async () => {
    await chip(page, "Men").click();
    await page.getByLabel("Bio", { exact: true }).fill("Both at once.");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(panelToggle(page)).not.toContainText("Not saved yet");
    expect((await filtersOf(request, me)).gender).toEqual(["Men"]);
    await dismissToasts(page);
    await chip(page, "Women").click();
    // A collapsed panel keeps unsaved preferences.
    await panelToggle(page).click();
    await expect(panelToggle(page)).toContainText("Not saved yet");
    await panelToggle(page).click();
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
    expect((await filtersOf(request, me)).gender).toEqual(["Women"]);
    await dismissToasts(page);
  });

  await test.step("a rejection is shown under its field; without a message it is 'Failed to save preferences'", async () => {
    expectRefusals();
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
    await expect(chip(page, "Men")).toHaveAttribute("aria-pressed", "true");
    allow();
    await save(page).click();
    await expect(toast(page, "Preferences saved")).toBeVisible();
  });
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test("a finger moves a thumb horizontally, and scrolls the page vertically without moving one", async ({
    page,
    request,
  }) => {
    await openPanel(page, request);
    const distance = thumb(page, "Max distance");
    await distance.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const device = await page.context().newCDPSession(page);
    const swipe = async (from: { x: number; y: number }, right: number, down: number) => {
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
        device.send("Input.dispatchTouchEvent", { type, touchPoints });
      await touch("touchStart", [from]);
      for (let part = 1; part <= 8; part++) {
        await touch("touchMove", [{ x: from.x + (right * part) / 8, y: from.y + (down * part) / 8 }]);
      }
      await touch("touchEnd", []);
    };
    const at = await distance.boundingBox();
    if (!at) throw new Error("There is no thumb");
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await swipe({ x, y }, 90, 0);
    // The last move is drawn with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const slid = Number(await distance.getAttribute("aria-valuenow"));
    expect(slid).toBeGreaterThan(60);
    const before = await page.evaluate(() => window.scrollY);
    await swipe({ x, y }, 0, 200);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(before - 50);
    await expect(distance).toHaveAttribute("aria-valuenow", String(slid));
  });
});
