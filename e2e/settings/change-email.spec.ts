import type { Page } from "@playwright/test";
import { createAccount, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const CONFIRM = "**/api/auth/verify-email/*";

const email = (page: Page) => page.getByRole("region", { name: "Email", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change your email" });

/** Requests a new address in the dialog. */
async function ask(page: Page, address: string, password = PASSWORD): Promise<void> {
  await dialog(page).getByLabel("New email").fill(address);
  await dialog(page).getByLabel("Current password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Send Link" }).click();
}

test("a new email is pending in every tab until its link is opened, unless it is taken by then, or canceled", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const me = await createAccount(request);
  const wanted = `new.${me.username}@example.org`;
  await logInAs(page, me);
  await page.goto("/settings/account");
  await expect(page).toHaveTitle("Account · Settings · Spotter");
  await expect(email(page)).toContainText(`${me.email}Not confirmed yet`);
  const other = await tab();
  await other.goto("/settings/account");
  await expect(email(other)).toContainText(me.email);
  const opener = email(page).getByRole("button", { name: "Change Email" });

  await test.step("the form validates the email and the password, and reports an outage", async () => {
    await opener.click();
    await dialog(page).getByRole("button", { name: "Send Link" }).click();
    await expect(dialog(page).getByLabel("New email")).toHaveAccessibleDescription("Email is required");
    await expect(dialog(page).getByLabel("New email")).toBeFocused();
    await ask(page, me.email.toUpperCase());
    await expect(dialog(page).getByLabel("New email")).toHaveAccessibleDescription("That is your email already.");
    await ask(page, wanted, "not the password");
    await expect(dialog(page).getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(
      "Your current password is incorrect.",
    );
    const restore = await abortRequests(page, "POST", "**/api/auth/change-email");
    await ask(page, wanted);
    await expect(dialog(page).getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
  });

  await test.step("a new email is pending in every tab", async () => {
    await dialog(page).getByRole("button", { name: "Send Link" }).click();
    await expect(toast(page, "A link is on its way to that address.")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
    for (const one of [page, other]) {
      await expect(email(one)).toContainText(`Waiting for ${wanted}`);
      await expect(email(one)).toContainText(`Until then you log in with ${me.email}.`);
    }
  });

  await test.step("an email that another account has taken meanwhile is refused, with a way back", async () => {
    const message = "That email already has an account.";
    const accept = await refuseRequests(other, "POST", CONFIRM, 409, { code: "email_taken", message });
    await other.goto(findLink(await findEmail(wanted, "Confirm your new email")));
    await expect(other.getByRole("heading", { level: 1, name: "Your email stays as it is" })).toBeVisible();
    await expect(other.getByText(message)).toBeVisible();
    accept();
    await other.getByRole("link", { name: "Back to Settings" }).click();
    await expect(email(other)).toContainText(me.email);
  });

  await test.step("the link replaces the email, in every tab", async () => {
    await other.goBack();
    await expect(other.getByRole("heading", { level: 1, name: "Email confirmed" })).toBeFocused();
    await expect(email(page)).toContainText(`${wanted}Confirmed`);
    await expect(email(page)).not.toContainText("Waiting");
  });

  await test.step("a pending change can be canceled", async () => {
    await opener.click();
    await ask(page, `canceled.${me.username}@example.org`);
    await email(page).getByRole("button", { name: "Cancel the change" }).click();
    await expect(email(page)).not.toContainText("Waiting");
    await expect(opener).toBeFocused();
  });
});
