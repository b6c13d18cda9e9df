import { readFileSync } from "node:fs";
import type { APIRequestContext, Page } from "@playwright/test";
import { addPhotos, createMember, type Member, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { createReport, joinStaff, openQueue, sendNotice } from "#e2e/support/console.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };

/** Sends a selfie of a member with a photo. */
async function sendSelfie(request: APIRequestContext, member: Member): Promise<void> {
  const headers = { authorization: `Bearer ${member.token}` };
  const started = await request.post("/api/verification", { headers });
  const { request: pose } = (await started.json()) as { request: { id: string } };
  const form = new FormData();
  form.append("requestId", pose.id);
  form.append("isLive", "true");
  form.append("image", new File([readFileSync(PORTRAIT)], "selfie.webp"));
  expect((await request.post("/api/verification/selfie", { headers, multipart: form })).status()).toBe(200);
}

async function expectUsableByThumb(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await findSmallControls(page)).toEqual([]);
}

test("on a phone, a thumb closes and decides cases, assigns a notice and compares selfies", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  await page.setViewportSize(PHONE);
  const [first, second] = [await createReport(request), await createReport(request)];
  const [member, selfieMember] = [await createMember(request), await createMember(request)];
  const number = await sendNotice(request, {
    kind: "illegal",
    place: `The picture with the red car, ${"long".repeat(30)}`,
    details: "The profile offers things that the law forbids.",
    email: "maya.sender@example.com",
  });
  await joinStaff(page, "Ada");
  const notice = page.getByRole("listitem").filter({ hasText: number });

  await test.step("a notice that leads to nobody is below the queue, and closing it asks first", async () => {
    await expect(notice.getByText("The picture with the red car")).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expectUsableByThumb(page);
    const close = notice.getByRole("button", { name: "Close", exact: true });
    await close.click();
    const question = page.getByRole("dialog", { name: "Close this notice?" });
    await expect(question).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(close).toBeFocused();
  });

  await test.step("it becomes part of the case of the member whom it is about", async () => {
    const field = notice.getByLabel("Username");
    await field.fill("nobody_at_all");
    await notice.getByRole("button", { name: "Assign to member" }).click();
    await expect(notice.getByText("No member has this name")).toBeVisible();
    await field.fill(member.username);
    await field.press("Enter");
    await expect(toast(page, "The notice is part of the member's case.")).toBeVisible();
    await expect(notice).toHaveCount(0);
    await page.getByRole("link", { name: member.username }).click();
    await expect(page.getByRole("region", { name: `Notice ${number}` })).toContainText("Maya Ortiz");
    const hide = page.getByRole("button", { name: "Hide", exact: true });
    await hide.click();
    await expect(page.getByLabel("Rule")).toHaveValue("illegal");
    await hide.click();
    await page.getByRole("link", { name: "Back to the queue" }).click();
  });

  await test.step("j and k move through the queue", async () => {
    const links = page.getByRole("list", { name: "Open cases" }).getByRole("link");
    await expect(links).toHaveCount(3);
    await page.keyboard.press("j");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("k");
    await expect(links.nth(0)).toBeFocused();
    await page.setViewportSize({ ...PHONE, height: 240 });
    await links.nth(2).click();
    await expect(page.getByRole("region", { name: "Claim" })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(links.nth(2)).toBeInViewport();
    // Rows change their height with their claim, so a part of it may show.
    await expect(links.nth(0)).not.toBeInViewport({ ratio: 0.5 });
    await page.setViewportSize(PHONE);
  });

  await test.step("marked cases are closed at once", async () => {
    await page.getByRole("checkbox", { name: `Mark the case about ${first.reported.username}` }).check();
    await page.getByRole("button", { name: "Close without action" }).click();
    await expect(toast(page, "1 case closed without action.")).toBeVisible();
    await expect(page.getByRole("link", { name: first.reported.username })).toHaveCount(0);
  });

  await test.step("no act is under the thumb, all are on the screen that it leads to, and the decision says what it is", async () => {
    await page.getByRole("link", { name: second.reported.username }).click();
    const choose = page.getByRole("button", { name: "Choose what to do" });
    await expect(choose).toBeVisible();
    const box = await choose.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(PHONE.height - 40);
    await choose.click();
    for (const act of ["No action", "Suspend", "End account", "Require a selfie"])
      await expect(page.getByRole("button", { name: act })).toBeInViewport();
    await page.getByRole("button", { name: "Ask to change" }).click();
    await expect(page.getByText("Nothing is restricted.")).toBeVisible();
    await page.getByRole("button", { name: "Messages that harass or threaten." }).click();
    await expectAccessibleInBothThemes(page);
    await expectUsableByThumb(page);
    await page.getByRole("button", { name: "Decide: Ask to change" }).click();
    await expect(toast(page, `${second.reported.username}: ask to change.`)).toBeVisible();
    // The next case opens.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(member.username);
    await findEmail(second.reported.email, "About how you use Spotter");
  });

  await test.step("a queue that does not load says so, and loads again", async () => {
    await addPhotos(request, selfieMember, 1);
    await sendSelfie(request, selfieMember);
    await page.route("**/api/moderation/cases?*", (route) => route.fulfill({ status: 400, json: { success: false } }));
    await openQueue(page);
    await expect(page.getByRole("heading", { name: "The queue did not load" })).toBeVisible();
    await expectAccessible(page);
    await page.unroute("**/api/moderation/cases?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "The queue did not load" })).toHaveCount(0);
  });

  const entry = page.getByRole("link", { name: selfieMember.username });
  const panel = page.getByRole("region", { name: "Selfie" });

  await test.step("a selfie is compared with the main photo, and refused with a reason", async () => {
    await entry.click();
    await expect(panel.getByText("Live camera")).toBeVisible();
    await expect(page.getByRole("button", { name: "No action" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Suspend" })).toBeEnabled();
    for (const picture of ["the selfie", "the main photo"]) {
      await panel.getByRole("button", { name: `Open ${picture}` }).click();
      await page.getByRole("button", { name: `Show ${picture}` }).click();
      await page.getByRole("button", { name: "Close" }).click();
    }
    await expectAccessibleInBothThemes(page);
    await expectUsableByThumb(page);
    await panel.getByLabel("If you refuse it, why").selectOption("Face hard to see");
    await panel.getByRole("button", { name: "Refuse" }).click();
    await expect(toast(page, "the selfie is refused.")).toBeVisible();
    const mail = await findEmail(selfieMember.email, "Your selfie could not be approved");
    expect(mail.text).toContain("Your face is hard to see.");
  });

  await test.step("another one is approved", async () => {
    await sendSelfie(request, selfieMember);
    await openQueue(page);
    await entry.click();
    await panel.getByRole("button", { name: "Approve" }).click();
    await expect(toast(page, "the selfie is approved.")).toBeVisible();
    const headers = { authorization: `Bearer ${selfieMember.token}` };
    expect(await (await request.get("/api/verification", { headers })).json()).toMatchObject({ isVerified: true });
  });
});
