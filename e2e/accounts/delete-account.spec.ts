import type { Page } from "@playwright/test";
import {
  addPhotos,
  createMatch,
  createMember,
  getBalance,
  logInAs,
  PASSWORD,
  sendAttachment,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests } from "#e2e/support/network.ts";
import { findInSettings } from "#e2e/support/settings-page.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Delete your account?" });
const password = (page: Page) => dialog(page).getByLabel("Password", { exact: true });
const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Delete Account" }).click();

async function ask(page: Page): Promise<void> {
  await (await findInSettings(page, "Account", "Delete Account")).click();
  await expect(dialog(page)).toBeVisible();
}

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

/** Deletes the member's account with the form. */
async function leave(page: Page): Promise<void> {
  await ask(page);
  await password(page).fill(PASSWORD);
  await confirm(page);
  await expect(page).toHaveURL("/");
}

// @spec 2.other-screens.settings-tabs-notifications
test("an account is deleted after entering the password, which frees its address and username", async ({
  page,
  tab,
  request,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  await page.getByRole("textbox", { name: /^Message/ }).fill("Half a thought");
  await expect.poll(() => page.evaluate(readStoredData)).toContain("Half a thought");
  const second = await tab();
  await second.goto("/browse");
  await ask(page);

  await test.step("a missing or wrong password is reported", async () => {
    await expectAccessible(page);
    await expect(dialog(page)).toContainText("The newsletter, if you asked for it");
    await confirm(page);
    await expect(dialog(page).getByText("Password is required")).toBeVisible();
    await expect(password(page)).toBeFocused();
    await password(page).fill("not my password");
    await confirm(page);
    await expect(dialog(page).getByText("Your current password is incorrect.")).toBeVisible();
    await expect(password(page)).toBeFocused();
  });

  await test.step("canceling keeps the account and clears the password in the form", async () => {
    await password(page).fill("half of it");
    await dialog(page).getByRole("button", { name: "Keep it" }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Delete Account" })).toBeFocused();
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(password(page)).toHaveValue("");
  });

  await test.step("a failed deletion because of an outage is reported and can be repeated", async () => {
    expectOutage();
    const restore = await abortRequests(page, "POST", "**/api/account/delete");
    await password(page).fill(PASSWORD);
    await confirm(page);
    await expect(dialog(page).getByRole("alert")).toContainText("Spotter did not answer");
    restore();
    await confirm(page);
    await expect(page).toHaveURL("/");
  });

  await test.step("the deletion logs out all tabs, removes local data, and frees the address and username", async () => {
    await expect(toast(page, "Your account is deleted.")).toBeVisible();
    await expect(second).toHaveURL("/");
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
      onboardingComplete: "true",
      returningUser: "true",
    });
    await expect.poll(() => page.evaluate(readStoredData)).not.toContain("Half a thought");
    const login = await request.post("/api/auth/login", { data: { email: me.email, password: PASSWORD } });
    expect(login.status()).toBe(401);
    const form = { email: me.email, username: me.username, dateOfBirth: "1994-05-17" };
    const again = await request.post("/api/auth/register", {
      data: { ...form, password: PASSWORD, confirmPassword: PASSWORD },
    });
    expect(again.status()).toBe(201);
  });
});

test("for other members, a deleted account is gone from all lists, and its conversation shows why", async ({
  page,
  person,
  request,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  expectRefusals();
  expectOutage();
  const row = (one: Page) => one.getByRole("link", { name: /Deleted member/ });
  const [me, other] = await createMatch(request);
  await addPhotos(request, me, 1);
  await sendMessage(request, other, me, "What I wrote");
  await sendMessage(request, me, other, "What they wrote");
  await sendAttachment(request, me, other);
  const admirer = await createMember(request);
  await sendCrush(request, admirer, me);
  expect(await getBalance(request, admirer)).toBe(4);

  // The match has two devices, one of which is offline with an unsent message.
  const [theirs, offline, admirers] = [await person(), await person(), await person()];
  await logInAs(theirs, other);
  await logInAs(offline, other);
  await logInAs(admirers, admirer);
  await offline.goto(`/messages/${me.id}`);
  await expect(offline.getByRole("log")).toContainText("What they wrote");
  await offline.context().setOffline(true);
  await offline.getByRole("textbox", { name: /^Message/ }).fill("Written without a network");
  await offline.keyboard.press("Enter");
  await expect(offline.getByRole("log")).toContainText("Written without a network");
  await theirs.goto(`/messages/${me.id}`);
  const log = theirs.getByRole("log");
  await expect(log.getByText("What they wrote")).toBeVisible();
  await theirs.getByRole("textbox", { name: /^Message/ }).fill("Half an answer");
  await admirers.goto("/crushes?tab=sent");
  await expect(admirers.getByText(me.username).first()).toBeVisible();
  await logInAs(page, me);
  await leave(page);

  await test.step("the open screens of others change at once", () =>
    Promise.all([
      expect(theirs.getByRole("heading", { name: "Deleted member", level: 1 })).toBeVisible({ timeout: 1500 }),
      expect(admirers.getByText(me.username)).toHaveCount(0, { timeout: 1500 }),
    ]));

  await test.step("keeps the other side's messages in an open conversation with 'Deleted member', without a composer", async () => {
    await expect(log.getByText("What they wrote")).toBeHidden();
    await expect(log.getByText("What I wrote")).toBeVisible();
    await expect(log.getByRole("img")).toHaveCount(0);
    await expect(theirs.getByRole("textbox", { name: /^Message/ })).toHaveCount(0);
    await expect(theirs.getByText("This account was deleted.")).toBeFocused();
    await expect(theirs.getByText(me.username)).toHaveCount(0);
    await expect(theirs.locator(`a[href="/profile/${me.id}"]`)).toHaveCount(0);
    await expectAccessible(theirs);

    await theirs.reload();
    await expect(theirs.getByRole("heading", { name: "Deleted member", level: 1 })).toBeVisible();
    await expect(log.getByText("What I wrote")).toBeVisible();
    await theirs.goto("/messages");
    await expect(row(theirs)).toContainText("You: What I wrote");
    await expect(row(theirs).getByRole("img")).toHaveCount(0);
    await theirs.goto(`/profile/${me.id}`);
    await expect(theirs.getByText("Profile not found")).toBeVisible();
  });

  await test.step("drops unsent messages to the deleted member, and the conversation shows why", async () => {
    await offline.context().setOffline(false);
    await expect(offline.getByRole("heading", { name: "Deleted member", level: 1 })).toBeVisible();
    await expect(offline.getByRole("log")).toContainText("What I wrote");
    await expect(offline.getByRole("log")).not.toContainText("Written without a network");
    await offline.reload();
    await expect(offline.getByRole("log")).toContainText("What I wrote");
    await expect(offline.getByRole("log")).not.toContainText("Written without a network");
  });

  await test.step("refunds an unanswered crush", async () => {
    expect(await getBalance(request, admirer)).toBe(5);
    await admirers.goto("/profile#crushes");
    await admirers.getByRole("tab", { name: "History" }).click();
    await expect(admirers.getByRole("tabpanel").getByRole("listitem")).toHaveText([
      /^Crush given back.*\+1$/,
      /^Crush sent to Deleted member.*−1$/,
      /^Welcome bonus/,
    ]);
  });
});
