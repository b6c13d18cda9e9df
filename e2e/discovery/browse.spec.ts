import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { AUSTIN, addPhotos, createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests, refuseRequests, showOnly } from "#e2e/support/network.ts";

const PROFILES = "**/api/profile/all*";

const cards = (page: Page) => page.getByRole("main").getByRole("article");

// @spec 2.routes.browse 2.browse.cards-photo-username 2.browse.photo-opens-profile 2.browse.no-profiles-available
// @spec 2.browse.load-failure-go 8.failed-load-profiles
test("Browse loads cards and pages, shows members, passes the focus on, and reports failures", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const me = await createMember(request, { location: AUSTIN });
  const other = await createMember(request, { age: 33, location: "Round Rock, TX" });
  await addPhotos(request, other, 1);
  const third = await createMember(request, {
    location: AUSTIN,
    interests: ["Running", "Yoga", "Boxing"],
    lookingFor: "Not sure yet",
  });
  await logInAs(page, me);
  await page.setViewportSize({ width: 360, height: 740 });
  await showOnly(page, [other, third]);
  const card = cards(page).filter({ hasText: other.username });

  await test.step("a slow response shows placeholders, then the cards", async () => {
    const release = await holdRequests(page, PROFILES);
    await page.goto("/browse");
    await expect(page.getByRole("status").filter({ hasText: "Loading profiles" })).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    release();
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText("Loading profiles")).toHaveCount(0);
  });

  await test.step("a card shows shared interests and goals", async () => {
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByText("Weightlifting, Running +1")).toBeInViewport({ ratio: 1 });
    await expect(card.getByText("Also wants a workout partner")).toBeInViewport({ ratio: 1 });
    const one = cards(page).filter({ hasText: third.username });
    await expect(one.getByText("Running", { exact: true })).toBeVisible();
    await expect(one.getByText("Also wants")).toHaveCount(0);
  });

  await test.step("a card shows photo, username, age and location", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(card).toContainText(`${other.username} 33`);
    await expect(card).toContainText("Round Rock, TX");
    const photo = card.getByRole("link").locator("img").first();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step("a removed card passes the focus to the next one, the last card to the heading", async () => {
    await expect(cards(page)).toHaveCount(2);
    const away = async (count: number) => {
      const names = await cards(page).allInnerTexts();
      const id = names[0]?.includes(other.username) ? other.id : third.id;
      const json = { success: true, gone: [id], crushSent: [], matches: [] };
      await page.route("**/api/profile/unavailable", (route) => route.fulfill({ json }));
      await cards(page).first().getByRole("link").focus();
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(cards(page)).toHaveCount(count);
    };
    await away(1);
    await expect(cards(page).first().getByRole("link")).toBeFocused();
    await away(0);
    await expect(page.getByRole("heading", { level: 1, name: "Browse" })).toBeFocused();
  });

  await test.step("an empty result shows 'No profiles available' and a next step", async () => {
    await expect(page.getByRole("heading", { name: "No profiles available" })).toBeVisible();
    await page.getByRole("link", { name: "Polish your profile" }).click();
    await expect(page).toHaveURL("/profile");
  });

  await test.step("a page that fails keeps the earlier ones, all can be loaded, and no member appears twice", async () => {
    expectRefusals();
    const names = Array.from({ length: 60 }, (_, i) => `member_${i}`);
    const baseProfile = {
      isDemo: false,
      age: 30,
      location: "",
      photos: [],
      crushSent: false,
      isMatch: false,
      distance: null,
      reasons: [],
    };
    const cursors: string[] = [];
    const ids = names.map(() => randomUUID());
    let refused = true;
    const json = { success: true, gone: [], crushSent: [], matches: [] };
    await page.route("**/api/profile/unavailable", (route) => route.fulfill({ json }));
    await page.route(PROFILES, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      if (from === 40 && refused) return route.fulfill({ status: 429, json: { success: false, code: "rate_limited" } });
      cursors.push(String(from));
      // The order has changed: the last two members of a page appear again on the next one.
      const profiles = names
        .slice(Math.max(0, from - 2), from + 20)
        .map((username) => ({ id: ids[names.indexOf(username)], username, ...baseProfile }));
      return route.fulfill({ json: { success: true, profiles, nextCursor: from === 40 ? null : String(from + 20) } });
    });
    await page.goto("/browse");
    await expect(cards(page).first()).toBeVisible();
    const shown = () => cards(page).getByRole("heading").allInnerTexts();
    const scrollUntil = (check: () => Promise<void>) =>
      expect(async () => {
        await page.mouse.wheel(0, 4000);
        await check();
      }).toPass();
    const failure = page.getByText("More profiles did not load.");
    await scrollUntil(() => expect(failure).toBeVisible({ timeout: 300 }));
    expect(await shown()).toHaveLength(40);
    refused = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await scrollUntil(async () => expect(await shown()).toHaveLength(60));
    expect((await shown()).map((name) => name.split(/\s/)[0])).toEqual(names);
    await expect(page.getByText("That's everyone for now.")).toBeVisible();
    expect(cursors).toEqual(["0", "20", "40"]);
  });

  await test.step("a failed load is reported with a way out, and can be repeated", async () => {
    await showOnly(page, [other]);
    const restore = await refuseRequests(page, "GET", PROFILES, 429);
    await page.goto("/browse");
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("Failed to load profiles");
    await expect(page.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/");
    restore();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(cards(page)).toHaveCount(1);
  });

  await test.step("the photo of a card opens the profile", async () => {
    await card.getByRole("link").click();
    await expect(page).toHaveURL(`/profile/${other.id}`);
    await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
  });
});
