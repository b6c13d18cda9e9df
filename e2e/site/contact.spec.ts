import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, loseResponses, refuseRequests } from "#e2e/support/network.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { site } from "#site";

const MESSAGE = "The stopwatch on my profile has stopped.";
const button = (page: Page) => page.getByRole("button", { name: "Send Message" });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Fills in the form. @returns a unique name, which is part of the address */
async function fillIn(page: Page): Promise<string> {
  const name = `Maya-${randomUUID().slice(0, 8)}`;
  const email = `${name}@example.com`;
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Subject").selectOption("Technical Support");
  await field(page, "Message").fill(MESSAGE);
  return name;
}

// @spec 5.contact-form 2.routes.faq-linked-from 2.routes.contact 2.other-screens.contact-page 4.contact-form-idle
// @spec 9.support-reply-time 8.contact 6.contact-call-sends
test("the form reports mistakes by field, keeps the input until a message is delivered once, and knows members", async ({
  page,
  request,
  expectRefusals,
}) => {
  const message = field(page, "Message");
  const alert = page.getByRole("main").getByRole("alert");
  await page.goto("/contact");
  await test.step("the common topics link to their pages", async () => {
    await expect(page).toHaveTitle("Contact · Spotter");
    await expect(page.getByText("We reply within 24-48 hours.")).toBeVisible();
    const topics = page.getByRole("region", { name: "Common topics" });
    for (const [name, address] of [
      [/Questions and answers/, "/faq"],
      [/Community guidelines/, "/community-guidelines"],
      [/Safety tips/, "/safety"],
    ] as const)
      await expect(topics.getByRole("link", { name })).toHaveAttribute("href", address);
  });
  await test.step("missing fields are reported by field until they are edited", async () => {
    await button(page).click();
    for (const words of ["Name is required", "Email is required", "Please select a subject", "Message is required"])
      await expect(page.getByText(words)).toBeVisible();
    await expect(field(page, "Name")).toBeFocused();
    await message.fill("x");
    await expect(page.getByText("Message is required")).toBeHidden();
  });
  await test.step("the input survives navigation and reloads", async () => {
    await fillIn(page);
    await page
      .getByRole("region", { name: "Common topics" })
      .getByRole("link", { name: /Safety tips/ })
      .click();
    await expect(page).toHaveURL("/safety");
    await page.goBack();
    await expect(message).toHaveValue(MESSAGE);
    await page.reload();
    await expect(message).toHaveValue(MESSAGE);
    await expect(field(page, "Subject")).toHaveValue("Technical Support");
  });
  await test.step("the input survives a failure", async () => {
    expectRefusals();
    await fillIn(page);
    const restore = await refuseRequests(page, "POST", "**/api/contact", 500);
    await button(page).click();
    await expect(alert).toHaveText("Failed to send message");
    await expect(message).toHaveValue(MESSAGE);
    restore();
  });
  await test.step("a message is delivered to the operator, and the form is cleared", async () => {
    const name = await fillIn(page);
    const release = await holdRequests(page, "**/api/contact");
    await button(page).click();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeFocused();
    release();
    const news = page.getByRole("status").filter({ hasText: "Message sent" });
    await expect(news).toBeFocused();
    await expect(news).toContainText("24-48 hours");
    await expect(alert).toBeHidden();
    for (const label of ["Name", "Email", "Subject", "Message"]) await expect(field(page, label)).toHaveValue("");
    const mail = await findEmail(site.supportEmail, `Technical Support: ${name}`);
    expect(mail.text).toContain(MESSAGE);
    expect(mail.replyTo).toContain(`<${name}@example.com>`);
    await page.unrouteAll();
  });
  await test.step("a message that is sent again after a lost response is delivered once", async () => {
    const name = await fillIn(page);
    const names: unknown[] = [];
    page.on("request", (sent) => {
      if (sent.url().endsWith("/api/contact")) names.push(sent.postDataJSON().clientId);
    });
    const restore = await loseResponses(page, "*/api/contact");
    await button(page).click();
    await expect(alert).toHaveText("Something went wrong. Please try again.");
    await restore();
    await button(page).click();
    await expect(page.getByText("Message sent")).toBeVisible();
    expect(new Set(names).size).toBe(1);
    await findEmail(site.supportEmail, `Technical Support: ${name}`);
    // A new message is stored separately.
    await fillIn(page);
    await button(page).click();
    await expect.poll(() => new Set(names).size).toBe(2);
    await expect(message).toHaveValue("");
  });
  await test.step("a member's name and address are prefilled but editable, and the operator sees the member", async () => {
    const me = await createAccount(request);
    await logInAs(page, me);
    const release = await holdRequests(page, "**/api/profile");
    await page.goto("/contact");
    await expect(field(page, "Name")).toHaveValue(me.username);
    await expect(message).toHaveValue("");
    const name = `Maya-${randomUUID().slice(0, 8)}`;
    await field(page, "Name").fill(name);
    release();
    await expect(field(page, "Email")).toHaveValue(me.email);
    await expect(field(page, "Name")).toHaveValue(name);
    await field(page, "Subject").selectOption("Account Issue");
    await message.fill(MESSAGE);
    await button(page).click();
    await expect(page.getByText("Message sent")).toBeVisible();
    await expect(message).toHaveValue("");
    const mail = await findEmail(site.supportEmail, `Account Issue: ${name}`);
    expect(mail.text).toContain(`Member: ${me.username} (${me.id})`);
    expect(mail.replyTo).toContain(`<${me.email}>`);
  });
});
