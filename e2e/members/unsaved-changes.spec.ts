import type { APIRequestContext, Page } from "@playwright/test";
import { addPhotos, createMember, logInAs, type Member, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { buyPackage, panelToggle, payButton } from "#e2e/support/wallet-page.ts";

// @spec 2.profile-editor.preview-profile-profile
test("unsaved changes are previewed and restored, and leaving, closing or paying asks for confirmation until they are saved", async ({
  page,
  request,
}) => {
  test.slow();
  const me = await createMember(request, { height: `5'8"` });
  await addPhotos(request, me, 1);
  await logInAs(page, me);
  await page.goto("/profile");

  await test.step("the preview shows the form's unsaved values", async () => {
    await page.getByLabel("Bio", { exact: true }).fill("Brand new words.");
    await page.getByRole("button", { name: "Preview Profile" }).click();
    const preview = page.getByRole("dialog", { name: "Profile Preview" });
    for (const text of [me.username, "Brand new words.", "5 ft 8 in", "Weightlifting", "Pancakes."]) {
      await expect(preview).toContainText(text);
    }
    await expect(preview.getByRole("img", { name: `Photo of ${me.username}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(preview).toBeHidden();
    await expect(page.getByRole("button", { name: "Preview Profile" })).toBeFocused();
  });

  await test.step("leaving with unsaved changes asks for confirmation", async () => {
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    await page.getByRole("link", { name: "Browse" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await expect(question).toContainText("What you changed is kept on this device, but nobody sees it until you save.");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Half done");
    await page.getByRole("link", { name: "Browse" }).click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeVisible();
  });

  await test.step("what was not saved is restored, until it is discarded", async () => {
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    const notice = page.getByRole("status").filter({ hasText: "Restored what you had not saved" });
    const bio = page.getByLabel("Bio", { exact: true });
    await expect(bio).toHaveValue("Half done");
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Discard" }).click();
    await expect(notice).toHaveCount(0);
    await expect(bio).not.toHaveValue("Half done");
    await bio.fill("Typed before the tab was closed");
    await page.reload();
    await expect(bio).toHaveValue("Typed before the tab was closed");
    await page.getByRole("link", { name: "Browse" }).click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page).toHaveURL("/browse");
  });

  await test.step("closing the page with unsaved changes asks for confirmation", async () => {
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    // The browser's prompt depends on this event. It closes a page that is unresponsive for half a second without a
    // prompt.
    const isHeldBack = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    await expect(page.getByLabel("Bio", { exact: true })).toBeVisible();
    expect(await isHeldBack()).toBe(false);
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    await expect.poll(isHeldBack).toBe(true);
  });

  await test.step("leaving asks nothing after saving or without changes", async () => {
    await page.getByLabel("Bio", { exact: true }).fill("Done");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Profile saved")).toBeVisible();
    await page.getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeVisible();
  });

  await test.step("changing the fragment and using the skip link cause no router warnings", async () => {
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Done");
    await page.evaluate(() => location.assign("#main"));
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("starting a payment with unsaved changes asks for confirmation, and buying is possible later", async () => {
    await panelToggle(page).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await buyPackage(page, "Power Pack");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Half done");
    await buyPackage(page, "Power Pack");
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/test-checkout\//);
    await expect(payButton(page)).toBeVisible();
  });
});

async function logInAgain(page: Page, request: APIRequestContext, me: Member): Promise<string> {
  const reply = await request.post("/api/auth/login", { data: { email: me.email, password: PASSWORD } });
  const { token } = (await reply.json()) as { token: string };
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    [token, JSON.stringify({ username: me.username, _id: me.id })] as const,
  );
  return token;
}

// @spec 6.please-log-save
test("logging out with unsaved changes asks and forgets them, while the end of a session does not wait for them", async ({
  page,
  request,
  expectRefusals,
}) => {
  const me = await createMember(request);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/profile");
  await connected;
  const bio = page.getByLabel("Bio", { exact: true });
  await bio.fill("Half done");

  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await test.step("logging out from a phone's menu asks for confirmation", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.press("Enter");
    await page.getByRole("button", { name: "Logout" }).press("Enter");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(menu).toBeFocused();
    await expect(bio).toHaveValue("Half done");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("logging out from the header does, too", async () => {
    const start = page.getByRole("button", { name: "Logout" });
    await start.press("Enter");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(start).toBeFocused();
    await expect(bio).toHaveValue("Half done");
    await start.press("Enter");
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  const token = await logInAgain(page, request, me);

  await test.step("the next login restores nothing", async () => {
    const reconnected = waitForSocket(page);
    await page.goto("/profile");
    await expect(page.getByLabel("Username")).toHaveValue(me.username);
    await expect(bio).not.toHaveValue("Half done");
    await expect(page.getByText("Restored what you had not saved")).toHaveCount(0);
    await reconnected;
  });

  await test.step("saving without a session shows a message", async () => {
    expectRefusals();
    await bio.fill("Whose?");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Please log in to save your profile")).toBeVisible();
    await page.evaluate((token) => localStorage.setItem("token", token), token);
  });

  await test.step("an expired session is not delayed by unsaved changes", async () => {
    await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});
