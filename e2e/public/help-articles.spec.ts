import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("every link in every article leads to an existing page", async ({ page, request }) => {
  test.setTimeout(120_000);
  await logInAs(page, await createMember(request));
  await page.goto("/help/how-spotter-works");
  const seen = new Set<string>();
  const waiting = ["/help/how-spotter-works"];
  // All articles can be reached by links from one of them.
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (!path.startsWith("/help/")) continue;
    const html = await (await request.get(path)).text();
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    for (const [, href = ""] of main.matchAll(/href="(\/[^"]*)"/g)) waiting.push(href.replaceAll("&amp;", "&"));
  }
  const articles = [...seen].filter((path) => path.startsWith("/help/"));
  expect(articles.length).toBeGreaterThanOrEqual(30);
  for (const path of articles) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain("Was this article helpful?");
  }
  for (const path of [...seen].filter((one) => !one.startsWith("/help/") && one !== "/contact")) {
    await page.goto(path);
    await expect(page.getByRole("heading").first(), path).toBeVisible();
    await expect(page.getByText("Nothing on this rack."), path).toBeHidden();
  }
});

// @spec 2.other-screens.help-center
test("articles have URLs, related links and a local feedback question", async ({ page, request, expectRefusals }) => {
  test.slow();
  await test.step("an article links to its topic, to three related ones and to support", async () => {
    await page.goto("/help/how-crushes-work");
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How crushes work");
    await expect(page.getByText(/^\d min read$/)).toBeVisible();
    await expect(
      page.getByText("Every new member gets 5 free crushes, once a year for each email address."),
    ).toBeVisible();
    const related = page.getByRole("complementary", { name: "Related" });
    await expect(related.getByRole("listitem")).toHaveCount(3);
    await related.getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find people in Browse");
    await expect(page.getByRole("main")).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Getting Started" }).click();
    await expect(page).toHaveURL("/help?category=getting-started");
    await page.goBack();
    await related.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
  });
  await test.step("the answer to 'Was this article helpful?' is stored locally and not sent", async () => {
    await page.goto("/help/meet-safely");
    await page.waitForLoadState("networkidle");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    const question = page.getByRole("region", { name: "Was this article helpful?" });
    const yes = question.getByRole("button", { name: "Yes" });
    const no = question.getByRole("button", { name: "No" });
    await expect(yes).toHaveAttribute("aria-pressed", "false");
    await yes.click();
    await expect(question.getByRole("status")).toHaveText("Thanks. Good to know that it helped.");
    await no.click();
    await expect(question.getByRole("status")).toHaveText("Thanks. Contact Support can tell you more.");
    await expect(yes).toHaveAttribute("aria-pressed", "false");
    await expect(no).toHaveAttribute("aria-pressed", "true");
    expect(sent).toEqual([]);
    await page.reload();
    await expect(no).toHaveAttribute("aria-pressed", "true");
    await page.goto("/help/spot-a-scam");
    await expect(no).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("every article has a URL, a title, a description and its text in the HTML", async () => {
    await page.goto("/help");
    const topics = await page
      .getByRole("region", { name: "Topics" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const titles = new Set<string>();
    let count = 0;
    for (const topic of topics) {
      await page.goto(topic);
      const articles = page.getByRole("main").getByRole("heading", { level: 3 }).getByRole("link");
      await expect(articles.first()).toBeVisible();
      const rows = await articles.evaluateAll((links) =>
        links.map((link) => [link.getAttribute("href") ?? "", link.textContent ?? ""] as const),
      );
      for (const [path, name] of rows) {
        count += 1;
        const html = await (await request.get(path)).text();
        expect(html, path).toMatch(/<h1 [^>]*>[^<]+<\/h1>/);
        expect(html.match(/<meta name="description" content="[^"]{40,}"/g), path).toHaveLength(1);
        const title = /<title>(.+?) · Help · Spotter<\/title>/.exec(html)?.[1];
        expect(title, path).toBe(name);
        titles.add(name);
      }
    }
    expect(count).toBeGreaterThanOrEqual(30);
    expect(titles.size).toBe(count);
  });
  await test.step("an unknown article returns 404 with a message and links", async () => {
    expectRefusals();
    const reply = await page.goto("/help/no-such-article");
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No such article.");
    await page.getByRole("link", { name: "Go to Help" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How can we help?");
  });
});

test("a loaded address starts at the top, and a reload and Back restore the position", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  const position = () => page.evaluate(() => Math.round(scrollY));
  await page.goto("/help/how-crushes-work");
  await page.evaluate(() => scrollTo(0, 400));
  await page.goto("/help/hide-your-profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await position()).toBe(0);
  await page.evaluate(() => scrollTo(0, 250));
  await page.reload();
  await expect.poll(position).toBe(250);
  await page.goBack();
  await expect.poll(position).toBe(400);
});
