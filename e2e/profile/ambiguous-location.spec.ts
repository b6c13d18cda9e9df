import type { Page } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const UNPLACED = "We could not place that; distance will not be shown.";

const location = (page: Page) => page.getByLabel("Location");
const choice = (page: Page) => page.getByRole("group", { name: "Which Springfield?" });
const saveProfile = (page: Page) => page.getByRole("button", { name: "Save Profile" });

test("an ambiguous location asks for a choice, an unknown one shows a hint, and neither delays saving", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  await logInAs(page, await createMember(request));
  await page.goto("/profile");

  await test.step("an ambiguous location asks for a choice, and uses it", async () => {
    await location(page).fill("Springfield");
    await location(page).blur();
    await expect(choice(page).getByRole("radio")).not.toHaveCount(0);
    const first = await choice(page).getByRole("radio").first().getAttribute("aria-label");
    expect(first).toBeNull();
    await expect(choice(page)).toContainText("Until you choose, it is Springfield, MO.");
    await choice(page).getByRole("radio", { name: "Springfield, IL" }).check();
    await expect(location(page)).toHaveValue("Springfield, IL");
    // The choice can be changed.
    await page.keyboard.press("ArrowLeft");
    await expect(location(page)).toHaveValue("Springfield, MA");
    await page.keyboard.press("ArrowRight");
    const sent = page.waitForRequest((one) => one.method() === "PUT");
    await saveProfile(page).click();
    const body = (await sent).postDataJSON() as { coordinates: { coordinates: [number, number] } };
    expect(body).toMatchObject({ location: "Springfield, IL", locationType: "manual" });
    expect(body.coordinates.coordinates[0]).toBeCloseTo(-89.6, 0);
    await expect(toast(page, "Profile saved")).toBeVisible();
    await dismissToasts(page);
  });

  await test.step("an unambiguous location asks no question", async () => {
    const answered = page.waitForResponse("**/api/profile/geocode");
    await location(page).fill("Boulder, CO");
    await location(page).blur();
    expect((await answered).status()).toBe(200);
    await expect(page.getByRole("radio")).toHaveCount(0);
    await expect(location(page)).toHaveAccessibleDescription("");
  });

  await test.step("saving without a choice uses the most likely location, and keeps the question", async () => {
    await location(page).fill("Springfield");
    await location(page).press("Enter");
    await expect(toast(page, "Profile saved")).toBeVisible();
    await expect(choice(page)).toContainText("Until you choose, it is Springfield, MO.");
    await dismissToasts(page);
  });

  await test.step("an unknown location shows a hint, and is saved as text", async () => {
    expectRefusals();
    await location(page).fill("Xyzzyville");
    await location(page).blur();
    await expect(location(page)).toHaveAccessibleDescription(UNPLACED);
    await saveProfile(page).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await page.reload();
    await expect(location(page)).toHaveAccessibleDescription(UNPLACED);
    await location(page).fill("Austin, TX");
    await expect(location(page)).toHaveAccessibleDescription("");
  });

  await test.step("saving does not wait for the question", async () => {
    const release = await holdRequests(page, "**/api/profile/geocode");
    await location(page).fill("Springfield");
    await saveProfile(page).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    release();
    await expect(choice(page)).toBeVisible();
  });
});
