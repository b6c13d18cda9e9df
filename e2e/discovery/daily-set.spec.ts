import type { Page } from "@playwright/test";
import { createCrowd, createMember, logInAs, turnDailySet } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { sendHeldCrushes } from "#e2e/support/network.ts";

const section = (page: Page) => page.getByRole("region", { name: /^Today's (five|set)$/ });
const cards = (page: Page) => section(page).getByRole("article");

test("the set of the day is decided by keyboard, done, and turned off and on again", async ({ page, request }) => {
  const me = await createMember(request);
  await createCrowd(request);
  await turnDailySet(request, me, true);
  await logInAs(page, me);
  await page.goto("/browse");
  await expect(cards(page).first()).toBeVisible();
  await expectAccessible(page);
  const size = await cards(page).count();
  const names = await cards(page).getByRole("heading", { level: 3 }).allInnerTexts();

  await test.step("its members are not in the list below", async () => {
    for (const name of names) await expect(page.getByRole("heading", { name, exact: true })).toHaveCount(1);
  });

  const last = names.at(0) ?? "";
  await test.step("each decision racks a plate, and the focus stays in the row, then goes to the title", async () => {
    for (let left = size; left > 0; left--) {
      // The server completes the set when it is read after the pass, and not by a read that was on its way.
      const stored = page.waitForResponse(
        async (reply) =>
          reply.url().endsWith("/api/browse/daily-set") &&
          // A read that the next one replaced has no body.
          (await reply.json().catch(() => undefined))?.dailySet?.racked === size - left + 1,
      );
      await cards(page)
        .last()
        .getByRole("button", { name: /^Not now/ })
        .press("Enter");
      await expect(cards(page)).toHaveCount(left - 1);
      await expect(section(page).getByRole("status")).toHaveText(
        left > 1 ? `${size - left + 1} of ${size} decided` : "Set done.",
      );
      await stored;
      if (left > 1) await expect(cards(page).last().getByRole("link").first()).toBeFocused();
    }
    await expect(section(page).getByRole("heading", { level: 2 })).toBeFocused();
    await expect(section(page)).toContainText("One this week.");
  });

  await test.step("a pass that is undone brings its member into the list, and the set stays done", async () => {
    await page.getByRole("button", { name: "Undo" }).last().press("Enter");
    await expect(toast(page, "is back.")).toBeVisible();
    await expect(page.getByRole("article").getByRole("heading", { name: last })).toBeVisible();
    await expect(section(page)).toContainText("Set done.");
    await expect(section(page).getByRole("heading", { level: 2 })).toBeFocused();
  });

  await test.step("it can be turned off and on again, and stays done", async () => {
    await section(page).getByRole("button", { name: "Turn off" }).click();
    await expect(toast(page, "Today's five is off.")).toBeVisible();
    await expect(section(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(section(page)).toContainText("Set done.");
  });
});

test("the row of a phone stays where it is when a card leaves it, and when its member comes back from a profile", async ({
  person,
  request,
}) => {
  const me = await createMember(request);
  await createCrowd(request);
  await turnDailySet(request, me, true);
  const page = await person({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await logInAs(page, me);
  await page.goto("/browse");
  await expect(cards(page).nth(3)).toBeAttached();
  const [sent = "", , third = ""] = await cards(page).getByRole("heading", { level: 3 }).allInnerTexts();
  const card = (name: string) => cards(page).filter({ hasText: name });
  const leftOf = (name: string) => card(name).evaluate((element) => Math.round(element.getBoundingClientRect().x));

  await test.step("a crush is sent while its member looks at another card", async () => {
    await card(sent)
      .getByRole("button", { name: /^Send Crush/ })
      .tap();
    await expect(section(page).getByRole("status")).toHaveText(/^1 of /);
    await card(third).evaluate((element) =>
      element.scrollIntoView({ block: "nearest", inline: "start", behavior: "instant" }),
    );
    await expect.poll(() => leftOf(third)).toBe(8);
    await sendHeldCrushes(page);
    await expect(card(sent).getByRole("button", { name: "Crush Sent", exact: true })).toBeVisible();
    await expect.poll(() => leftOf(third)).toBe(8);
  });

  await test.step("back from a profile", async () => {
    await card(third).getByRole("link").first().tap();
    await expect(page).toHaveURL(/\/profile\//);
    await page.goBack();
    await expect(card(third)).toBeVisible();
    await expect(card(sent)).toBeAttached();
    expect(await leftOf(third)).toBe(8);
  });

  await test.step("a set that is done keeps its row until Browse is opened again", async () => {
    const undecided = cards(page).getByRole("button", { name: /^Not now/ });
    for (let left = await undecided.count(); left > 0; left--) {
      await undecided.first().press("Enter");
      await expect(undecided).toHaveCount(left - 1);
    }
    await expect(section(page)).toContainText("Set done.");
    await expect(card(sent)).toBeAttached();
    await page.getByRole("link", { name: /^Messages/ }).tap();
    await expect(page).toHaveURL("/messages");
    await page.goBack();
    await expect(section(page)).toContainText("Set done.");
    await expect(cards(page)).toHaveCount(0);
  });
});
