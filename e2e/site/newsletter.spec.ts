import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const SUBJECT = "Confirm your subscription";
const box = (page: Page) => page.getByRole("contentinfo").getByLabel("Training tips and news, now and then");
const note = (page: Page) => page.getByRole("contentinfo").getByRole("status");
const subscribe = (page: Page) => page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

// @spec 2.query-driven.newsletter-box-subscribe
test("the newsletter form and its emailed links work, and failures keep the input", async ({
  page,
  expectRefusals,
  expectOutage,
}) => {
  await test.step("the form says so if what sends it cannot be loaded", async () => {
    expectOutage();
    await page.route("**/assets/newsletter-validation-*.js", (route) => route.abort());
    await page.goto("/contact");
    await box(page).fill("maya@example.com");
    await subscribe(page).click();
    await expect(note(page)).toHaveText("Something went wrong. Please try again.");
    await expect(box(page)).toHaveValue("maya@example.com");
    await page.unrouteAll();
  });
  await test.step("the form requires an address, and keeps it when it fails", async () => {
    expectRefusals();
    await page.goto("/");
    await subscribe(page).click();
    await expect(note(page)).toHaveText("Email is required");
    await expect(box(page)).toBeFocused();
    await box(page).fill("maya@");
    await expect(note(page)).not.toHaveText("Email is required");
    await box(page).fill("maya@example.com");
    const restore = await refuseRequests(page, "POST", "**/api/newsletter", 500);
    await box(page).press("Enter");
    await expect(note(page)).toHaveText("Failed to subscribe");
    await expect(box(page)).toHaveValue("maya@example.com");
    restore();
  });
  await test.step("the emailed links subscribe and unsubscribe only after a press, also after a failure", async () => {
    const email = `${randomUUID()}@example.com`;
    await box(page).fill(email);
    await subscribe(page).click();
    await expect(note(page)).toContainText("Check your inbox");
    const mail = await findEmail(email, SUBJECT);
    const [, leave = ""] = /Unsubscribe: (\S+)/.exec(mail.text) ?? [];
    await page.goto(findLink(mail));
    await expect(heading(page, "Want our newsletter?")).toBeFocused();
    const restore = await abortRequests(page, "POST", "**/api/newsletter/**");
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(heading(page, "You're on the list")).toBeFocused();
    await page.goto(new URL(leave).pathname);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page, "You are unsubscribed")).toBeFocused();
  });
  await test.step("an invalid link shows an error with a way on", async () => {
    await page.goto("/newsletter/unsubscribe/nothing");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page, "Nothing to unsubscribe")).toBeFocused();
    await page.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });
});
