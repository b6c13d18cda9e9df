import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { inEachLayout } from "#e2e/support/layouts.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { horizontalOverflow } from "#e2e/support/viewport-checks.ts";

const SUBJECT = "Confirm your subscription";
const someone = () => `${randomUUID()}@example.com`;
const box = (page: Page) => page.getByRole("contentinfo").getByLabel("Training tips and news, now and then");
const note = (page: Page) => page.getByRole("contentinfo").getByRole("status");
const subscribe = (page: Page) => page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Subscribes. @returns the links in the email */
async function ask(page: Page, address = "/"): Promise<{ link: string; leave: string }> {
  const email = someone();
  await page.goto(address);
  await box(page).fill(email);
  await subscribe(page).click();
  await expect(note(page)).toContainText("Check your inbox");
  const mail = await findEmail(email, SUBJECT);
  const [, leave = ""] = /Unsubscribe: (\S+)/.exec(mail.text) ?? [];
  return { link: findLink(mail), leave: new URL(leave).pathname };
}

// @spec 2.query-driven.newsletter-box-subscribe
test("the newsletter form and its emailed links work, and failures keep the input", async ({
  page,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  await test.step("the emailed links subscribe and unsubscribe only after a press", async () => {
    const { link, leave } = await ask(page);
    await page.goto(link);
    await expect(heading(page, "Want our newsletter?")).toBeFocused();
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(heading(page, "You're on the list")).toBeFocused();
    await page.goto(leave);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page, "You are unsubscribed")).toBeFocused();
    // Confirming again is harmless, and the old link does not subscribe again.
    await page.reload();
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page, "You are unsubscribed")).toBeVisible();
  });
  await test.step("the form validates the address, shows errors, and keeps the input", async () => {
    expectRefusals();
    await page.goto("/");
    await subscribe(page).click();
    await expect(note(page)).toHaveText("Email is required");
    await expect(box(page)).toBeFocused();
    await box(page).fill("maya@");
    await expect(note(page)).not.toHaveText("Email is required");
    await box(page).press("Enter");
    await expect(note(page)).toHaveText("Email is invalid");
    await expect(box(page)).toHaveAttribute("aria-invalid", "true");
    await box(page).fill("maya@example.com");
    for (const [words, fail] of [
      [
        "Too many tries. Please wait a moment.",
        () =>
          refuseRequests(page, "POST", "**/api/newsletter", 429, { message: "Too many tries. Please wait a moment." }),
      ],
      ["Failed to subscribe", () => refuseRequests(page, "POST", "**/api/newsletter", 500)],
      ["Something went wrong. Please try again.", () => abortRequests(page, "POST", "**/api/newsletter")],
    ] as const) {
      const restore = await fail();
      await subscribe(page).click();
      await expect(note(page)).toHaveText(words);
      await expect(box(page)).toHaveValue("maya@example.com");
      restore();
    }
  });
  await test.step("an invalid link shows an error, and after a failure the button remains", async () => {
    await page.goto("/newsletter/confirm/nothing");
    const restore = await abortRequests(page, "POST", "**/api/newsletter/**");
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await page.goto("/newsletter/unsubscribe/nothing");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page, "Nothing to unsubscribe")).toBeFocused();
    await page.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });
  await test.step("the form is in the HTML, and says so if what sends it cannot be loaded", async () => {
    expectOutage();
    expect(await (await page.request.get("/contact")).text()).toContain(">Subscribe</button>");
    await page.route("**/assets/newsletter-validation-*.js", (route) => route.abort());
    await page.goto("/contact");
    await box(page).fill("maya@example.com");
    await subscribe(page).click();
    await expect(note(page)).toHaveText("Something went wrong. Please try again.");
    await expect(box(page)).toHaveValue("maya@example.com");
  });
});

test.describe("with reduced motion", () => {
  // The full height of the window: content under the sticky header would be reported.
  const height = 1600;
  test.use({ viewport: { width: 320, height }, contextOptions: { reducedMotion: "reduce" } });

  test("axe finds no violations in the form and on the pages of its links", async ({ page, expectRefusals }) => {
    test.slow();
    expectRefusals();
    const { link, leave } = await ask(page, "/nothing");
    await inEachLayout(page, () => expectAccessible(page), { height });
    await subscribe(page).click();
    await expect(note(page)).toHaveText("Email is required");
    await inEachLayout(
      page,
      async () => {
        await expectAccessible(page);
        expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      },
      { height },
    );
    for (const [address, press] of [
      [link, "Yes, subscribe me"],
      [leave, "Unsubscribe"],
      ["/newsletter/unsubscribe/nothing", "Unsubscribe"],
    ] as const) {
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      const button = page.getByRole("main").getByRole("button", { name: press });
      await expect(button).toBeVisible();
      await inEachLayout(page, () => expectAccessible(page), { height });
      await button.click();
      await expect(button).toHaveCount(0);
      await inEachLayout(page, () => expectAccessible(page), { height });
    }
  });
});
