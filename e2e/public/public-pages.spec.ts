import type { Page } from "@playwright/test";
import { createAccount, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { site } from "#site";

/** The public text pages: heading, and words in the HTML. */
const PAGES = [
  { path: "/how-it-works", heading: "How it Works", words: ["Build Your Profile", "Crush Goals Together"] },
  { path: "/faq", heading: "Good questions", words: ["Who can see where I am?", "rounded to an area of about"] },
  { path: "/safety", heading: "Safety Tips", words: ["Call 911", "Never send money to somebody you have not met."] },
  { path: "/community-guidelines", heading: "Community Guidelines", words: ["Consent, every set"] },
  {
    path: "/terms",
    heading: "Terms of Service",
    words: ["Paid purchases are final.", `the laws of the State of ${site.governingState}`],
  },
  { path: "/privacy", heading: "Privacy Policy", words: ["How long we keep it", "Stripe takes payments"] },
  { path: "/cookie-policy", heading: "Cookie Policy", words: ["Two cookies, and what they are for", "returningUser"] },
] as const;

const DATED = ["/terms", "/privacy", "/cookie-policy", "/community-guidelines", "/safety"];

for (const { path, heading, words } of PAGES) {
  // @spec 2.routes.terms-privacy-cookie 2.other-screens.static-legal-pages 6.visitors-have-public
  // @spec 9.paid-purchases-final
  test(`${path} has its text, title, description and preview image in the HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const text = html.replace(/<!-- -->/g, "");
    for (const some of [heading, ...words]) expect(text).toContain(some);
    expect(html).toMatch(/<title>[^<]{8,60} · Spotter<\/title>/);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/<meta name="description" content="[^"]{50,180}"/g)).toHaveLength(1);
    expect(html).toContain('property="og:image"');
  });
}

// @spec 2.other-screens.static-legal-pages
test("legal pages show an effective date in the reader's time zone, and link to the landing page", async ({ page }) => {
  test.slow();
  await page.clock.setFixedTime(new Date("2031-03-09T18:00:00Z"));
  for (const path of DATED) {
    await test.step(`${path} shows its date, and links to the landing page`, async () => {
      await page.goto(path);
      await expect(page.getByText("Effective date: March 9, 2031")).toBeVisible();
      await page.getByRole("link", { name: "Back to Home" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    });
  }
});

/** Call it before opening a page. @returns a function that waits until the app has started on it */
async function onceStarted(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() =>
    addEventListener("listening", () => document.documentElement.setAttribute("data-started", "")),
  );
  return () => expect(page.locator("html[data-started]")).toBeAttached();
}

test("a long page keeps its position on start, scrolls to its sections, and has a table of contents", async ({
  page,
}) => {
  test.slow();
  const started = await onceStarted(page);
  await test.step("a page that was scrolled before the app started keeps its position", async () => {
    const start = await holdRequests(page, "**/assets/*.js");
    await page.goto("/terms", { waitUntil: "commit" });
    await page.getByRole("heading", { name: "7. Purchases are final" }).scrollIntoViewIfNeeded();
    start();
    await started();
    await expect(page.getByRole("heading", { name: "7. Purchases are final" })).toBeInViewport();
    // The next load would restore the scroll position.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  });
  await test.step("the table of contents links to the sections of a long page, and Back returns", async () => {
    await page.goto("/privacy");
    // The app sets the date when it starts, so the page is interactive then.
    await expect(page.locator("time")).not.toHaveText("today");
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
  await test.step("a section's URL scrolls to it, also when typed on the same page", async () => {
    await page.goto("/terms");
    await started();
    await page.evaluate(() => {
      location.hash = "purchases";
    });
    await expect(page.getByRole("heading", { name: "7. Purchases are final" })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Terms of Service" })).toBeInViewport();
    // The next load would restore the scroll position.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  });
  await test.step("on a phone the table of contents is collapsed, and can be opened by keyboard", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/terms");
    const link = page.getByRole("link", { name: "7. Purchases are final" });
    await expect(link).toBeHidden();
    await page.locator("summary").focus();
    await page.keyboard.press("Enter");
    await link.click();
    await expect(page.getByRole("heading", { name: "7. Purchases are final" })).toBeInViewport();
  });
});

// @spec 2.routes.faq-linked-from
test("questions expand to their answers, and public pages link to each other", async ({ page }) => {
  await test.step("a question expands to its answer, also by keyboard and by URL", async () => {
    await page.goto("/faq");
    const answer = page.getByText("Nobody, exactly.");
    await expect(answer).toBeHidden();
    await page.getByText("Who can see where I am?").click();
    await expect(answer).toBeVisible();
    await page.locator("#cancel summary").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("no call, no mail")).toBeVisible();
    await page.goto("/faq#refund");
    await page.reload();
    await expect(page.getByText("Other exceptions, such as a charge by mistake")).toBeInViewport();
    await expect(page.getByText("no call, no mail")).toBeHidden();
    expect(await page.locator("details").count()).toBeGreaterThanOrEqual(12);
  });
  await test.step("How it Works in the header leads to the landing page's section from any page", async () => {
    await page.getByRole("banner").getByRole("link", { name: "How it Works" }).click();
    await expect(page).toHaveURL("/#how-it-works");
    await expect(page.getByRole("heading", { name: "How it Works" })).toBeInViewport();
  });
  await test.step("the landing page links to the safety tips without a full page load", async () => {
    await page.goto("/");
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.getByRole("link", { name: "Read our safety tips" }).click();
    await expect(page).toHaveURL("/safety");
    await expect(page).toHaveTitle("Safety Tips · Spotter");
    expect(await page.evaluate(() => "stays" in window)).toBe(true);
    await expect(page.locator("link[rel=canonical]")).toHaveCount(0);
  });
});

// @spec 2.query-driven.start-building
test("Start Building opens signup or the profile, and an early press takes effect once the page is interactive", async ({
  page,
  request,
}) => {
  test.slow();
  for (const [name, dialogText] of [
    ["Start Building", "1 of 3"],
    ["Login", "Let's Go!"],
  ] as const) {
    await test.step(`a press on ${name} before the page is interactive takes effect later, once`, async () => {
      const release = await holdRequests(page, "**/assets/how-it-works-*.js");
      await page.goto("/how-it-works", { waitUntil: "commit" });
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
      release();
      await expect(page.getByRole("dialog")).toContainText(dialogText);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    });
  }
  await test.step("Start Building opens signup for visitors", async () => {
    await page.getByRole("button", { name: "Start Building" }).click();
    await expect(page.getByRole("dialog")).toContainText("1 of 3");
  });
  await test.step("Start Building opens the profile for members", async () => {
    await logInAs(page, await createAccount(request));
    await page.goto("/how-it-works");
    await page.getByRole("button", { name: "Start Building" }).click();
    await expect(page).toHaveURL("/profile");
  });
});

test.describe("in a browser that blocks storage", () => {
  test.use({ colorScheme: "dark" });

  test("a page has the system's theme and can be used", async ({ page }) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("Access is denied", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(globalThis, name, { get, configurable: true });
    });
    await page.goto("/how-it-works");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Start Building" }).click();
    await expect(page.getByRole("dialog")).toContainText("1 of 3");
  });
});
