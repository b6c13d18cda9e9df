import type { Page } from "@playwright/test";
import {
  countUnread,
  createMatch,
  createMember,
  matchMembers,
  sendCrush,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { composer, log } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { dismissToasts, fromOther, news, open, toasts } from "#e2e/support/toasts.ts";

/** Notifications of a member who is present. */

const watchIcon = (page: Page) =>
  page.addInitScript(() => {
    const put = (count: number) => localStorage.setItem("on the icon", String(count));
    Object.assign(navigator, { setAppBadge: async (count: number) => put(count), clearAppBadge: async () => put(0) });
  });
const onIcon = (page: Page) => page.evaluate(() => localStorage.getItem("on the icon"));

const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

test("a message is shown in the tab used last and counted in all, covers no controls, and ends with the session", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await watchIcon(page);
  await open(page, me, "/settings");
  const tabBar = page.getByRole("navigation", { name: "Main" });

  await test.step("a message is shown in the tab used last, counted in all tabs, and links to its chat", async () => {
    const second = await tab();
    await open(second, me, "/browse");
    await sendMessage(request, other, me, "Leg day?");
    await expect(news(second, fromOther(other))).toBeVisible();
    for (const one of [page, second]) await expect(one).toHaveTitle(/^\(1\) /);
    await expect(news(page, fromOther(other))).toHaveCount(0);

    await page.mouse.move(300, 300);
    for (const words of ["Thursday?", "Friday?"]) await sendMessage(request, other, me, words);
    await expect(page).toHaveTitle(/^\(3\) /);
    await expect(news(page, fromOther(other))).toHaveCount(1);
    await toasts(page).getByRole("link", { name: "Open chat" }).click();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await expect(log(page)).toContainText("Friday?");
    await expect(toasts(page).getByRole("link")).toHaveCount(0);
    // A message that was read elsewhere causes no notification.
    await expect(news(second, fromOther(other))).toHaveCount(0);
    for (const one of [page, second]) await expect(one).not.toHaveTitle(/^\(/);
    await expect.poll(() => onIcon(page)).toBe("0");
    await second.close();
  });

  await test.step("the open chat shows its own messages, and a toast announces others without covering the composer", async () => {
    await sendMessage(request, other, me, "Saturday?");
    await expect(log(page)).toContainText("Saturday?");
    await sendMessage(request, third, me, "Nice bar path.");
    await expect(news(page, fromOther(third))).toBeVisible();
    await expect(news(page, fromOther(other))).toHaveCount(0);
    await composer(page).fill("Thursday");
    // A toast over the button would intercept the click.
    await page.getByRole("button", { name: "Send", exact: true }).click({ timeout: 3000 });
    await expect(log(page).getByText("Thursday", { exact: true })).toBeVisible();
  });

  await page.emulateMedia({ reducedMotion: "reduce" });
  await test.step("at 320 px toasts do not cover the tab bar, nor move when the keyboard opens", async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await dismissToasts(page);
    await page.getByRole("link", { name: "Back to messages" }).click();
    await tabBar.getByRole("link", { name: /Crushes/ }).click();
    await expect(page).toHaveURL("/crushes");
    const words = "Squats?";
    await sendMessage(request, other, me, words);
    await expect(news(page, fromOther(other))).toBeVisible();
    await tabBar.getByRole("link", { name: /^Browse/ }).click({ timeout: 3000 });
    await expect(page).toHaveURL("/browse");

    await toasts(page).getByRole("link", { name: "Open chat" }).click();
    await expect(log(page)).toContainText(words);
    // As on a phone, where the composer has no focus until it is tapped.
    await composer(page).blur();
    await sendMessage(request, third, me, "Nice bar path.");
    await expect(news(page, fromOther(third))).toBeVisible();
    const edgeOf = async (bottom: boolean) => {
      const place = await news(page, fromOther(third)).boundingBox();
      return (place?.y ?? 0) + (bottom ? (place?.height ?? 0) : 0);
    };
    // Toasts cover neither the latest message nor the back link.
    const latest = await log(page).getByText(words).boundingBox();
    expect(await edgeOf(true)).toBeLessThan(latest?.y ?? 0);
    const back = await page.getByRole("link", { name: "Back to messages" }).boundingBox();
    const edge = await edgeOf(false);
    expect(edge).toBeGreaterThan((back?.y ?? 0) + (back?.height ?? 0));
    await composer(page).focus();
    expect(await edgeOf(false)).toBeCloseTo(edge, 0);
    expect(edge).toBeLessThan(120);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  await test.step("the icon's badge counts messages and crushes, and is cleared by a logout", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await goTo(page, "Settings");
    // The address changes before the chat is gone, and what arrives in an open chat is read.
    await expect(log(page)).toHaveCount(0);
    await expect.poll(() => countUnread(request, me, other)).toBe(0);
    await sendMessage(request, other, me, "Sunday?");
    await sendCrush(request, await createMember(request), me);
    // Two messages of the third member are unread.
    await expect.poll(() => onIcon(page)).toBe("4");
    await expect(page).toHaveTitle(/^\(4\) /);
    // Only the newest is shown.
    await expect(toasts(page).getByRole("link")).toHaveCount(1);
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => onIcon(page)).toBe("0");
    // The toast names another member.
    await expect(toasts(page).getByRole("link")).toHaveCount(0);
  });
});
