import type { Page } from "@playwright/test";
import { createAccount, createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests, waitForSocket } from "#e2e/support/network.ts";
import { mockPush, mockPushRoutes, readPushState } from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";

test.use({ serviceWorkers: "allow" });
test.slow();

const pushSwitch = (page: Page) => page.getByRole("switch", { name: "Push notifications" });
/** Opens another screen with the header. */
const goTo = (page: Page, place: string) =>
  page.getByRole("banner").getByRole("link", { name: place, exact: true }).click();

test("members with a match are offered push, the prompt appears only on the tap, and the subscription ends with the session", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await mockPush(page);
  const requests = await mockPushRoutes(page);
  await open(page, me, "/messages");

  await test.step("members with a match are offered push, and the browser's prompt appears only on the tap", async () => {
    await expect(card(page, other)).toBeVisible();
    await expectAccessible(page);
    expect(await readPushState(page)).toEqual({});
    await card(page, other).getByRole("button", { name: "Turn on" }).click();
    await expect(card(page, other)).toHaveCount(0);
    expect(await readPushState(page)).toEqual({ permission: "granted", asked: 1, subscribed: true });
    expect(requests).toEqual([`start ${me.token}`]);
    await expect(page.getByRole("main")).toBeFocused();

    // Each visit confirms the subscription to the server.
    await page.reload();
    await expect.poll(() => requests).toHaveLength(2);
    await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
    await expect(card(page, other)).toHaveCount(0);
    await page.goto("/settings");
    await expect(pushSwitch(page)).toBeChecked();
  });

  await test.step("a logout unsubscribes", async () => {
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
});

test("the offer of push is stable on a slow network, and 'Not now' is stored on the device", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await page.setViewportSize({ width: 360, height: 740 });
  await mockPush(page);
  await mockPushRoutes(page);
  const release = await holdRequests(page, "**/api/notifications/push-key");
  await open(page, me, "/messages");

  await test.step("on a slow network and a small phone the layout is stable until push is enabled", async () => {
    await expect(card(page, other)).toBeVisible();
    const before = await card(page, other).boundingBox();
    await card(page, other).getByRole("button", { name: "Turn on" }).click();
    await expect(card(page, other).getByRole("button", { name: "One moment..." })).toBeFocused();
    expect(await card(page, other).boundingBox()).toEqual(before);
    release();
    await expect(card(page, other)).toHaveCount(0);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await goTo(page, "Settings");
  await expect(pushSwitch(page)).toBeChecked();
  await pushSwitch(page).click();
  await expect(pushSwitch(page)).not.toBeChecked();

  await test.step("'Not now' is stored on the device, and the settings keep the switch", async () => {
    await page.goto("/messages");
    await card(page, other).getByRole("button", { name: "Not now" }).click();
    await expect(card(page, other)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
    await expect(card(page, other)).toHaveCount(0);
    await page.goto("/settings");
    await expect(pushSwitch(page)).not.toBeChecked();
  });
});

test("members without a match are offered push only in the settings, whose switch takes effect immediately", async ({
  page,
  request,
  expectRefusals,
}) => {
  await mockPush(page);
  const requests = await mockPushRoutes(page);
  const kinds = () => requests.map((one) => one.split(" ")[0]);
  await open(page, await createAccount(request), "/messages");

  await test.step("members without a match are not offered push", async () => {
    await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
    await expect(page.getByRole("region", { name: /^Hear when/ })).toHaveCount(0);
  });

  await goTo(page, "Settings");
  expectRefusals();

  await test.step("the switch takes effect immediately in both directions, and reports failures", async () => {
    const accept = await refuseRequests(page, "POST", "**/api/notifications/push", 503);
    await pushSwitch(page).click();
    await expect(toast(page, "Notifications could not be turned on. Please try again.")).toBeVisible();
    await expect(pushSwitch(page)).not.toBeChecked();
    accept();
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();
    await expectAccessible(page);
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).not.toBeChecked();
    await expect.poll(kinds).toEqual(["start", "end"]);
    expect(await readPushState(page)).toMatchObject({ subscribed: false });
    // The page renews subscriptions when it starts to receive events.
    const connected = waitForSocket(page);
    await page.reload();
    await connected;
    await expect(pushSwitch(page)).not.toBeChecked();
    expect(requests).toHaveLength(2);
  });

  await test.step("disabling push during an outage takes effect immediately, and the server is informed later", async () => {
    requests.length = 0;
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).toBeChecked();
    const restore = await abortRequests(page, "POST", "**/api/notifications/push/unsubscribe");
    await pushSwitch(page).click();
    await expect(pushSwitch(page)).not.toBeChecked();
    expect(await readPushState(page)).toMatchObject({ subscribed: false });
    expect(requests).toHaveLength(1);
    restore();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(kinds).toEqual(["start", "end"]);
    await page.reload();
    await expect(pushSwitch(page)).not.toBeChecked();
    expect(requests).toHaveLength(2);
  });
});

test("if the browser blocks notifications, the settings explain where to change that", async ({ page, request }) => {
  await mockPush(page, "denied");
  await logInAs(page, await createAccount(request));
  await page.goto("/settings");
  await pushSwitch(page).click();
  await expect(page.getByText("Your browser blocks notifications from Spotter.")).toBeVisible();
  await expect(pushSwitch(page)).toHaveCount(0);
  await expectAccessible(page);
});

for (const [what, words, change] of [
  ["that cannot do it", "This browser cannot show notifications.", {}],
  [
    "an iPhone without the installed app",
    "On iPhone and iPad they come to the installed app",
    { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148" },
  ],
] as const) {
  test(`a browser ${what} shows the reason`, async ({ person, request }) => {
    const page = await person(change);
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await logInAs(page, await createAccount(request));
    await page.goto("/settings");
    await expect(page.getByText(words)).toBeVisible();
    await expect(pushSwitch(page)).toHaveCount(0);
    await expectAccessible(page);
  });
}
