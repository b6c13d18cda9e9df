import type { Page } from "@playwright/test";
import { createMatch, type Member, PASSWORD } from "#e2e/support/api-fixtures.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";

/** Targets of links in emails and pushes. */

const login = (page: Page) => page.getByRole("dialog", { name: "Welcome back" });

async function logIn(page: Page, me: Member): Promise<void> {
  await login(page).getByLabel("Email").fill(me.email);
  await login(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await login(page).getByRole("button", { name: "Let's Go!" }).click();
}

test("a link of a mail or a push leads through the login to its screen, once, and never to another site", async ({
  page,
  request,
  baseURL,
  expectRefusals,
}) => {
  // Five logins with the form.
  test.slow();
  const [me, other] = await createMatch(request);
  const banner = page.getByRole("banner");
  const { origin } = new URL(baseURL ?? "");
  const logOut = async () => {
    const loggedOut = page.waitForResponse("**/api/auth/logout");
    await banner.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await loggedOut;
  };

  await test.step("without the source parameter a visitor is redirected to the landing page, and a login to Browse", async () => {
    await page.goto(`/messages/${other.id}?from=elsewhere`);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("button", { name: "Find Your Crush" })).toBeVisible();
    await expect(login(page)).toHaveCount(0);
    await banner.getByRole("button", { name: "Login" }).click();
    await logIn(page, me);
    await expect(page).toHaveURL("/browse");
  });

  expectRefusals();

  await test.step("the link of a mail leads through the login to its screen, also after the session expired", async () => {
    const token = await page.evaluate(() => localStorage.getItem("token"));
    await page.goto("about:blank");
    await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${token}` } });
    await page.goto(`/messages/${other.id}?from=mail`);
    await expect(login(page)).toBeVisible();
    await logIn(page, me);
    await expect(page).toHaveURL(`/messages/${other.id}`);
  });

  await test.step("the link of a push leads a visitor through the login to its screen, once", async () => {
    await logOut();
    await page.goto("/profile?from=push#crushes");
    await expect(login(page)).toBeVisible();
    await expect(page).toHaveURL("/");
    await logIn(page, me);
    await expect(page).toHaveURL("/profile#crushes");
    await logOut();
    await banner.getByRole("button", { name: "Login" }).click();
    await logIn(page, me);
    await expect(page).toHaveURL("/browse");
  });

  await test.step("a logged-in member reaches the screen at once, and the URL loses the source parameter", async () => {
    await page.goto(`/messages/${other.id}?from=mail`);
    await expect(composer(page)).toBeVisible();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await page.goBack();
    await expect(page).toHaveURL("/browse");
  });

  await test.step("no link leads through the login to another site", async () => {
    await logOut();
    await page.goto("/?login=true&from=mail&to=//evil.example");
    await expect(login(page)).toBeVisible();
    await logIn(page, me);
    await expect(banner.getByRole("button", { name: "Logout" })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(origin);
  });
});

const ADDRESS = "**/api/notifications/unsubscribe/*";
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const end = (page: Page, name = "Unsubscribe") => page.getByRole("main").getByRole("button", { name });

async function mockEndpoint(page: Page): Promise<unknown[]> {
  const requests: unknown[] = [];
  await page.route(ADDRESS, async (route) => {
    requests.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true, cause: "message" } });
  });
  return requests;
}

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("unsubscribing requires a press, and stops all emails", async ({ page, expectRefusals }) => {
    const requests = await mockEndpoint(page);

    await test.step("an invalid link shows an error with a way on", async () => {
      expectRefusals();
      await page.goto("/notifications/unsubscribe/nothing");
      const accept = await refuseRequests(page, "POST", ADDRESS, 400, { code: "token_invalid" });
      await end(page).click();
      await expect(heading(page, "Invalid or Expired Link")).toBeFocused();
      await expectAccessible(page);
      accept();
      await page.getByRole("link", { name: "Contact Support" }).click();
      await expect(page).toHaveURL("/contact");
      expect(requests).toEqual([]);
    });

    await test.step("unsubscribing requires a press, and stops all emails", async () => {
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto("/notifications/unsubscribe/a-token");
      await expect(heading(page, "No more of these emails?")).toBeFocused();
      expect(requests).toEqual([]);
      await end(page).click();
      await expect(heading(page, "You are unsubscribed")).toBeFocused();
      await expect(page.getByRole("main").getByRole("status")).toContainText("no longer tells you of new messages");
      await expectAccessibleInBothThemes(page);
      await end(page, "Turn off all email").click();
      await expect(heading(page, "All email is off")).toBeFocused();
      expect(requests).toEqual([{}, { all: true }]);
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  });
});
