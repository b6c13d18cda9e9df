import type { Page } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

const AUSTIN = { latitude: 30.2672, longitude: -97.7431 };
const OPEN_SEA = { latitude: 0, longitude: -140 };

const location = (page: Page) => page.getByLabel("Location");
const find = (page: Page) => page.getByRole("button", { name: "Use Current Location" });

/** Saves the profile, and returns the request body. */
async function saved(page: Page): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Save Profile" }).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  await expect(toast(page, "Profile saved")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  return body;
}

test.describe("with permission", () => {
  test.use({ permissions: ["geolocation"], geolocation: AUSTIN });

  // @spec 2.profile-editor.location-use-current 4.photo-upload-device 5.manual-edit-clears 7.put-api-profile
  test("the device's location is found with progress and saved, and a manual edit clears its coordinates", async ({
    page,
    request,
  }) => {
    await logInAs(page, await createMember(request, { location: "" }));
    await page.goto("/profile");

    await test.step("the device's location is named and saved, and a manual edit clears its coordinates", async () => {
      await find(page).click();
      await expect(location(page)).toHaveValue("Austin, TX");
      expect(await saved(page)).toMatchObject({
        location: "Austin, TX",
        locationType: "device",
        coordinates: { type: "Point", coordinates: [AUSTIN.longitude, AUSTIN.latitude] },
      });
      await location(page).fill("Boulder, CO");
      const edited = await saved(page);
      expect(edited).toMatchObject({ location: "Boulder, CO", locationType: "manual" });
      expect(edited).not.toHaveProperty("coordinates");
      await page.reload();
      await expect(location(page)).toHaveValue("Boulder, CO");
    });

    await test.step("the button shows progress while the location is determined", async () => {
      const release = await holdRequests(page, "**/api/profile/reverse-geocode");
      await find(page).click();
      await expect(page.getByRole("button", { name: "Finding you..." })).toHaveAttribute("aria-disabled", "true");
      release();
      await expect(location(page)).toHaveValue("Austin, TX");
      await expect(find(page)).toBeVisible();
    });
  });
});

test.describe("on the open sea", () => {
  test.use({ permissions: ["geolocation"], geolocation: OPEN_SEA });

  // @spec 8.could-not-determine
  test("a location without a city is reported", async ({ page, request, expectRefusals }) => {
    expectRefusals();
    await logInAs(page, await createMember(request, { location: "Austin, TX" }));
    await page.goto("/profile");
    await find(page).click();
    await expect(toast(page, "Could not determine your city. Please enter manually.")).toBeVisible();
    await expect(location(page)).toHaveValue("Austin, TX");
  });
});

// @spec 8.could-not-get 8.geolocation-not-supported
test("without permission or geolocation, the location must be entered manually", async ({ page, request }) => {
  await logInAs(page, await createMember(request, { location: "Austin, TX" }));
  await page.goto("/profile");

  await test.step("without permission, the location must be entered manually", async () => {
    await find(page).click();
    await expect(toast(page, "Could not get your location. Please enter manually.")).toBeVisible();
    await expect(location(page)).toHaveValue("Austin, TX");
  });

  await test.step("a browser without geolocation shows an error", async () => {
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "geolocation"));
    await page.reload();
    await find(page).click();
    await expect(toast(page, "Geolocation is not supported by your browser")).toBeVisible();
  });
});
