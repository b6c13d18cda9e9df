import type { Page } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const OPEN_SEA = { latitude: 0, longitude: -140 };
const UNPLACED = "We could not place that; distance will not be shown.";

const location = (page: Page) => page.getByLabel("Location");
const find = (page: Page) => page.getByRole("button", { name: "Use Current Location" });
const choice = (page: Page) => page.getByRole("group", { name: "Which Springfield?" });
const saveProfile = (page: Page) => page.getByRole("button", { name: "Save Profile" });

async function saved(page: Page): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await saveProfile(page).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  await expect(toast(page, "Profile saved")).toBeVisible();
  await dismissToasts(page);
  return body;
}

// @spec 2.profile-editor.location-use-current 4.photo-upload-device 5.manual-edit-clears 7.put-api-profile
// @spec 8.could-not-determine 8.could-not-get 8.geolocation-not-supported
test("a location comes from the device or is typed, asks for a choice if ambiguous, and never delays saving", async ({
  page,
  context,
  request,
  expectRefusals,
}) => {
  await logInAs(page, await createMember(request, { location: "Duluth, MN" }));
  await page.goto("/profile");

  await test.step("without permission, the location must be entered manually", async () => {
    await find(page).click();
    await expect(toast(page, "Could not get your location. Please enter manually.")).toBeVisible();
    await expect(location(page)).toHaveValue("Duluth, MN");
  });

  await test.step("a location without a city is reported", async () => {
    expectRefusals();
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(OPEN_SEA);
    await find(page).click();
    await expect(toast(page, "Could not determine your city. Please enter manually.")).toBeVisible();
    await expect(location(page)).toHaveValue("Duluth, MN");
    await dismissToasts(page);
  });

  await test.step("the device's location is found with progress and saved, and a manual edit clears its coordinates", async () => {
    // The browser may answer with a position of the last five minutes.
    await page.evaluate(() => {
      const { geolocation } = navigator;
      const ask = geolocation.getCurrentPosition.bind(geolocation);
      geolocation.getCurrentPosition = (done, failed) => ask(done, failed, { maximumAge: 0 });
    });
    await context.setGeolocation(AUSTIN);
    const release = await holdRequests(page, "**/api/profile/reverse-geocode");
    await find(page).click();
    await expect(page.getByRole("button", { name: "Finding you..." })).toHaveAttribute("aria-disabled", "true");
    release();
    await expect(location(page)).toHaveValue("Austin, TX");
    await expect(find(page)).toBeVisible();
    expect(await saved(page)).toMatchObject({
      location: "Austin, TX",
      locationType: "device",
      coordinates: { type: "Point", coordinates: [AUSTIN.longitude, AUSTIN.latitude] },
    });
    await location(page).fill("Boulder, CO");
    const edited = await saved(page);
    expect(edited).toMatchObject({ location: "Boulder, CO", locationType: "manual" });
    expect(edited).not.toHaveProperty("coordinates");
  });

  await test.step("an ambiguous location asks for a choice, and uses it", async () => {
    await location(page).fill("Springfield");
    await location(page).blur();
    await expect(choice(page).getByRole("radio")).not.toHaveCount(0);
    await expect(choice(page)).toContainText("Until you choose, it is Springfield, MO.");
    await choice(page).getByRole("radio", { name: "Springfield, IL" }).check();
    await expect(location(page)).toHaveValue("Springfield, IL");
    // The choice can be changed.
    await page.keyboard.press("ArrowLeft");
    await expect(location(page)).toHaveValue("Springfield, MA");
    await page.keyboard.press("ArrowRight");
    const body = await saved(page);
    expect(body).toMatchObject({ location: "Springfield, IL", locationType: "manual" });
    expect((body["coordinates"] as { coordinates: [number, number] }).coordinates[0]).toBeCloseTo(-89.6, 0);
  });

  await test.step("an unknown location shows a hint, and is saved as text", async () => {
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

  await test.step("a browser without geolocation shows an error", async () => {
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, "geolocation"));
    await find(page).click();
    await expect(toast(page, "Geolocation is not supported by your browser")).toBeVisible();
  });
});
