import { addPhotos, createMember } from "#e2e/support/api-fixtures.ts";
import { createReport, joinStaff, openQueue } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };

test("a person of the staff is invited, makes a passkey, decides a report by keyboard, takes it back, and logs in again", async ({
  page,
  request,
  expectRefusals,
}) => {
  // It starts the command line, and runs axe on two screens in both themes.
  test.slow();
  // The session is asked for before the login.
  expectRefusals();
  const { reporter, reported } = await createReport(request, "Someone is in danger");
  await addPhotos(request, reported, 1);
  await joinStaff(page, "Grace");
  const entry = page.getByRole("link", { name: reported.username });

  await test.step("the queue has the case, accessibly and on a phone", async () => {
    await expect(entry).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await expectAccessibleInBothThemes(page);
  });

  await test.step("the case shows the reported message, and pictures blurred until they are pressed", async () => {
    await entry.click();
    await expect(page.getByRole("heading", { level: 1, name: reported.username })).toBeFocused();
    const marked = page.getByRole("listitem").filter({ hasText: "Answer me, or you will be sorry" });
    await expect(marked.getByText("Reported", { exact: true })).toBeVisible();
    await expect(page.getByText(`${reporter.username} (their first report)`)).toBeVisible();
    const picture = page.getByRole("button", { name: "Show photo 1" });
    await picture.click();
    await expect(page.getByRole("button", { name: "Blur photo 1" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessibleInBothThemes(page);
  });

  await test.step("a note stays with the member, and ? shows the keys", async () => {
    await page.keyboard.press("n");
    const field = page.getByLabel("A note for colleagues");
    await expect(field).toBeFocused();
    await field.fill("Wrote the same before? 123");
    await page.getByRole("button", { name: "About the member" }).click();
    await expect(page.getByText("Wrote the same before? 123")).toHaveCount(1);
    await expect(field).toHaveValue("");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("digits choose acts, and Enter decides; both sides get their emails", async () => {
    await page.getByText("What the member is told").click();
    await page.getByLabel("Rule").selectOption("consent");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("5");
    await page.keyboard.press("4");
    await expect(page.getByRole("button", { name: "5 Mute" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Enter");
    await expect(toast(page, "Decided.")).toBeVisible();
    const statement = await findEmail(reported.email, "Your account is restricted");
    expect(statement.text).toContain("You cannot send messages, pictures and crushes until");
    expect(statement.text).not.toContain(reporter.username);
  });

  await test.step("u takes the decision back", async () => {
    await page.keyboard.press("u");
    await expect(toast(page, "The decision is undone.")).toBeVisible();
    await findEmail(reported.email, "We took back a decision");
    await openQueue(page);
    await expect(entry).toBeVisible();
  });

  await test.step("a logout ends the session, and the passkey starts another", async () => {
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(entry).toBeVisible();
  });
});

test("a member who opens the console sees the login, and nothing of it", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const member = await createMember(request);
  await openQueue(page);
  await page.evaluate((token) => localStorage.setItem("token", token), member.token);
  await page.reload();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("on a phone, a thumb marks, closes and decides; without a network the queue says so", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  await page.setViewportSize(PHONE);
  const [first, second] = [await createReport(request), await createReport(request)];
  await joinStaff(page, "Ada");

  await test.step("marked cases are closed at once", async () => {
    await page.getByRole("checkbox", { name: `Mark the case about ${first.reported.username}` }).check();
    await expectAccessibleInBothThemes(page);
    await page.getByRole("button", { name: "Close without action" }).click();
    await expect(toast(page, "1 case closed without action.")).toBeVisible();
    await expect(page.getByRole("link", { name: first.reported.username })).toHaveCount(0);
  });

  await test.step("acts and the decision are at the lower edge", async () => {
    await page.getByRole("link", { name: second.reported.username }).click();
    const decide = page.getByRole("button", { name: "Decide" });
    await expect(decide).toBeVisible();
    const box = await decide.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(PHONE.height - 40);
    await decide.click();
    await expect(page.getByRole("alert").filter({ hasText: "Choose an act first." })).toBeVisible();
    await page.getByRole("button", { name: "Ask to change" }).click();
    await decide.click();
    await expect(toast(page, "Decided.")).toBeVisible();
    await findEmail(second.reported.email, "About how you use Spotter");
  });

  await test.step("a queue that does not load says so, and loads again", async () => {
    await page.route("**/api/moderation/cases?*", (route) => route.fulfill({ status: 400, json: { success: false } }));
    await openQueue(page);
    await expect(page.getByRole("heading", { name: "The queue did not load" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.unroute("**/api/moderation/cases?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "The queue did not load" })).toHaveCount(0);
  });
});
