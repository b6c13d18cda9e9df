import type { APIRequestContext, Page } from "@playwright/test";
import { createAccount, createMatch, logInAs, type Member } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";
import { device, stubPush, stubRoutes } from "#e2e/support/push-browser.ts";
import { card, logOut, open } from "#e2e/support/push-page.ts";

test.use({ serviceWorkers: "allow" });
test.slow();

const flip = (page: Page) => page.getByRole("switch", { name: "Push notifications" });
/** Opens the settings of somebody whose device was never asked. @returns what the server is told */
async function openSettings(page: Page, request: APIRequestContext): Promise<string[]> {
  await stubPush(page);
  const told = await stubRoutes(page);
  await open(page, await createAccount(request), "/settings");
  return told;
}

test("whoever has a match is asked beside it, the browser asks on the tap, and the end of the login ends it", async ({
  page,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await stubPush(page);
  const told = await stubRoutes(page);
  await open(page, me, "/messages");
  await expect(card(page, other)).toBeVisible();
  await expectAccessible(page);
  expect(await device(page)).toEqual({});
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect(card(page, other)).toHaveCount(0);
  expect(await device(page)).toEqual({ permission: "granted", asked: 1, subscribed: true });
  expect(told).toEqual([`start ${me.token}`]);
  await expect(page.getByRole("main")).toBeFocused();

  // Each opening makes sure that the server knows it.
  await page.reload();
  await expect.poll(() => told).toHaveLength(2);
  await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
  await expect(card(page, other)).toHaveCount(0);
  await page.goto("/settings");
  await expect(flip(page)).toBeChecked();

  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect.poll(async () => (await device(page)).subscribed).toBe(false);
});

test("on a slow network nothing moves on a small phone until notifications are on", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await page.setViewportSize({ width: 360, height: 740 });
  await stubPush(page);
  await stubRoutes(page);
  const release = await holdRequests(page, "**/api/notifications/push-key");
  await open(page, me, "/messages");
  await expect(card(page, other)).toBeVisible();
  const before = await card(page, other).boundingBox();
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect(card(page, other).getByRole("button", { name: "One moment..." })).toBeFocused();
  expect(await card(page, other).boundingBox()).toEqual(before);
  release();
  await expect(card(page, other)).toHaveCount(0);
});

test("another member on the same device gets nothing of the first, and is asked anew", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await stubPush(page);
  const told = await stubRoutes(page);
  await open(page, me, "/messages");
  await card(page, other).getByRole("button", { name: "Turn on" }).click();
  await expect.poll(() => told).toHaveLength(1);
  const enter = async (person: Member) => {
    await page.evaluate(
      ({ token, user }) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", user);
      },
      { token: person.token, user: JSON.stringify({ username: person.username, _id: person.id }) },
    );
    await page.goto("/messages");
  };
  await logOut(page);
  await expect.poll(async () => (await device(page)).subscribed).toBe(false);
  await enter(other);
  await expect(card(page, me)).toBeVisible();
  expect(await device(page)).toMatchObject({ subscribed: false });
  expect(told).toHaveLength(1);
});

test("'Not now' is remembered on the device, and the settings still have the switch", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await stubPush(page);
  await stubRoutes(page);
  await open(page, me, "/messages");
  await card(page, other).getByRole("button", { name: "Not now" }).click();
  await expect(card(page, other)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "New Matches" })).toBeVisible();
  await expect(card(page, other)).toHaveCount(0);
  await page.goto("/settings");
  await expect(flip(page)).not.toBeChecked();
});

test("who has no match yet is asked nothing", async ({ page, request }) => {
  await stubPush(page);
  await logInAs(page, await createAccount(request));
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "No conversations yet" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Hear when/ })).toHaveCount(0);
});

test("the switch of a device takes effect at once, both ways, and says what failed", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const told = await openSettings(page, request);
  const accept = await refuseRequests(page, "POST", "**/api/notifications/push", 503);
  await flip(page).click();
  await expect(toast(page, "Notifications could not be turned on. Please try again.")).toBeVisible();
  await expect(flip(page)).not.toBeChecked();
  accept();
  await flip(page).click();
  await expect(flip(page)).toBeChecked();
  await expectAccessible(page);
  await flip(page).click();
  await expect(flip(page)).not.toBeChecked();
  await expect.poll(() => told.map((one) => one.split(" ")[0])).toEqual(["start", "end"]);
  expect(await device(page)).toMatchObject({ subscribed: false });
  await page.reload();
  await expect(flip(page)).not.toBeChecked();
});

test("who turns notifications off while the server is out of reach has silence at once, and it is told later", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const told = await openSettings(page, request);
  await flip(page).click();
  await expect(flip(page)).toBeChecked();
  const mend = await abortRequests(page, "POST", "**/api/notifications/push/unsubscribe");
  await flip(page).click();
  await expect(flip(page)).not.toBeChecked();
  expect(await device(page)).toMatchObject({ subscribed: false });
  expect(told).toHaveLength(1);
  mend();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => told.map((one) => one.split(" ")[0])).toEqual(["start", "end"]);
  await page.reload();
  await expect(flip(page)).not.toBeChecked();
  expect(told).toHaveLength(2);
});

test("a browser that says no is told where to change that", async ({ page, request }) => {
  await stubPush(page, "denied");
  await logInAs(page, await createAccount(request));
  await page.goto("/settings");
  await flip(page).click();
  await expect(page.getByText("Your browser blocks notifications from Spotter.")).toBeVisible();
  await expect(flip(page)).toHaveCount(0);
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
  test(`a browser ${what} says so`, async ({ person, request }) => {
    const page = await person(change);
    await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
    await logInAs(page, await createAccount(request));
    await page.goto("/settings");
    await expect(page.getByText(words)).toBeVisible();
    await expect(flip(page)).toHaveCount(0);
    await expectAccessible(page);
  });
}
