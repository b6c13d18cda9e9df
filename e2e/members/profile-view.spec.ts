import { AUSTIN, createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { refuseRequests, sendHeldCrushes } from "#e2e/support/network.ts";

// @spec 2.routes.profile-userid 2.profile-view.username-age-location 2.profile-view.send-crush-becomes
// @spec 2.profile-view.profile-not-found 8.profile-not-found
test("a profile shows its fields, takes crushes, leads to the chat of a match, and reports that it disappeared", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createMember(request, { location: AUSTIN, interests: ["Running", "Yoga", "Boxing"] });
  const other = await createMember(request, {
    age: 41,
    height: `5'8"`,
    bodyType: "Athletic",
    location: "Round Rock, TX",
    bio: "<b>Bold</b> & early.",
  });
  const admirer = await createMember(request);
  await sendCrush(request, admirer, me);
  await logInAs(page, me);

  await page.goto(`/profile/${other.id}`);

  await test.step("all fields are shown, and shared interests are marked", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${other.username} 41`);
    const main = page.getByRole("main");
    await expect(main).toContainText("Round Rock, TX · 10 to 25 miles");
    for (const [name, text] of [
      ["Height", "5 ft 8 in"],
      ["Body type", "Athletic"],
      ["Looking for", "Workout partner"],
      ["My rest day looks like...", "Pancakes."],
    ] as const) {
      await expect(main.getByRole("term").filter({ hasText: name })).toBeVisible();
      await expect(main.getByRole("definition").filter({ hasText: text })).toBeVisible();
    }
    await expect(main.getByRole("term")).toHaveText([
      "Looking for",
      "My rest day looks like...",
      "Height",
      "Body type",
    ]);
    await expect(page.getByRole("heading", { name: "Get to know me" })).toBeVisible();
    await expect(main.getByText("<b>Bold</b> & early.")).toBeVisible();
    const interests = main.getByRole("region").or(main.locator("section")).filter({ hasText: "Interests" });
    await expect(interests.getByRole("listitem")).toHaveText(["Running, shared with you", "Weightlifting", "Hiking"]);
  });

  await test.step("'Send a Crush' becomes a disabled 'Crush Sent ✓'", async () => {
    await page.getByRole("button", { name: "Send a Crush" }).click();
    await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
    await sendHeldCrushes(page);
    const sent = page.getByRole("button", { name: "Crush Sent ✓", exact: true });
    await expect(sent).toHaveAttribute("aria-disabled", "true");
    // It leaves the tab order with the focus.
    await page.getByRole("main").focus();
    await expect(sent).toBeDisabled();
  });

  await test.step("Back returns to Browse after opening a link, and to the previous screen", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL("/browse");
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeVisible();
    await page.getByRole("link", { name: /^My Crushes/ }).click();
    await page.getByRole("link", { name: "View Profile" }).click();
    await expect(page).toHaveURL(`/profile/${admirer.id}`);
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await expect(page).toHaveURL("/crushes");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("answering a crush turns the button into a link to the chat", async () => {
    await page.getByRole("link", { name: "View Profile" }).click();
    await expect(page.getByText("Crushed on you")).toBeVisible();
    await page.getByRole("button", { name: "Crush back" }).click();
    await page.getByRole("dialog", { name: "It's a match" }).getByRole("button", { name: "Keep browsing" }).click();
    await expect(page.getByRole("button", { name: "Crush Sent ✓" })).toHaveCount(0);
    await page.getByRole("link", { name: "Send Message" }).click();
    await expect(page).toHaveURL(`/messages/${admirer.id}`);
    await expect(page.getByRole("textbox", { name: `Message ${admirer.username}` })).toBeVisible();
  });

  await test.step("a match can be messaged at all widths", async () => {
    await page.goBack();
    for (const width of [360, 640, 1280]) {
      await page.setViewportSize({ width, height: width === 640 ? 360 : 740 });
      const message = page.getByRole("link", { name: "Send Message" });
      await expect(message).toHaveAttribute("href", `/messages/${admirer.id}`);
      await expect(message).toBeInViewport({ ratio: 1 });
      expect(await message.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

  await test.step("a profile that disappears while it is open is reported, with a link to My Crushes", async () => {
    await page.getByRole("link", { name: "Send Message" }).focus();
    await refuseRequests(page, "GET", `**/api/users/${admirer.id}`, 404, { code: "profile_not_found" });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByRole("heading", { level: 1, name: "Profile not found" })).toBeFocused();
    await page.getByRole("link", { name: "Back to My Crushes" }).click();
    await expect(page).toHaveURL("/crushes");
    await expect(page.getByRole("link", { name: "View Profile" })).toBeVisible();
  });

  await test.step("the own profile opens the editor", async () => {
    await page.goto(`/profile/${me.id}`);
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("heading", { name: "Basic info" })).toBeVisible();
  });
});
