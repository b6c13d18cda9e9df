import type { Page } from "@playwright/test";
import { createReport, joinStaff, openQueue } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { holdResponses } from "#e2e/support/network.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };

/** The row of a case in the queue, as the person's second tab shows it now. */
async function rowIn(page: Page, username: string) {
  await openQueue(page);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: username }) });
  await expect(row).toBeVisible();
  return row;
}

test("a case is claimed while it is open, and left by going on, by r and by closing the tab, unless it is kept", async ({
  page,
  context,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const { reported } = await createReport(request, "Spam or a scam");
  await joinStaff(page, "Grace");
  const other = await context.newPage();
  const claim = page.getByRole("region", { name: "Claim" });
  const open = async () => {
    await openQueue(page);
    await page.getByRole("link", { name: reported.username }).click();
    await expect(claim.getByText(/^Yours until you leave it, \d+ min at most$/)).toBeVisible();
  };
  const expectClaimed = async (isClaimed: boolean) => {
    await expect(async () => {
      const row = await rowIn(other, reported.username);
      await expect(row.getByText("Yours", { exact: true })).toHaveCount(isClaimed ? 1 : 0, { timeout: 500 });
    }).toPass();
  };

  await test.step("it is claimed once, accessibly and on a phone", async () => {
    await open();
    await expectClaimed(true);
    await page.setViewportSize(PHONE);
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("going back to the queue leaves it", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("Escape");
    await expectClaimed(false);
  });

  await test.step("r leaves it, and claims it again", async () => {
    await open();
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("r");
    await expect(claim.getByText("Not claimed. Others can take this case.")).toBeVisible();
    await expectClaimed(false);
    await page.keyboard.press("r");
    await expect(claim.getByText(/^Yours/)).toBeVisible();
    await expectClaimed(true);
  });

  await test.step("a press on Release counts before the claim is answered", async () => {
    const claims = await holdResponses(page, "**/api/moderation/cases/*/claim");
    await openQueue(page);
    await page.getByRole("link", { name: reported.username }).click();
    await claim.getByRole("button", { name: "Release" }).click();
    claims.release();
    await expect(claim.getByText("Not claimed. Others can take this case.")).toBeVisible();
    await expectClaimed(false);
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("r");
    await expectClaimed(true);
  });

  await test.step("closing the tab leaves it", async () => {
    await page.goto("about:blank");
    await expectClaimed(false);
  });

  await test.step("a kept case stays claimed, until it is released", async () => {
    await open();
    await claim.getByRole("button", { name: "Keep when I leave" }).click();
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await expectClaimed(true);
    await page.getByRole("link", { name: reported.username }).click();
    await expect(claim.getByRole("button", { name: "Keep when I leave" })).toHaveAttribute("aria-pressed", "true");
    await claim.getByRole("button", { name: "Release" }).click();
    await expect(toast(page, "Released. Others can take the case.")).toBeVisible();
    await expectClaimed(false);
  });

  await test.step("ending an account after a report of a scam asks whether it was fraud", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("7");
    await expect(page.getByRole("group", { name: "Was it fraud?" })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Say whether it was fraud." })).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Fraud or a scam" })).toHaveAttribute("aria-pressed", "true");
    await page.getByText("What the member is told").click();
    await expect(page.getByLabel("Rule")).toHaveValue("fraud");
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("Enter");
    await expect(toast(page, "Decided.")).toBeVisible();
    expect((await findEmail(reported.email, "Your account has ended")).text).toContain("No fraud and no scams");
  });
});
