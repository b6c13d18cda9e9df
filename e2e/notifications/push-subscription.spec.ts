import type { Page } from "@playwright/test";
import { createMember, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { holdRequests, waitForSocket } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes, readPushState } from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";

test.use({ serviceWorkers: "allow" });

const pushSwitch = (page: Page) => page.getByRole("switch", { name: "Push notifications" });
const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

test("push is offered with a match, asked for on the tap, switched in the settings, and ends with the session", async ({
  page,
  request,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await mockPush(page);
  const requests = await mockPushRoutes(page);
  const kinds = () => requests.map((one) => one.split(" ")[0]);
  const release = await holdRequests(page, "**/api/notifications/push-key");
  const connected = waitForSocket(page);
  await open(page, me, "/messages");
  await connected;

  await test.step("members without a match are not offered push", async () => {
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await expect(page.getByRole("region", { name: /^Hear when/ })).toHaveCount(0);
  });

  await test.step("members with a match are offered push, and the browser's prompt appears only on the tap", async () => {
    await sendCrush(request, me, other);
    await sendCrush(request, other, me);
    await page.getByRole("button", { name: "Keep browsing" }).click();
    await expect(card(page, other)).toBeVisible();
    expect(await readPushState(page)).toEqual({});
  });

  await test.step("on a slow network and a small phone the layout is stable until push is enabled", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const button = card(page, other).getByRole("button", { name: "Turn on" });
    await button.scrollIntoViewIfNeeded();
    const before = await card(page, other).boundingBox();
    await button.click();
    await expect(card(page, other).getByRole("button", { name: "One moment..." })).toBeFocused();
    expect(await card(page, other).boundingBox()).toEqual(before);
    release();
    await expect(card(page, other)).toHaveCount(0);
    expect(await readPushState(page)).toEqual({ permission: "granted", asked: 1, subscribed: true });
    expect(requests).toEqual([`start ${me.token}`]);
    await expect(page.getByRole("main")).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("each visit confirms the subscription to the server", async () => {
    await page.reload();
    await expect.poll(() => requests).toHaveLength(2);
    await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
    await expect(card(page, other)).toHaveCount(0);
    await goTo(page, "Settings");
    await expect(pushSwitch(page)).toBeChecked();
  });

  await test.step("the switch takes effect immediately in both directions", async () => {
    requests.length = 0;
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).not.toBeChecked();
    await expect.poll(kinds).toEqual(["end"]);
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();
    await expectAccessible(page);
  });

  await test.step("a logout unsubscribes", async () => {
    await logOut(page);
    await expect(page).toHaveURL("/");
    await expect.poll(async () => (await readPushState(page)).subscribed).toBe(false);
  });

  await test.step("the next member on the same device is offered push again, until 'Not now'", async () => {
    await page.evaluate(
      ({ token, user }) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", user);
      },
      { token: other.token, user: JSON.stringify({ username: other.username, _id: other.id }) },
    );
    await page.goto("/messages");
    await card(page, me).getByRole("button", { name: "Not now" }).click();
    await expect(card(page, me)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
    await expect(card(page, me)).toHaveCount(0);
  });
});
