import { readFileSync } from "node:fs";
import type { APIRequestContext } from "@playwright/test";
import { addPhotos, createMember, type Member, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { joinStaff, openQueue } from "#e2e/support/console.ts";
import { expect, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
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

test("a selfie is compared with the main photo, refused with a reason, and another one is approved", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [first, second] = [await createMember(request), await createMember(request)];
  for (const member of [first, second]) {
    await addPhotos(request, member, 1);
    await sendSelfie(request, member);
  }
  // Who works on pictures has them.
  await joinStaff(page, "Grace", "photos");

  await page.getByRole("link", { name: first.username }).click();
  const panel = page.getByRole("region", { name: "Selfie" });
  await expect(panel.getByText("Live camera")).toBeVisible();
  await expect(page.getByRole("button", { name: "Decide" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Show the selfie" }).click();
  await panel.getByRole("button", { name: "Show the main photo" }).click();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await findSmallControls(page)).toEqual([]);
  await panel.getByLabel("If you refuse it, why").selectOption("Face hard to see");
  await panel.getByRole("button", { name: "Refuse" }).click();
  await expect(toast(page, "The selfie is refused.")).toBeVisible();
  const mail = await findEmail(first.email, "Your selfie could not be approved");
  expect(mail.text).toContain("Your face is hard to see.");

  await openQueue(page);
  await expect(page.getByRole("link", { name: first.username })).toHaveCount(0);
  await page.getByRole("link", { name: second.username }).click();
  await panel.getByRole("button", { name: "Approve" }).click();
  await expect(toast(page, "The selfie is approved.")).toBeVisible();
  const headers = { authorization: `Bearer ${second.token}` };
  expect(await (await request.get("/api/verification", { headers })).json()).toMatchObject({ isVerified: true });
});

test("a notice that leads to nobody is below the queue, and then in the case of the member whom it is about", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const member = await createMember(request);
  const sent = await request.post("/api/notices", {
    data: {
      kind: "illegal",
      place: `The picture with the red car, ${"long".repeat(30)}`,
      details: "The profile offers things that the law forbids.",
      name: "Maya Ortiz",
      email: `${member.username}.sender@example.com`,
      isGoodFaith: true,
    },
  });
  const { number } = (await sent.json()) as { number: string };
  await joinStaff(page, "Ada", "reports");
  const notice = page.getByRole("listitem").filter({ hasText: number });
  await page.setViewportSize(PHONE);
  await expect(notice.getByText("The picture with the red car")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await findSmallControls(page)).toEqual([]);

  // Closing it asks first. There is a way back, also by Escape.
  await notice.getByRole("button", { name: "Close", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Close this notice?" });
  await expect(question).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(notice.getByRole("button", { name: "Close", exact: true })).toBeFocused();

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
  await page.getByText("What the member is told").click();
  await expect(page.getByLabel("Rule")).toHaveValue("illegal");
  await expectAccessibleInBothThemes(page);
});
