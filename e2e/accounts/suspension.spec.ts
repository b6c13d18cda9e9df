import type { Page } from "@playwright/test";
import { createMatch, logInAs, type Member, PASSWORD, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

/** Runs an operator command in a separate process beside the running app. */
const operate = (command: string, { id }: Member) =>
  runOperatorJson(process.env["SPOTTER_DATA"] ?? "", [command, id, "--reason", "Threats in the chat", "--as", "ada"]);

async function logIn(page: Page, { email }: Member): Promise<void> {
  await page.goto("/?login=true");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Let's Go!" }).click();
}

test("a suspension logs the member out immediately and hides them from others, until it is lifted, which restores everything", async ({
  page,
  person,
  request,
  expectRefusals,
}) => {
  // The test starts the command line twice.
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Before all that");
  const theirs = await person();
  await logInAs(theirs, other);
  const name = theirs.getByRole("main").getByText(me.username);

  await test.step("a suspension logs the member out immediately, and is explained at login", async () => {
    await logInAs(page, me);
    const connected = waitForSocket(page);
    await page.goto(`/messages/${other.id}`);
    await expect(page.getByRole("log")).toContainText("Before all that");
    await connected;
    await operate("suspend", me);
    await expect(page).toHaveURL("/contact");
    await expect(page.getByRole("alert").filter({ hasText: "Your account is suspended" })).toBeVisible();
    await expect(toast(page, "Please log in again.")).toHaveCount(0);
    await expectAccessible(page);

    await logIn(page, me);
    const refusal = page.getByRole("dialog").getByRole("alert");
    await expect(refusal).toHaveText(
      "This account is suspended. We emailed you why, and how to object. Contact support.",
    );
    await expectAccessible(page);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await refusal.getByRole("link", { name: "Contact support." }).click();
    await expect(page).toHaveURL("/contact");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("a suspended member is invisible to others", async () => {
    await theirs.goto(`/profile/${me.id}`);
    await expect(theirs.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await theirs.goto("/messages");
    await expect(theirs.getByText("No conversations yet")).toBeVisible();
    await expect(name).toHaveCount(0);
  });

  await operate("lift", me);
  await test.step("lifting it restores everything for the member", async () => {
    await logIn(page, me);
    await expect(page).toHaveURL("/browse");
    await page.goto(`/messages/${other.id}`);
    await expect(page.getByRole("log")).toContainText("Before all that");
  });

  await test.step("lifting it makes the member visible to others again", async () => {
    await theirs.goto("/messages");
    await expect(name.first()).toBeVisible();
    await theirs.goto(`/profile/${me.id}`);
    await expect(theirs.getByRole("heading", { name: new RegExp(me.username) }).first()).toBeVisible();
  });
});
