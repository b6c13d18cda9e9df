import type { Page } from "@playwright/test";
import { createMember, logInAs, PASSWORD, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

/** Where no other test's members live. */
const TOWN = "Missoula, MT";

/** Signs up with the form, and completes the profile until it can be saved. */
async function signUp(page: Page, username: string, interests: readonly string[]): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Find Your Crush" }).click();
  await page.getByLabel("Email").fill(`${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Date of birth").fill("1996-04-12");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Start Crushing" }).last().click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("alert").filter({ hasText: "Welcome to Spotter" })).toBeVisible();

  const save = page.getByRole("button", { name: "Save Profile" });
  await expect(save).toBeDisabled();
  await page.locator('input[type="file"]').setInputFiles(PORTRAIT);
  await expect(page.getByText("1 of 6")).toBeVisible();
  await page.getByLabel("Location").fill(TOWN);
  await page.getByLabel("Bio").fill("Four days a week under a bar.");
  for (const interest of interests) {
    await page.getByRole("button", { name: interest, exact: true }).click();
  }
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Profile saved" })).toBeVisible();
}

// @spec 2.messages.typing 4.crush-not-sent 4.what-comes-into
test("a visitor signs up, finds a member, matches and chats, with live updates", async ({
  page: maya,
  person,
  request,
}) => {
  // The journey through the whole product.
  test.slow();
  const mayaName = `maya_${Date.now().toString(36)}`;
  const interests = ["Weightlifting", "Hiking", "Meal Prep"];
  const member = await createMember(request, { location: TOWN, interests });
  const samName = member.username;
  const sam = await person();
  await logInAs(sam, member);
  await signUp(maya, mayaName, interests);

  // Maya finds Sam among the members of her town, and sends a crush.
  await maya.getByRole("link", { name: "Browse" }).click();
  const card = maya.getByRole("article").filter({ hasText: samName });
  await expect(card.getByText("3 shared interests")).toBeVisible();
  await expect(card.getByText("Under 5 miles")).toBeVisible();
  await expect(maya.getByRole("main")).toContainText(/5( left)? crushes remaining/);
  await card.getByRole("button", { name: /^Send Crush/ }).click();
  await expect(card.getByRole("button", { name: "Crush Sent" })).toBeDisabled();
  await expect(maya.getByRole("main")).toContainText(/4( left)? crushes remaining/);

  // Sam sees it under My Crushes and sends one back: both sides celebrate the match.
  await sam.goto("/crushes");
  await expect(sam.getByRole("tab", { name: /1\s*Crushes Received/ })).toBeVisible();
  await sam.getByRole("button", { name: /^Send Crush Back/ }).click();
  for (const page of [sam, maya]) {
    await expect(page.getByRole("dialog", { name: "It's a match" })).toBeVisible();
  }
  await expect(maya.getByRole("dialog")).toContainText(`You and ${samName} crushed each other.`);
  await maya.getByRole("button", { name: "Keep browsing" }).click();
  await expect(maya.getByRole("dialog")).toBeHidden();

  // Sam sends an opener; Maya sees the badge and opens the conversation; Sam sees the read receipt.
  await sam.getByRole("button", { name: "Send Message" }).click();
  await sam.getByRole("textbox", { name: `Message ${mayaName}` }).fill("Saturday, 8am at the rack?");
  await sam.getByRole("button", { name: "Send", exact: true }).click();
  await expect(sam.getByRole("log").getByText("Sent", { exact: true })).toBeAttached();
  const messages = maya.getByRole("link", { name: /^Messages/ });
  await expect(messages).toContainText("1");
  await messages.click();
  await expect(maya.getByText("Saturday, 8am at the rack?")).toBeVisible();
  await maya.getByRole("link", { name: new RegExp(samName) }).click();
  await expect(sam.getByRole("log").getByText("Read", { exact: true })).toBeAttached();
  await expect(messages).not.toContainText("1");

  // Maya types and answers; Sam's screen updates without interaction.
  await maya.getByRole("textbox", { name: `Message ${samName}` }).pressSequentially("Deal.");
  await expect(sam.getByText("typing...").first()).toBeVisible();
  await maya.keyboard.press("Enter");
  await expect(sam.getByRole("log").getByText("Deal.")).toBeVisible();
  await expect(maya.getByRole("log").getByText("Read", { exact: true })).toBeAttached();

  // Sam deletes the message after a confirmation; it disappears on both sides.
  await sam.getByRole("log").getByText("Saturday, 8am at the rack?").hover();
  await sam.getByRole("button", { name: "Delete message" }).click();
  await expect(sam.getByRole("alertdialog")).toContainText("Delete this message?");
  await sam.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(sam.getByRole("log").getByText("Saturday, 8am")).toBeHidden();
  await expect(maya.getByRole("log").getByText("Saturday, 8am")).toBeHidden();
});
