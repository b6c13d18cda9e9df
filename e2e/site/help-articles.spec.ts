import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 2.other-screens.help-center
test("an article links to others and to support, takes feedback locally, and keeps the reader's position", async ({
  page,
}) => {
  const title = page.getByRole("heading", { level: 1 });
  const position = () => page.evaluate(() => Math.round(scrollY));
  await test.step("an article links to its topic, to three related ones and to support", async () => {
    await page.goto("/help/how-crushes-work");
    await page.waitForLoadState("networkidle");
    await expect(title).toHaveText("How crushes work");
    await expect(page.getByText(/^\d min read$/)).toBeVisible();
    await expect(
      page.getByText("Every new member gets 5 free crushes, once a year for each confirmed email address."),
    ).toBeVisible();
    const related = page.getByRole("complementary", { name: "Related" });
    await expect(related.getByRole("listitem")).toHaveCount(3);
    await related.getByRole("link").first().click();
    await expect(title).toHaveText("Find people in Browse");
    await expect(page.getByRole("main")).toBeFocused();
    await expect.poll(position).toBe(0);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Getting Started" }).click();
    await expect(page).toHaveURL("/help?category=getting-started");
    await page.goBack();
    await related.getByRole("link", { name: "Contact Support" }).click();
    await expect(page).toHaveURL("/contact");
    await page.goBack();
    await expect(title).toHaveText("Find people in Browse");
  });
  await test.step("the answer to 'Was this article helpful?' is stored locally for its article, and not sent", async () => {
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
  await test.step("a loaded address starts at the top, and a reload and Back restore the position", async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));
    await page.goto("/help/hide-your-profile");
    await expect(title).toBeVisible();
    expect(await position()).toBe(0);
    await page.evaluate(() => scrollTo({ top: 250, behavior: "instant" }));
    await page.reload();
    await expect.poll(position).toBe(250);
    await page.goBack();
    await expect.poll(position).toBe(400);
  });
});
