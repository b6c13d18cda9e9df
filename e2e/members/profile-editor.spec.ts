import type { Page } from "@playwright/test";
import {
  BODY_TYPES,
  GENDERS,
  HEIGHTS,
  heightLabel,
  INTERESTS,
  LOOKING_FOR,
  NOT_SEEN_WITHOUT_GENDER,
  PROMPTS,
} from "#contract/members/catalog.ts";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save Profile" });
const percent = (page: Page) => page.getByRole("progressbar", { name: "Profile completion" });
const options = (page: Page, label: string) => page.getByLabel(label, { exact: true }).getByRole("option");

// @spec 2.profile-editor.completion-percentage-bar 4.completion-save-from 5.six-points-save 9.bio-500-answer
// @spec 2.profile-editor.age-gender-height 2.profile-editor.looking-interests-grid 5.body-types-heights
// @spec 9.heights-from-4 9.looking-body-types 2.profile-editor.bio-500-character 5.bio-500-answer
// @spec 5.interests-ten-most
// @spec 2.profile-editor.username-read-only 5.username-not-editable
// @spec 2.profile-editor.looking-interests-grid 5.only-prompts-question 5.field-errors-clear 5.age-18-100
// @spec 2.routes.profile-crushes 2.profile-editor.age-gender-height 2.profile-editor.save-profile 4.profile-updated
// @spec 7.servers-message-shown 8.failed-save-profile
test("a profile offers the fixed lists, counts completion, is limited, saved and kept, and keeps the input if it is rejected", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const me = await createAccount(request);
  await logInAs(page, me);
  await page.goto("/profile");

  await test.step("selects offer the fixed lists", async () => {
    await expect(options(page, "Gender")).toHaveText(["Choose", ...GENDERS]);
    await expect(options(page, "Height")).toHaveText(["Choose", ...HEIGHTS.map(heightLabel)]);
    await expect(options(page, "Body type")).toHaveText(["Choose", ...BODY_TYPES]);
    await expect(options(page, "Looking for")).toHaveText(["Choose", ...LOOKING_FOR]);
    await expect(options(page, "Prompt 3")).toHaveText(["Choose a prompt", ...PROMPTS]);
    await expect(page.getByRole("group", { name: "Interests" }).getByRole("button")).toHaveText([...INTERESTS]);
  });

  await test.step("each prompt has an answer box, which is disabled until a prompt is chosen", async () => {
    for (const number of [1, 2, 3]) await expect(page.getByLabel(`Answer ${number}`)).toBeDisabled();
    await page.getByLabel("Prompt 2").selectOption(PROMPTS[0]);
    await expect(page.getByLabel(`Answer to: ${PROMPTS[0]}`)).toBeEnabled();
    await page.getByLabel("Prompt 2").selectOption("");
    await expect(page.getByLabel("Answer 2")).toBeDisabled();
  });

  await test.step("completion counts six points, and saving requires 60%", async () => {
    // The age is derived from the date of birth.
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "17");
    await page.getByLabel("Location").fill("Austin, TX");
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "33");
    for (const name of ["Yoga", "Boxing"]) await page.getByRole("button", { name, exact: true }).click();
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "33");
    await page.getByRole("button", { name: "Dance", exact: true }).click();
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "50");
    await expect(save(page)).toBeDisabled();
    await page.getByLabel("Bio", { exact: true }).fill("Early riser.");
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "67");
    await expect(save(page)).toBeEnabled();
    await page.getByLabel("Prompt 1").selectOption("My gym pet peeve is...");
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "67");
    await page.getByLabel("Answer to: My gym pet peeve is...").fill("Bars left loaded.");
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "83");
    // The gender is no point, but without it most members do not see the profile.
    await expect(page.getByText("Next: add your gender")).toBeVisible();
    const gender = page.getByLabel("Gender");
    await expect(gender).toHaveAccessibleDescription(`${NOT_SEEN_WITHOUT_GENDER} until you choose.`);
    await gender.selectOption("Woman");
    await expect(gender).toHaveAccessibleDescription("");
    await expect(percent(page)).toHaveAttribute("aria-valuenow", "83");
    await expect(page.getByText("Next: add a photo")).toBeVisible();
  });

  await test.step("the bio is limited to 500 characters with a counter, an answer to 200", async () => {
    const bio = page.getByLabel("Bio", { exact: true });
    await bio.fill("x".repeat(499));
    await expect(bio).toHaveAccessibleDescription("499 / 500");
    await bio.pressSequentially("yz");
    await expect(bio).toHaveValue(`${"x".repeat(499)}y`);
    await expect(bio).toHaveAccessibleDescription("500 / 500");
    await page.getByLabel("Prompt 1").selectOption("My rest day looks like...");
    const answer = page.getByLabel("Answer to: My rest day looks like...");
    await answer.fill("x".repeat(199));
    await answer.pressSequentially("yz");
    await expect(answer).toHaveValue(`${"x".repeat(199)}y`);
    await expect(answer).toHaveAccessibleDescription("200 / 200");
  });

  await test.step("at most ten interests can be selected", async () => {
    for (const name of ["Yoga", "Boxing", "Dance"]) await page.getByRole("button", { name, exact: true }).click();
    const chips = page.getByRole("group", { name: "Interests" });
    await expect(page.getByText("Pick at least 3.")).toBeVisible();
    const chip = (name: string) => chips.getByRole("button", { name, exact: true });
    for (const name of INTERESTS.slice(0, 11)) await chip(name).click();
    await expect(chips.getByRole("button", { pressed: true })).toHaveText(INTERESTS.slice(0, 10));
    await expect(page.getByText("10 of 10")).toBeVisible();
    await chip(INTERESTS[0]).click();
    await chip(INTERESTS[10]).click();
    await expect(chips.getByRole("button", { pressed: true })).toHaveText(INTERESTS.slice(1, 11));
  });

  await test.step("the username is read-only", async () => {
    const username = page.getByLabel("Username");
    await expect(username).toHaveValue(me.username);
    await expect(username).toHaveAttribute("readonly");
    await expect(username).toHaveAccessibleDescription("Username cannot be changed");
  });

  await test.step("each prompt is offered once, and only answered ones are saved", async () => {
    await page.getByLabel("Answer to: My rest day looks like...").fill("");
    await page.getByLabel("Prompt 1").selectOption(PROMPTS[0]);
    await expect(options(page, "Prompt 2")).toHaveText(["Choose a prompt", ...PROMPTS.slice(1)]);
    await page.getByLabel("Prompt 2").selectOption(PROMPTS[1]);
    await page.getByLabel(`Answer to: ${PROMPTS[1]}`).fill("Twenty clean reps.");
    const saved = page.waitForRequest((request) => request.method() === "PUT");
    await save(page).click();
    expect((await saved).postDataJSON()).toMatchObject({
      prompts: [{ question: PROMPTS[1], answer: "Twenty clean reps." }],
    });
    await expect(page.getByLabel("Prompt 1")).toHaveValue(PROMPTS[1]);
    await expect(toast(page, "Profile saved").getByRole("link")).toHaveAttribute("href", "/browse");
    await dismissToasts(page);
  });

  await test.step("an age under 18 is rejected under its field, until the next edit", async () => {
    const age = page.getByLabel("Age");
    await age.fill("17");
    await save(page).click();
    await expect(age).toHaveAccessibleDescription("Age must be between 18 and 100");
    await expect(age).toBeFocused();
    await age.fill("18");
    await expect(age).toHaveAccessibleDescription("");
  });

  await test.step("a saved profile is recorded for the analytics tag, and kept after a reload", async () => {
    await page.evaluate("window.dataLayer.length = 0");
    const fields = [
      ["Gender", "Man"],
      ["Height", `5'10"`],
      ["Body type", "Curvy"],
      ["Looking for", "New gym buddies"],
    ] as const;
    for (const [label, value] of fields) await page.getByLabel(label).selectOption(value);
    await page.getByLabel("Age").fill("44");
    await save(page).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    expect(await page.evaluate("window.dataLayer")).toEqual([{ event: "profile_updated", completion: 83 }]);
    await page.reload();
    for (const [label, value] of fields) await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel("Age")).toHaveValue("44");
  });

  await test.step("the server's rejection is shown under its field, which has the focus", async () => {
    expectRefusals();
    const message = "Choose up to 10 interests from the list";
    const restore = await refuseRequests(page, "PUT", "**/api/profile", 400, {
      message,
      errors: { interests: message },
    });
    await page.getByLabel("Bio", { exact: true }).fill("Hello.");
    await save(page).click();
    const interests = page.getByRole("group", { name: "Interests" });
    await expect(interests).toBeFocused();
    await expect(interests).toHaveAccessibleDescription(message);
    await expect(toast(page, message)).toBeVisible();
    restore();
    await dismissToasts(page);
  });

  await test.step("a failed save keeps the input", async () => {
    const bio = page.getByLabel("Bio", { exact: true });
    await bio.fill("Kept.");
    const restore = await refuseRequests(page, "PUT", "**/api/profile", 500);
    await save(page).click();
    await expect(toast(page, "Failed to save profile")).toBeVisible();
    await expect(bio).toHaveValue("Kept.");
    restore();
  });
});
