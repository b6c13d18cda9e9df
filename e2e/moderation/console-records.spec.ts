import { createReport, joinStaff } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };

test("one field leads to a member, whose page, decisions and log are read on a phone and by keyboard", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const { reported, reporter } = await createReport(request, "Someone is in danger");
  await joinStaff(page, "Ada");
  const heading = page.getByRole("heading", { level: 1 });
  const expectUsableByThumb = async () => {
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
  };

  await test.step("a row of the queue says why the case is open", async () => {
    const row = page.getByRole("link", { name: reported.username });
    await expect(row).toContainText("Someone is in danger");
    await expect(row).toContainText("They go on.");
  });

  await test.step("/ searches by a part of the name, which the address of the page does not have", async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("nobody-at-all");
    await page.keyboard.press("Enter");
    await expect(heading).toHaveText("Search");
    await expect(page.getByRole("status").getByText("Nothing was found")).toHaveCount(1);
    await expect(heading).toBeFocused();
    await page.keyboard.press("/");
    await page.keyboard.type(reported.username.slice(1));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").getByText(/result/)).toHaveCount(1);
    await expect(heading).toBeFocused();
    await page.getByRole("main").getByRole("link", { name: reported.username }).click();
    await expect(heading).toHaveText(reported.username);
    await expect(page.getByText("Nothing was paid.")).toBeVisible();
    await expect(heading).toBeFocused();
    expect(page.url()).not.toContain(reported.username);
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue(reported.username.slice(1));
    await page.goForward();
  });

  await page.setViewportSize(PHONE);

  await test.step("on a phone the member's page fits, and leads to the case and back by the menu", async () => {
    await expectUsableByThumb();
    await page.getByRole("link", { name: /^Member, .*open$/ }).click();
    await expect(page.getByRole("region", { name: "Claim" })).toBeVisible();
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: "Decisions" })).toBeVisible();
    await expectUsableByThumb();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Decisions" })).toHaveCount(0);
    await expect(heading).toHaveText(reported.username);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Decisions" }).click();
    await expect(page.getByText("Nothing is decided yet")).toBeVisible();
    await expectUsableByThumb();
  });

  await test.step("the contents of the guide lead to its sections, also in a page that is loaded", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Guide" }).click();
    await expect(heading).toBeFocused();
    const contents = page.getByRole("navigation", { name: "In this guide" });
    const acts = page.getByRole("region", { name: "Acts" });
    await contents.getByRole("link", { name: "Acts" }).click();
    await expect(acts).toBeFocused();
    await expect(acts.getByRole("heading")).toBeInViewport();
    await page.reload();
    await expect(acts.getByRole("heading")).toBeInViewport();
  });

  await test.step("the log has the looks, and is filtered by what was done", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Log", exact: true }).click();
    await expect(page.getByText("Ada: show member").first()).toBeVisible();
    await expectUsableByThumb();
    await page.getByLabel("Action").selectOption("search");
    await expect(page.getByText("Ada: show member")).toHaveCount(0);
    await expect(page.getByText("Ada: search").first()).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: reported.username })).toBeVisible();
    await expect(page.getByText(reporter.username)).toHaveCount(0);
  });
});
