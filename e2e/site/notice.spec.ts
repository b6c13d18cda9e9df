import { randomUUID } from "node:crypto";
import { expect, test } from "#e2e/support/fixtures.ts";
import { loseResponses } from "#e2e/support/network.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";

test("a visitor sends a notice by keyboard, and keeps what they wrote when it fails", async ({
  page,
  expectRefusals,
}) => {
  const email = `maya-${randomUUID().slice(0, 8)}@example.com`;
  const button = page.getByRole("button", { name: "Send Notice" });
  await page.goto("/terms");
  await test.step("every page leads to the form", async () => {
    await page.getByRole("contentinfo").getByRole("link", { name: "Report Content" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Report content" })).toBeVisible();
  });
  await test.step("mistakes are reported by field, and the first one has the focus", async () => {
    await button.click();
    await expect(page.getByText("Choose what it is about")).toBeVisible();
    await expect(page.getByRole("radio", { name: /intimate picture/ })).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByText("Choose what it is about")).toBeHidden();
    // Only here the law asks for it.
    await expect(page.getByRole("checkbox", { name: /I am the person in it/ })).toBeVisible();
  });
  await test.step("all of it can be filled in by keyboard", async () => {
    for (const words of ["The second photo of marco_lifts", "marco_lifts", "A picture of me that I never agreed to."]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(words);
    }
    for (const words of ["Maya Ortiz", email]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(words);
    }
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
    }
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
  });
  await test.step("a lost response loses nothing, and the notice is stored once", async () => {
    expectRefusals();
    const restore = await loseResponses(page, "*/api/notices");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
    await restore();
    await button.press("Enter");
    const sent = page.getByRole("status").filter({ hasText: "Notice received" });
    await expect(sent).toBeFocused();
    const [number = ""] = /N-\w{8}/.exec((await sent.textContent()) ?? "") ?? [];
    // One receipt, although it was sent twice.
    await findEmail(email, `We have your notice ${number}`);
  });
  await test.step("the receipt replaces the form, until they want to send another notice", async () => {
    await expect(page.getByLabel("Where is it?")).toBeHidden();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Send another notice" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "What is it about?" })).toBeFocused();
    await expect(page.getByLabel("Where is it?")).toHaveValue("");
  });
  await test.step("a notice about a minor needs neither name nor address", async () => {
    await page.getByRole("radio", { name: /under 18/ }).check();
    await expect(page.getByLabel("Your name (optional)")).toBeVisible();
    await page.getByLabel("Where is it?").fill("A profile that I saw yesterday");
    await page.getByLabel("What is it?").fill("Sexual content with somebody who is a child.");
    await page.getByRole("checkbox", { name: /good faith/ }).check();
    await button.click();
    await expect(page.getByText("without an address we cannot write to you")).toBeVisible();
  });
});
