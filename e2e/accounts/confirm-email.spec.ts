import type { Page } from "@playwright/test";
import { ERRORS } from "#contract/errors.ts";
import { createAccount, createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, recordRequests, refuseRequests } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const TEXT = "Confirm your email to hear when somebody crushes back.";
const banner = (page: Page) => page.getByRole("region", { name: "Your email" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

const topOf = async (page: Page) => (await page.getByRole("heading", { level: 1 }).boundingBox())?.y;

test("the links of the sign-up email remove or confirm the address, and members are reminded until they have confirmed it", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  // Three members, because each link can be used once.
  test.slow();
  expectRefusals();
  const [stranger, visitor] = [await createAccount(request), await createAccount(request)];
  const [me, match] = await createMatch(request);

  await test.step("the other link of the sign-up email removes the address and the account, but only after a press", async () => {
    const { text } = await findEmail(stranger.email, "Confirm your email");
    const [path = ""] = /\/not-me\/\S+/.exec(text) ?? [];
    const sent = recordRequests(page);
    await page.goto(path);
    await expect(heading(page, "This was not you?")).toBeFocused();
    await expect(page).toHaveTitle("Remove your email · Spotter");
    expect(sent.filter((one) => one.startsWith("POST"))).toEqual([]);

    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove my email" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading(page, "Your email is removed")).toBeFocused();
  });

  await test.step("the link of the sign-up email confirms the address, once", async () => {
    const sent = recordRequests(page);
    await page.goto(findLink(await findEmail(visitor.email, "Confirm your email")));
    await expect(heading(page, "Email confirmed")).toBeFocused();
    await expect(page).toHaveTitle("Confirm your email · Spotter");
    expect(sent.filter((one) => one.startsWith("POST /api/auth/verify-email/"))).toHaveLength(1);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("button", { name: "Let's Go!" })).toBeVisible();
  });

  await test.step("an invalid link shows an error, and offers a new one with the server's message", async () => {
    await logInAs(page, me);
    await page.goto("/verify-email/nonsense");
    await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
    await expect(page.getByText("This link is invalid or has expired.")).toBeVisible();
    const accept = await refuseRequests(page, "POST", "**/api/auth/send-verification", 429, {
      message: "Please wait a moment.",
    });
    await page.getByRole("button", { name: "Send a new link" }).click();
    await expect(toast(page, "Please wait a moment.")).toBeVisible();
    accept();
  });

  await test.step("the reminder waits for the next screen, because it would move the first one", async () => {
    const release = Promise.withResolvers<void>();
    await page.route("**/api/profile", async (route) => {
      await release.promise;
      await route.fallback();
    });
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const before = await topOf(page);
    const answered = page.waitForResponse("**/api/profile");
    release.resolve();
    await answered;
    await expect(page.getByRole("switch", { name: "New match" })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(await topOf(page)).toBe(before);
    await page.getByRole("main").getByRole("link", { name: "Account" }).click();
    await expect(banner(page)).toContainText(TEXT);
  });

  await test.step("Resend sends another link", async () => {
    // Wait for the first email, because identical pending emails would be merged.
    await findEmail(me.email, "Confirm your email");
    await banner(page).getByRole("button", { name: "Resend" }).click();
    await expect(toast(page, "A link is on its way to your inbox.")).toBeVisible();
  });

  const open = (name: RegExp) => page.getByRole("banner").getByRole("link", { name }).click();
  await test.step("members are reminded on every screen except a chat", async () => {
    for (const [link, title] of [
      [/^Profile/, "Profile"],
      [/^Browse/, "Browse"],
      [/^My Crushes/, "My Crushes"],
    ] as const) {
      await open(link);
      await expect(heading(page, title)).toBeVisible();
      await expect(banner(page)).toBeVisible();
    }
    await open(/^Messages/);
    await page.locator(`main a[href="/messages/${match.id}"]`).first().click();
    await expect(page.getByRole("textbox", { name: /^Message/ })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });

  await test.step("a message that needs the confirmation is kept, and one tap sends the link again", async () => {
    const code = "email_unconfirmed";
    const accept = await refuseRequests(page, "POST", "**/api/messages/send", 403, { code, message: ERRORS[code] });
    const resent = await refuseRequests(page, "POST", "**/api/auth/send-verification", 429, { message: "One moment." });
    await sendFromComposer(page, "Leg day?");
    await expect(toast(page, ERRORS[code])).toBeVisible();
    await expect(page.getByRole("log")).toContainText("Leg day?");
    await page.getByRole("button", { name: "Resend" }).click();
    await expect(toast(page, "One moment.")).toBeVisible();
    accept();
    resent();
    await open(/^My Crushes/);
    await expect(heading(page, "My Crushes")).toBeVisible();
    await expect(banner(page)).toBeVisible();
  });

  const other = await tab();
  await test.step("the reminder can be dismissed for the visit", async () => {
    await other.goto("/settings");
    const open = (name: string) => other.getByRole("main").getByRole("link", { name }).click();
    await open("Account");
    await banner(other).getByRole("button", { name: "Remind me later" }).click();
    await expect(banner(other)).toBeHidden();
    await expect(banner(page)).toBeVisible();
  });

  await test.step("a failed confirmation can be repeated, and ends the reminder in other tabs", async () => {
    const restore = await abortRequests(other, "POST", "**/api/auth/verify-email/*");
    await other.goto(findLink(await findEmail(me.email, "Confirm your email", 2)));
    await expect(toast(other, "Something went wrong. Please try again.")).toBeVisible();
    restore();
    await other.getByRole("button", { name: "Try again" }).click();
    await expect(heading(other, "Email confirmed")).toBeVisible();
    await other.getByRole("main").getByRole("link", { name: "Browse" }).click();
    await expect(other).toHaveURL("/browse");
    // The page checks again when the tab becomes visible. A test must dispatch that event itself.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(banner(page)).toBeHidden();
  });
});
