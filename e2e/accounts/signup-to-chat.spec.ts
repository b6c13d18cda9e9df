import type { Page } from "@playwright/test";
import { createMember, logInAs, PASSWORD, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { choose, confirm, expectSent, isDrawn, uncover } from "#e2e/support/attachment-page.ts";
import { expect, toast } from "#e2e/support/fixtures.ts";
import { test as base } from "#e2e/support/own-spotter.ts";
import { button, dialog } from "#e2e/support/signup-page.ts";

/** What a new member meets: limits, checks of pictures, and Today's five, which other tests turn off. */
const test = base.extend({ settings: { RATE_LIMITS: "on", IMAGE_CHECKS: "on" } });

const TOWN = "Missoula, MT";
const INTERESTS = ["Weightlifting", "Hiking", "Meal Prep"];
/** With them, 20 people fit. */
const LATER_MEMBERS = 16;

const set = (page: Page) => page.getByRole("region", { name: "Today's five" });

/** Signs up with the form, with a date of birth that is corrected. */
async function signUp(page: Page, username: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Find Your Crush" }).click();
  await dialog(page).getByLabel("Email").fill(`${username}@example.com`);
  await dialog(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog(page).getByLabel("Confirm password").fill(PASSWORD);
  await button(page, "Continue").click();
  for (const name of ["GymLegend", "FlexMaster", "FitVibes"])
    await expect(dialog(page).getByRole("button", { name, exact: true })).toBeVisible();
  await dialog(page).getByLabel("Username").fill(username);
  await button(page, "Continue").click();
  const birth = dialog(page).getByLabel("Date of birth");
  await birth.fill(`${new Date().getFullYear() - 3}-04-12`);
  await dialog(page).getByRole("checkbox").check();
  await button(page, "Start Crushing").click();
  await expect(birth).toHaveAccessibleDescription(/You must be 18 or older/);
  await birth.fill("1996-04-12");
  await button(page, "Start Crushing").click();
  await expect(page).toHaveURL("/profile");
  await expect(toast(page, "Welcome to Spotter")).toBeVisible();
}

/** Answers the four questions that a new member is asked. */
async function takeFirstSteps(page: Page): Promise<void> {
  const steps = page.getByRole("region", { name: /Question \d of 4|Ready for Browse/ });
  const press = (name: string) => steps.getByRole("button", { name, exact: true }).click();
  await press("Woman");
  await press("Everyone");
  await press("Continue");
  await steps.getByLabel("Location").fill(TOWN);
  await press("Continue");
  await steps.locator('input[type="file"]').setInputFiles(PORTRAIT);
  for (const interest of INTERESTS) await press(interest);
  await press("Continue");
  await steps.getByRole("link", { name: "Browse" }).click();
}

// @spec 2.signup-login.2-username-chips 2.browse.counter-crushes-remaining 2.browse.grid-whole
// @spec 2.browse.cards-photo-username 2.browse.send-crush-becomes
// @spec 2.messages.typing 4.crush-not-sent 4.what-comes-into
test("a visitor signs up, finds a member, matches, chats and receives a picture, with the settings of a new Spotter", async ({
  page: maya,
  person,
  request,
  requireConsoleMessage,
}) => {
  // The journey through the whole product.
  test.slow();
  const mayaName = "maya_lifts";
  const member = await createMember(request, { location: TOWN, interests: INTERESTS });
  const samName = member.username;
  const sam = await person();
  await logInAs(sam, member);
  for (let others = 1; others < 4; others++) await createMember(request, { location: TOWN });
  requireConsoleMessage(/status of 400/);
  await test.step("signs up after a slip in the date of birth, and answers the first questions", async () => {
    await signUp(maya, mayaName);
    await takeFirstSteps(maya);
  });

  const cards = maya.getByRole("article");
  const card = cards.filter({ hasText: samName });
  await test.step("Browse shows four people as a grid, and of twenty five above it", async () => {
    await expect(cards).toHaveCount(4);
    await expect(set(maya)).toHaveCount(0);
    for (let others = 0; others < LATER_MEMBERS; others++) await createMember(request, { location: TOWN });
    await maya.reload();
    await expect(set(maya).getByRole("article")).toHaveCount(5);
    await expect(cards).toHaveCount(20);
  });

  await test.step("a crush is sent for one credit", async () => {
    await expect(card.getByText("Weightlifting, Hiking +1")).toBeVisible();
    await expect(card.getByText("Under 5 miles")).toBeVisible();
    await expect(maya.getByRole("main")).toContainText(/5( left)? crushes remaining/);
    await card.getByRole("button", { name: /^Send Crush/ }).click();
    await expect(card.getByRole("button", { name: /^Undo/ })).toBeVisible();
    await expect(card.getByRole("button", { name: "Crush Sent", exact: true })).toBeDisabled();
    await expect(maya.getByRole("main")).toContainText(/4( left)? crushes remaining/);
  });

  await test.step("both sides celebrate the match", async () => {
    await sam.goto("/crushes");
    await expect(sam.getByRole("tab", { name: /1\s*Crushes Received/ })).toBeVisible();
    await sam.getByRole("button", { name: /^Send Crush Back/ }).click();
    for (const page of [sam, maya]) await expect(page.getByRole("dialog", { name: "It's a match" })).toBeVisible();
    await expect(maya.getByRole("dialog")).toContainText(`You and ${samName} crushed each other.`);
    await maya.getByRole("button", { name: "Keep browsing" }).click();
    await expect(maya.getByRole("dialog")).toBeHidden();
  });

  await test.step("an opener raises the badge, and its reader's receipt comes back", async () => {
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
  });

  await test.step("an answer is seen while it is typed, and read", async () => {
    await maya.getByRole("textbox", { name: `Message ${samName}` }).pressSequentially("Deal.");
    await expect(sam.getByText("typing...").first()).toBeVisible();
    await maya.keyboard.press("Enter");
    await expect(sam.getByRole("log").getByText("Deal.")).toBeVisible();
    await expect(maya.getByRole("log").getByText("Read", { exact: true })).toBeAttached();
  });

  await test.step("a picture arrives once it has been checked", async () => {
    await choose(sam, PORTRAIT);
    await confirm(sam).click();
    await expectSent(sam);
    await uncover(maya);
    await expect.poll(() => isDrawn(maya.getByRole("log").getByRole("img").first())).toBe(true);
  });

  await test.step("a deleted message disappears on both sides", async () => {
    await sam.getByRole("log").getByText("Saturday, 8am at the rack?").hover();
    await sam.getByRole("button", { name: "Delete message" }).first().click();
    await expect(sam.getByRole("alertdialog")).toContainText("Delete this message?");
    await sam.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(sam.getByRole("log").getByText("Saturday, 8am")).toBeHidden();
    await expect(maya.getByRole("log").getByText("Saturday, 8am")).toBeHidden();
  });
});
