import type { Page } from "@playwright/test";
import { createMatch, logInAs, PASSWORD, sendAttachment, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { openSettings } from "#e2e/support/settings-page.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete your account?" });
const password = (page: Page) => dialog(page).getByLabel("Password", { exact: true });
const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Delete Account" }).click();

/** Returns the page's IndexedDB data as text. Runs in the page. */
async function readStoredData(): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("the browser's database does not answer"));
    });
  const found: unknown[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      found.push(await done(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  return JSON.stringify(found);
}

// @spec 2.other-screens.settings-tabs-notifications
test("an account is deleted after entering the password, here and on the open screens of its matches, which show why", async ({
  page,
  tab,
  person,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "What I wrote");
  await sendMessage(request, me, other, "What they wrote");
  await sendAttachment(request, me, other);

  const theirs = await person();
  await logInAs(theirs, other);
  await theirs.goto(`/messages/${me.id}`);
  await expect(theirs.getByRole("log")).toContainText("What they wrote");
  const log = theirs.getByRole("log");
  // Pictures of a new match are covered.
  const picture = log.getByRole("button", { name: /^Show photo from/ });
  await expect(picture).toBeVisible();
  await theirs.getByRole("textbox", { name: /^Message/ }).fill("Half an answer");

  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await page.getByRole("textbox", { name: /^Message/ }).fill("Half a thought");
  await expect.poll(() => page.evaluate(readStoredData)).toContain("Half a thought");
  const second = await tab();
  await second.goto("/browse");
  await openSettings(page, "Account");
  const opener = page.getByRole("main").getByRole("button", { name: "Delete Account" });

  await test.step("a wrong password is reported", async () => {
    await opener.click();
    await expect(dialog(page)).toContainText("The newsletter, if you asked for it");
    await password(page).fill("not my password");
    await confirm(page);
    await expect(dialog(page).getByText("Your current password is incorrect.")).toBeVisible();
    await expect(password(page)).toBeFocused();
  });

  await test.step("a failed deletion because of an outage is reported and can be repeated", async () => {
    const restore = await abortRequests(page, "POST", "**/api/account/delete");
    await password(page).fill(PASSWORD);
    await confirm(page);
    await expect(dialog(page).getByRole("alert")).toContainText("Spotter did not answer");
    restore();
    await confirm(page);
    await expect(page).toHaveURL("/");
    await expect(toast(page, "Your account is deleted.")).toBeVisible();
  });

  await test.step("the open conversation of the match changes at once, keeps only their side, and has no composer", async () => {
    await expect(theirs.getByRole("heading", { name: "Deleted member", level: 1 })).toBeVisible({ timeout: 1500 });
    await expect(log.getByText("What they wrote")).toBeHidden();
    await expect(log.getByText("What I wrote")).toBeVisible();
    await expect(picture.or(log.getByRole("img"))).toHaveCount(0);
    await expect(theirs.getByRole("textbox", { name: /^Message/ })).toHaveCount(0);
    await expect(theirs.getByText("This account was deleted.")).toBeFocused();
    await expect(theirs.getByText(me.username)).toHaveCount(0);
    await expect(theirs.locator(`a[href="/profile/${me.id}"]`)).toHaveCount(0);
    await expectAccessible(theirs);
    const row = theirs.getByRole("link", { name: /Deleted member/ });
    await expect(row).toContainText("You: What I wrote");
    await expect(row.getByRole("img")).toHaveCount(0);
  });

  await test.step("the deletion logs out all tabs, and removes local data", async () => {
    await expect(second).toHaveURL("/");
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      firstVisit: expect.any(String),
      onboardingComplete: "true",
      returningUser: "true",
    });
    await expect.poll(() => page.evaluate(readStoredData)).not.toContain("Half a thought");
  });
});
