import type { Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, recordRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const TEXT = "Confirm your email to hear when somebody crushes back.";
const banner = (page: Page) => page.getByRole("region", { name: "Your email" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** The top position of the screen's heading. */
const topOf = async (page: Page) => (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;

test("the links of the sign-up email confirm or remove the address, and demo members are not reminded", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [stranger, visitor, me] = [
    await createAccount(request),
    await createAccount(request),
    await createAccount(request),
  ];

  await test.step("the other link of the sign-up email removes the address and the account, but only after a press", async () => {
    const { text } = await findEmail(stranger.email, "Confirm your email");
    const [path = ""] = /\/not-me\/\S+/.exec(text) ?? [];
    const sent = recordRequests(page);
    await page.goto(path);
    await expect(heading(page, "This was not you?")).toBeFocused();
    await expect(page).toHaveTitle("Remove your email · Spotter");
    await expectAccessible(page);
    expect(sent.filter((one) => one.startsWith("POST"))).toEqual([]);

    const restore = await abortRequests(page, "POST", "**/api/auth/not-me/*");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove my email" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("Something went wrong. Please try again.");
    restore();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Your email is removed")).toBeFocused();
    await expectAccessible(page);
    const form = { email: stranger.email, password: PASSWORD };
    expect((await request.post("/api/auth/login", { data: form })).status()).toBe(401);

    await page.reload();
    await page.getByRole("button", { name: "Remove my email" }).click();
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await expect(page.getByRole("main").getByRole("link", { name: "Contact Support" })).toBeVisible();
  });

  await test.step("the link of the sign-up email confirms the address, once", async () => {
    const sent = recordRequests(page);
    await page.goto(findLink(await findEmail(visitor.email, "Confirm your email")));
    await expect(heading(page, "Email confirmed")).toBeFocused();
    await expect(page).toHaveTitle("Confirm your email · Spotter");
    await expectAccessible(page);
    expect(sent.filter((one) => one.startsWith("POST /api/auth/verify-email/"))).toHaveLength(1);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Let's Go!" })).toBeVisible();
  });

  await test.step("demo members are not reminded, because no email can be sent to them", async () => {
    // The dialog is open.
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("sam@demo.example");
    await dialog.getByLabel("Password", { exact: true }).fill("spot me please");
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(page).toHaveURL("/browse");
    await page.goto("/settings");
    await page.waitForLoadState("networkidle");
    await expect(banner(page)).toBeHidden();
  });

  await test.step("an invalid confirmation link shows an error, and a failed request can be repeated", async () => {
    await logInAs(page, me);
    await page.goto("/verify-email/nonsense");
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await expect(page.getByText("This link is invalid or has expired.")).toBeVisible();
    await expectAccessible(page);
    // Wait for the first email, because identical pending emails would be merged.
    await findEmail(me.email, "Confirm your email");
    await page.getByRole("button", { name: "Send a new link" }).click();
    await expect(toast(page, "A link is on its way to your inbox.")).toBeVisible();

    const restore = await abortRequests(page, "POST", "**/api/auth/verify-email/*");
    await page.goto(findLink(await findEmail(me.email, "Confirm your email", 2)));
    await expect(toast(page, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page, "Email confirmed")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Browse" }).click();
    await expect(page).toHaveURL("/browse");
  });
});

test("members are reminded to confirm their address until they have or dismiss it, and can request another link", async ({
  page,
  person,
  tab,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, match] = await createMatch(request);
  await logInAs(page, me);

  await test.step("the reminder is rendered immediately if it is known to be needed", async () => {
    await page.goto("/settings");
    await expect(banner(page)).toBeVisible();
    const release = Promise.withResolvers<void>();
    await page.route("**/api/profile", async (route) => {
      await release.promise;
      await route.fallback();
    });
    await page.reload();
    await expect(banner(page)).toBeVisible();
    const before = await topOf(page);
    const answered = page.waitForResponse("**/api/profile");
    release.resolve();
    await answered;
    await expect.poll(() => topOf(page)).toBe(before);
  });

  await test.step("Resend shows the server's message", async () => {
    expectRefusals();
    const resend = banner(page).getByRole("button", { name: "Resend" });
    const answer = await refuseRequests(page, "POST", "**/api/auth/send-verification", 429, {
      message: "Please wait a moment.",
    });
    await resend.click();
    await expect(toast(page, "Please wait a moment.")).toBeVisible();
    answer();
    // Wait for the first email, because identical pending emails would be merged.
    await findEmail(me.email, "Confirm your email");
    await resend.click();
    await expect(toast(page, "A link is on its way to your inbox.")).toBeVisible();
  });

  await test.step("the reminder can be dismissed for the visit", async () => {
    const another = await person();
    await logInAs(another, me);
    await another.goto("/settings");
    await banner(another).getByRole("button", { name: "Remind me later" }).click();
    await expect(banner(another)).toBeHidden();
    await another.reload();
    await expect(heading(another, "Settings")).toBeVisible();
    await expect(banner(another)).toBeHidden();
    await page.goto("/browse");
    await expect(banner(page)).toContainText(TEXT);
  });

  await test.step("members are reminded until they have confirmed, except in a chat", async () => {
    for (const address of ["/profile", "/crushes", "/settings"]) {
      await page.goto(address);
      await expect(banner(page)).toBeVisible();
    }
    await page.goto(`/messages/${match.id}`);
    await expect(page.getByRole("textbox", { name: /^Message/ })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);

    await page.goto("/crushes");
    await expect(banner(page)).toBeVisible();
    const mails = await tab();
    await mails.goto(findLink(await findEmail(me.email, "Confirm your email", 2)));
    await expect(heading(mails, "Email confirmed")).toBeVisible();
    // The page checks again when the tab becomes visible. A test must dispatch that event itself.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await expect(heading(page, "My Crushes")).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });
});
