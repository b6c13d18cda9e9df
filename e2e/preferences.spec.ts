import type { APIRequestContext, Page } from "@playwright/test";
import { DEFAULT_FILTERS, type Filters } from "#contract/filters.ts";
import { expect, expectAccessible, test, toast } from "./fixtures.ts";
import { breakOff, refuse } from "./network.ts";
import { enterAs, makePerson, type Person } from "./people.ts";

const FILTERS = "**/api/profile/filters";

const fold = (page: Page) => page.getByRole("button", { name: /^Match Preferences/ });
const panel = (page: Page) => page.getByRole("region", { name: "Match Preferences" });
const thumb = (page: Page, name: string) => page.getByRole("slider", { name });
const save = (page: Page) => page.getByRole("button", { name: "Save Preferences" });
const pick = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });

const headers = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

async function filtersOf(request: APIRequestContext, person: Person): Promise<Filters> {
  const reply = await request.get("/api/profile/filters", { headers: headers(person) });
  return ((await reply.json()) as { filters: Filters }).filters;
}

/** Somebody in the editor, the panel open. */
async function open(page: Page, request: APIRequestContext): Promise<Person> {
  const me = await makePerson(request);
  await enterAs(page, me);
  await page.goto("/profile");
  await fold(page).click();
  await expect(save(page)).toBeVisible();
  return me;
}

/** How often a key is pressed on what has the focus. */
async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

test("all of it is set by keyboard, saved, and there after a reload", async ({ page, request }) => {
  const me = await open(page, request);
  await thumb(page, "Lowest age").focus();
  await press(page, "ArrowRight", 6);
  await thumb(page, "Highest age").focus();
  await press(page, "PageDown", 4);
  await press(page, "ArrowLeft", 7);
  await thumb(page, "Max distance").focus();
  await press(page, "ArrowLeft", 5);
  await expect(thumb(page, "Lowest age")).toHaveAttribute("aria-valuetext", "24 years");
  await expect(thumb(page, "Highest age")).toHaveAttribute("aria-valuetext", "52 years");
  await expect(thumb(page, "Max distance")).toHaveAttribute("aria-valuetext", "25 miles");
  await expect(panel(page)).toContainText("24 to 52");
  for (const name of ["Women", "Workout partner", "Yoga"]) {
    await pick(page, name).focus();
    await page.keyboard.press("Space");
  }
  await panel(page).getByLabel("Shortest").selectOption(`5'2"`);
  await expect(fold(page)).toContainText("Not saved yet");
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
  });
  await page.reload();
  await expect(fold(page)).toContainText(
    "Women · 24 to 52 · Within 25 miles · Workout partner · From 5 ft 2 in · Yoga",
  );
  await fold(page).click();
  await expect(thumb(page, "Lowest age")).toHaveAttribute("aria-valuenow", "24");
  await expect(pick(page, "Women")).toHaveAttribute("aria-pressed", "true");
  await expect(panel(page).getByLabel("Shortest")).toHaveValue(`5'2"`);
});

test("thumbs stop at their ends, at each other with Home and End, and 99 is 99+", async ({ page, request }) => {
  await open(page, request);
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

test("a thumb follows the mouse, and the track takes a click", async ({ page, request }) => {
  await open(page, request);
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

test("Show Me is one at most; none shows the hint, and saves", async ({ page, request }) => {
  const me = await open(page, request);
  const hint = panel(page).getByText("Please select at least one option");
  await expect(hint).toBeVisible();
  await pick(page, "Men").click();
  await expect(hint).toBeHidden();
  await pick(page, "Women").click();
  await expect(pick(page, "Men")).toHaveAttribute("aria-pressed", "false");
  await save(page).click();
  await expect(toast(page, "Preferences saved")).toBeVisible();
  expect((await filtersOf(request, me)).gender).toEqual(["Women"]);
  await pick(page, "Women").click();
  await expect(hint).toBeVisible();
  await expect(page.getByRole("group", { name: "Show Me" })).toHaveAccessibleDescription(
    "Please select at least one option",
  );
  await save(page).click();
  await expect.poll(async () => (await filtersOf(request, me)).gender).toEqual([]);
});

test("Reset to Defaults puts all back, to be saved", async ({ page, request }) => {
  const me = await open(page, request);
  await pick(page, "Men").click();
  await pick(page, "Not sure yet").click();
  await thumb(page, "Max distance").focus();
  await press(page, "PageUp", 2);
  await save(page).click();
  await expect(toast(page, "Preferences saved")).toBeVisible();
  await panel(page).getByRole("button", { name: "Reset to Defaults" }).click();
  await expect(thumb(page, "Max distance")).toHaveAttribute("aria-valuetext", "50 miles");
  await expect(pick(page, "Men")).toHaveAttribute("aria-pressed", "false");
  expect((await filtersOf(request, me)).gender).toEqual(["Men"]);
  await save(page).click();
  await expect.poll(() => filtersOf(request, me)).toEqual(DEFAULT_FILTERS);
});

test("more interests are shown on demand, and chosen ones always", async ({ page, request }) => {
  await open(page, request);
  const interests = page.getByRole("group", { name: "Interests" }).last();
  await expect(interests.getByRole("button", { name: "Tennis" })).toHaveCount(0);
  await interests.getByRole("button", { name: "Show more" }).click();
  await interests.getByRole("button", { name: "Tennis" }).click();
  await interests.getByRole("button", { name: "Show less" }).click();
  await expect(interests.getByRole("button", { pressed: true })).toHaveText(["Tennis"]);
  await expect(interests.getByRole("button", { name: "Soccer" })).toHaveCount(0);
});

test("a height range the wrong way round is told under its field, until it is edited", async ({ page, request }) => {
  await open(page, request);
  const [shortest, tallest] = [panel(page).getByLabel("Shortest"), panel(page).getByLabel("Tallest")];
  await shortest.selectOption(`6'0"`);
  await tallest.selectOption(`5'0"`);
  await save(page).click();
  await expect(shortest).toHaveAccessibleDescription("The lowest height is above the highest");
  await expect(shortest).toBeFocused();
  await tallest.selectOption("");
  await expect(shortest).toHaveAccessibleDescription("");
});

test("what the server refuses stands under its field; without words it is 'Failed to save preferences'", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  await open(page, request);
  await pick(page, "Men").click();
  const message = "Ages go from 18 to 99";
  const mend = await refuse(page, "PUT", FILTERS, 400, { message, errors: { ageMin: message } });
  await save(page).click();
  await expect(toast(page, message)).toBeVisible();
  await expect(page.getByRole("group", { name: "Age range" })).toHaveAccessibleDescription(message);
  await expect(thumb(page, "Lowest age")).toBeFocused();
  await mend();
  const allow = await refuse(page, "PUT", FILTERS, 500);
  await save(page).click();
  await expect(toast(page, "Failed to save preferences")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).last().click();
  await allow();
  await breakOff(page, "PUT", FILTERS);
  await save(page).click();
  await expect(toast(page, "Failed to save preferences")).toBeVisible();
  await expect(pick(page, "Men")).toHaveAttribute("aria-pressed", "true");
});

test("leaving with unsaved preferences asks, and saving the profile loses none of them", async ({ page, request }) => {
  const me = await open(page, request);
  await pick(page, "Women").click();
  await page.getByLabel("Bio", { exact: true }).fill("Both at once.");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect(toast(page, "Profile saved")).toBeVisible();
  await expect(pick(page, "Women")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Browse" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  // Folded, it still holds them.
  await fold(page).click();
  await page.getByRole("link", { name: "Browse" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await fold(page).click();
  await save(page).click();
  await expect(toast(page, "Preferences saved")).toBeVisible();
  expect((await filtersOf(request, me)).gender).toEqual(["Women"]);
  await page.getByRole("link", { name: "Browse" }).click();
  await expect(page).toHaveURL("/browse");
});

test("preferences that cannot be loaded leave a quiet way to try again", async ({ page, request, expectOutage }) => {
  expectOutage();
  await enterAs(page, await makePerson(request));
  const mend = await breakOff(page, "GET", FILTERS);
  await page.goto("/profile");
  await fold(page).click();
  await expect(panel(page).getByText("Your preferences did not load.")).toBeVisible();
  await mend();
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(save(page)).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the panel is accessible, ${colorScheme}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, request);
    await pick(page, "Women").click();
    await expectAccessible(page);
  });
}
