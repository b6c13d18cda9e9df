import type { Page } from "@playwright/test";
import { createAccount, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const email = (page: Page) => page.getByRole("region", { name: "Email", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change your email" });

async function ask(page: Page, address: string, password = PASSWORD): Promise<void> {
  await dialog(page).getByLabel("New email").fill(address);
  await dialog(page).getByLabel("Current password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Send Link" }).click();
}

test("a new email is pending in every tab until its link is opened, or it is canceled", async ({
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

  await test.step("a wrong password and an outage are reported", async () => {
    await opener.click();
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

  await test.step("the link replaces the email, in every tab", async () => {
    await other.goto(findLink(await findEmail(wanted, "Confirm your new email")));
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
