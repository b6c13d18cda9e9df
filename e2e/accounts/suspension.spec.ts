import { createMatch, logInAs, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

test("a suspension closes the open screen at once, is explained, and ends all logins", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Before all that");
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("log")).toContainText("Before all that");
  await connected;

  await test.step("a suspension leads to the contact page, with a message", async () => {
    // A separate process beside the running app.
    const command = ["suspend", me.id, "--message", "Threats.", "--reason", "Threats in the chat", "--as", "ada"];
    await runOperatorJson(process.env["SPOTTER_DATA"] ?? "", command);
    await expect(page).toHaveURL("/contact");
    await expect(page.getByRole("alert").filter({ hasText: "Your account is suspended" })).toBeVisible();
    await expect(toast(page, "Please log in again.")).toHaveCount(0);
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  await test.step("a suspended member learns at login why it fails, with a link to the support", async () => {
    await page.getByRole("banner").getByRole("button", { name: "Login" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(me.email);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    const refusal = dialog.getByRole("alert");
    await expect(refusal).toHaveText(
      "This account is suspended. We emailed you why, and how to object. Contact support.",
    );
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await refusal.getByRole("link", { name: "Contact support." }).click();
    await expect(page).toHaveURL("/contact");
    await expect(dialog).toHaveCount(0);
  });
});
