import type { Page } from "@playwright/test";
import { NOT_SEEN_WITHOUT_GENDER } from "#contract/members/catalog.ts";
import { createAccount, logInAs, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";

test.use({ viewport: { width: 360, height: 740 } });

const steps = (page: Page) => page.getByRole("region", { name: /Question \d of 4|Ready for Browse/ });
const question = (page: Page, number: number) =>
  steps(page).getByRole("heading", { name: new RegExp(`^Question ${number} of 4`) });
const progress = (page: Page) => page.getByRole("progressbar", { name: "First steps" });

async function press(page: Page, name: string): Promise<void> {
  await steps(page).getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

test("a new member may skip questions, which Browse reminds of, or answers them by keyboard, each saved at once", async ({
  page,
  request,
}) => {
  await logInAs(page, await createAccount(request));
  await page.goto("/profile");

  await test.step("skipped questions are not asked again after a reload", async () => {
    for (const number of [1, 2, 3]) {
      await expect(question(page, number)).toBeVisible();
      await press(page, "Skip");
    }
    await expect(question(page, 4)).toBeFocused();
    await expect(progress(page)).toHaveAttribute("aria-valuetext", "Step 4 of 4");
    await page.reload();
    await expect(question(page, 4)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("Browse says what a skipped gender costs, and leads to it", async () => {
    await page.getByRole("link", { name: "Browse" }).click();
    await expect(page.getByText(`${NOT_SEEN_WITHOUT_GENDER} until you add your gender.`)).toBeVisible();
    await page.getByRole("link", { name: "add your gender" }).click();
    await expect(page.getByLabel("Gender")).toBeFocused();
  });

  await test.step("a new tab asks again", async () => {
    await page.evaluate(() => sessionStorage.removeItem("firstSteps"));
    await page.reload();
    await expect(question(page, 1)).toBeVisible();
  });

  await test.step("gender and Show Me", async () => {
    await expect(question(page, 1)).toBeVisible();
    await press(page, "Continue");
    await expect(steps(page).getByText("Choose one, or skip this question.")).toBeVisible();
    await press(page, "Woman");
    await press(page, "Everyone");
    await press(page, "Continue");
    await expect(question(page, 2)).toBeFocused();
    await expect(page.locator("#profile-form").getByLabel("Gender")).toHaveValue("Woman");
  });

  await test.step("an ambiguous place is asked about before it is saved", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.type("Springfield");
    await page.keyboard.press("Enter");
    await expect(steps(page).getByText("Which Springfield?").first()).toBeVisible();
    await steps(page).getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await press(page, "Continue");
    await expect(question(page, 3)).toBeFocused();
    await expect(page.locator("#profile-form").getByLabel("Location")).toHaveValue(/^Springfield, /);
  });

  await test.step("a photo leads to the next question", async () => {
    await steps(page).locator('input[type="file"]').setInputFiles(PORTRAIT);
    await expect(question(page, 4)).toBeVisible();
    await expect(page.getByText("1 of 6")).toBeVisible();
  });

  await test.step("after the last question, Browse is next", async () => {
    for (const name of ["Yoga", "Boxing", "Dance"]) await press(page, name);
    await press(page, "Continue");
    await expect(steps(page).getByRole("heading", { name: "Ready for Browse" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(steps(page).getByRole("link", { name: "Browse" })).toBeFocused();
    await expect(page.locator("#profile-form").getByText("3 of 10")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/browse");
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Basic info" })).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
  });
});
