import type { Page } from "@playwright/test";
import { createMember, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests, reloadConnected, waitForSocket } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes, readPushState } from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";

test.use({ serviceWorkers: "allow" });

const pushSwitch = (page: Page) => page.getByRole("switch", { name: "Push notifications" });
/** Opens another screen with the header. */
const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

test("push is offered with a match, asked for on the tap, switched in the settings, and ends with the session", async ({
  page,
  request,
  expectRefusals,
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

  await test.step("the switch takes effect immediately in both directions, and reports failures", async () => {
    requests.length = 0;
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).not.toBeChecked();
    await expect.poll(kinds).toEqual(["end"]);
    expectRefusals();
    const accept = await refuseRequests(page, "POST", "**/api/notifications/push", 503);
    await pushSwitch(page).click();
    await expect(toast(page, "Notifications could not be turned on. Please try again.")).toBeVisible();
    await expect(pushSwitch(page)).not.toBeChecked();
    accept();
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();
    await expectAccessible(page);
  });

  await test.step("disabling push during an outage takes effect immediately, and the server is informed later", async () => {
    requests.length = 0;
    const restore = await abortRequests(page, "POST", "**/api/notifications/push/unsubscribe");
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).not.toBeChecked();
    expect(await readPushState(page)).toMatchObject({ subscribed: false });
    expect(requests).toEqual([]);
    restore();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(kinds).toEqual(["end"]);
    // What was not answered before a reload is sent again.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("pushEnded"))).toBeNull();
    // The page renews subscriptions when it starts to receive events.
    await reloadConnected(page);
    await expect(pushSwitch(page)).not.toBeChecked();
    expect(requests).toHaveLength(1);
  });

  await test.step("a logout unsubscribes", async () => {
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();
    await logOut(page);
    await expect(page).toHaveURL("/");
    await expect.poll(async () => (await readPushState(page)).subscribed).toBe(false);
  });

  await test.step("another member on the same device does not inherit the subscription, and is offered push again", async () => {
    requests.length = 0;
    await page.evaluate(
      ({ token, user }) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", user);
      },
      { token: other.token, user: JSON.stringify({ username: other.username, _id: other.id }) },
    );
    await page.goto("/messages");
    await expect(card(page, me)).toBeVisible();
    expect(await readPushState(page)).toMatchObject({ subscribed: false });
    expect(requests).toEqual([]);
  });

  await test.step("'Not now' is stored on the device, and the settings keep the switch", async () => {
    await card(page, me).getByRole("button", { name: "Not now" }).click();
    await expect(card(page, me)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
    await expect(card(page, me)).toHaveCount(0);
    await goTo(page, "Settings");
    await expect(pushSwitch(page)).not.toBeChecked();
  });
});
