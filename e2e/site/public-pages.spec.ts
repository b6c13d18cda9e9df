import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

// @spec 2.other-screens.static-legal-pages 2.routes.faq-linked-from
test("public pages keep their position on start, scroll to their sections, and show a date and the answers to questions", async ({
  page,
}) => {
  const purchases = page.getByRole("heading", { name: "7. Purchases are final" });
  const footer = page.getByRole("contentinfo");
  await page.clock.setFixedTime(new Date("2031-03-09T18:00:00Z"));
  await page.addInitScript(() =>
    addEventListener("listening", () => document.documentElement.setAttribute("data-started", "")),
  );
  await test.step("a page that was scrolled before the app started keeps its position", async () => {
    const start = await holdRequests(page, "**/assets/*.js");
    await page.goto("/terms", { waitUntil: "commit" });
    await purchases.scrollIntoViewIfNeeded();
    start();
    await expect(page.locator("html[data-started]")).toBeAttached();
    await expect(purchases).toBeInViewport();
  });
  await test.step("a section's URL scrolls to it, also when typed on the same page", async () => {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect(purchases).not.toBeInViewport();
    await page.evaluate(() => {
      location.hash = "purchases";
    });
    await expect(purchases).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Terms of Service" })).toBeInViewport();
  });
  await test.step("legal pages show an effective date in the reader's time zone, and link to the landing page", async () => {
    for (const [name, title] of [
      ["Terms", "Terms of Service"],
      ["Cookies", "Cookie Policy"],
      ["Community Guidelines", "Community Guidelines"],
      ["Safety Tips", "Safety Tips"],
      ["Privacy", "Privacy Policy"],
    ] as const) {
      await footer.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText("Effective date: March 9, 2031")).toBeVisible();
      await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    }
  });
  await test.step("the table of contents links to the sections of a long page, and Back returns", async () => {
    await page
      .getByRole("navigation", { name: "On this page" })
      .getByRole("link", { name: /How long/ })
      .click();
    await expect(page).toHaveURL("/privacy#how-long");
    const part = page.getByRole("region", { name: /How long we keep it/ });
    await expect(part).toBeInViewport();
    await expect(part).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/privacy");
  });
  await test.step("on a phone the table of contents is collapsed, and can be opened by keyboard", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/terms");
    const link = page.getByRole("link", { name: "7. Purchases are final" });
    await expect(link).toBeHidden();
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
    await link.click();
    await expect(purchases).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step("a question expands to its answer, also by keyboard and by URL", async () => {
    await page.goto("/faq#refund");
    await expect(page.getByText("Other exceptions, such as a charge by mistake")).toBeInViewport();
    await expect(page.getByText("no call, no mail")).toBeHidden();
    const answer = page.getByText("Nobody, exactly.");
    await expect(answer).toBeHidden();
    await page.getByText("Who can see where I am?").click();
    await expect(answer).toBeVisible();
    await page.locator("#cancel summary").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("no call, no mail")).toBeVisible();
    expect(await page.locator("details").count()).toBeGreaterThanOrEqual(12);
  });
});

// @spec 2.query-driven.start-building
test("an early press takes effect once the page is interactive, Start Building opens signup or the profile, and blocked storage stops neither", async ({
  page,
  request,
}) => {
  const dialog = page.getByRole("dialog");
  const start = page.getByRole("button", { name: "Start Building" });
  await test.step("a press on Start Building before the page is interactive takes effect later, once", async () => {
    const release = await holdRequests(page, "**/assets/how-it-works-*.js");
    await page.goto("/how-it-works", { waitUntil: "commit" });
    await start.click();
    await expect(dialog).toBeHidden();
    release();
    await expect(dialog).toContainText("1 of 3");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
  await test.step("Start Building opens the profile for members", async () => {
    await logInAs(page, await createAccount(request));
    await page.goto("/how-it-works");
    await start.click();
    await expect(page).toHaveURL("/profile");
  });
  await test.step("in a browser that blocks storage, a page has the system's theme and can be used", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("Access is denied", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(globalThis, name, { get, configurable: true });
    });
    await page.goto("/how-it-works");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await start.click();
    await expect(dialog).toContainText("1 of 3");
  });
});
