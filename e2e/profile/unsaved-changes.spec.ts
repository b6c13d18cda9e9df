import { addPhotos, createMember, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { failToLoad, waitForSocket } from "#e2e/support/network.ts";
import { buyPackage, payButton } from "#e2e/support/wallet-page.ts";

// @spec 2.profile-editor.preview-profile-profile
test("unsaved changes are previewed, and leaving, closing or paying asks for confirmation until they are saved", async ({
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

  await test.step("starting a payment with unsaved changes asks for confirmation, and buying is possible later", async () => {
    await page.goto("/profile#crushes");
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await buyPackage(page, "Power Pack");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Half done");
    await buyPackage(page, "Power Pack");
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/test-checkout\//);
    await expect(payButton(page)).toBeVisible();
  });

  await test.step("typing a URL and using the skip link cause no router warnings", async () => {
    const connected = waitForSocket(page);
    await page.goto("/profile#crushes");
    await connected;
    await page.getByRole("button", { name: "Discard" }).click();
    await page.evaluate(() => location.assign("#main"));
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  });
});

for (const [where, width] of [
  ["header", 1280],
  ["menu", 360],
] as const) {
  test(`logging out from the ${where} with unsaved changes asks for confirmation`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 });
    const me = await createMember(request);
    await logInAs(page, me);
    const connected = waitForSocket(page);
    await page.goto("/profile");
    await connected;
    await page.getByLabel("Bio", { exact: true }).fill("Half done");
    const start = page.getByRole("button", { name: where === "menu" ? "Menu" : "Logout" });
    const pressLogout = async () => {
      if (where === "menu") await start.press("Enter");
      await page.getByRole("button", { name: "Logout" }).press("Enter");
    };
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await pressLogout();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(start).toBeFocused();
    await expect(page.getByLabel("Bio", { exact: true })).toHaveValue("Half done");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeTruthy();
    await pressLogout();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL("/");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    // The next login on this device restores nothing.
    await page.goto("/?login=true");
    await page.getByLabel("Email", { exact: true }).fill(me.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL("/browse");
    await page.goto("/profile");
    await expect(page.getByLabel("Bio", { exact: true })).not.toHaveValue("Half done");
    await expect(page.getByText("Restored what you had not saved")).toHaveCount(0);
  });
}

test("an expired session is not delayed by unsaved changes", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const me = await createMember(request);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto("/profile");
  await page.getByLabel("Bio", { exact: true }).fill("Half done");
  await connected;
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

// @spec 6.please-log-save 8.loading-failures-only
test("a failed load of the profile is logged and can be repeated, and saving without a session shows a message", async ({
  page,
  request,
  expectOutage,
  requireConsoleMessage,
}) => {
  expectOutage();
  requireConsoleMessage(/could not be loaded/);
  const me = await createMember(request);
  await logInAs(page, me);

  await test.step("a failed load of the profile can be repeated", async () => {
    const restore = await failToLoad(page, "**/api/profile");
    await page.goto("/profile");
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    restore();
    await again.click();
    await expect(page.getByLabel("Username")).toHaveValue(me.username);
  });

  await test.step("saving without a session shows a message", async () => {
    await page.getByLabel("Bio", { exact: true }).fill("Whose?");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.getByRole("button", { name: "Save Profile" }).click();
    await expect(toast(page, "Please log in to save your profile")).toBeVisible();
  });
});
