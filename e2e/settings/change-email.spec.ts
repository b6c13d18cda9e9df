import type { Page } from "@playwright/test";
import { createAccount, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const email = (page: Page) => page.getByRole("region", { name: "Email", exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Change your email" });

/** Requests a new address in the dialog. */
async function ask(page: Page, address: string, password = PASSWORD): Promise<void> {
  await dialog(page).getByLabel("New email").fill(address);
  await dialog(page).getByLabel("Current password", { exact: true }).fill(password);
  await dialog(page).getByRole("button", { name: "Send Link" }).click();
}

test("a change of the email can be canceled, fails if the address was taken meanwhile, and is pending in every tab until its link is opened", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  // Each step has its own member, because a member gets one link a minute.
  await test.step("a pending change can be canceled, which invalidates its link", async () => {
    const me = await createAccount(request);
    const wanted = `canceled.${me.username}@example.org`;
    await logInAs(page, me);
    await page.goto("/settings/account");
    await expect(page).toHaveTitle("Account · Settings · Spotter");
    const restore = await abortRequests(page, "POST", "**/api/auth/change-email");
    await email(page).getByRole("button", { name: "Change Email" }).click();
    await ask(page, wanted);
    await expect(dialog(page).getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
    await dialog(page).getByRole("button", { name: "Send Link" }).click();
    await email(page).getByRole("button", { name: "Cancel the change" }).click();
    await expect(email(page)).not.toContainText("Waiting");
    await expect(email(page).getByRole("button", { name: "Change Email" })).toBeFocused();
    await page.goto(findLink(await findEmail(wanted, "Confirm your new email")));
    await expect(page.getByRole("heading", { level: 1, name: "Invalid or Expired Link" })).toBeVisible();
  });

  await test.step("a new address that another account has taken meanwhile is rejected with a message", async () => {
    const me = await createAccount(request);
    const wanted = `taken.${me.username}@example.org`;
    const form = { email: wanted, currentPassword: PASSWORD };
    await request.post("/api/auth/change-email", { headers: { authorization: `Bearer ${me.token}` }, data: form });
    const link = findLink(await findEmail(wanted, "Confirm your new email"));
    const passwords = { password: PASSWORD, confirmPassword: PASSWORD };
    const joining = { ...passwords, email: wanted, username: `n_${me.username}`, dateOfBirth: "1994-05-17" };
    expect((await request.post("/api/auth/register", { data: joining })).status()).toBe(201);
    await logInAs(page, me);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1, name: "Your email stays as it is" })).toBeVisible();
    await expect(page.getByText("That email already has an account.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to Settings" }).click();
    await expect(email(page)).toContainText(me.email);
    await expect(email(page)).not.toContainText("Waiting");
  });

  await test.step("a new address is pending in every tab until its link is opened, then replaces the old one", async () => {
    const me = await createAccount(request);
    const wanted = `new.${me.username}@example.org`;
    await logInAs(page, me);
    await page.goto("/settings/account");
    await expect(email(page)).toContainText(`${me.email}Not confirmed yet`);
    const other = await tab();
    await other.goto("/settings/account");
    await expect(email(other)).toContainText(me.email);

    const opener = email(page).getByRole("button", { name: "Change Email" });
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Send Link" }).click();
    await expect(dialog(page).getByLabel("New email")).toHaveAccessibleDescription("Email is required");
    await expect(dialog(page).getByLabel("New email")).toBeFocused();
    await ask(page, me.email.toUpperCase());
    await expect(dialog(page).getByLabel("New email")).toHaveAccessibleDescription("That is your email already.");
    await ask(page, wanted, "not the password");
    await expect(dialog(page).getByLabel("Current password", { exact: true })).toHaveAccessibleDescription(
      "Your current password is incorrect.",
    );
    await ask(page, wanted);
    await expect(toast(page, "A link is on its way to that address.")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
    for (const one of [page, other]) {
      await expect(email(one)).toContainText(`Waiting for ${wanted}`);
      await expect(email(one)).toContainText(`Until then you log in with ${me.email}.`);
    }
    await expectAccessible(page);

    const link = findLink(await findEmail(wanted, "Confirm your new email"));
    await other.goto(link);
    await expect(other.getByRole("heading", { level: 1, name: "Email confirmed" })).toBeFocused();
    await expect(email(page)).toContainText(`${wanted}Confirmed`);
    await expect(email(page)).not.toContainText("Waiting");
    const login = (address: string) =>
      request.post("/api/auth/login", { data: { email: address, password: PASSWORD } });
    expect((await login(me.email)).status()).toBe(401);
    expect((await login(wanted)).status()).toBe(200);
  });
});
