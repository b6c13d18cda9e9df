import type { Locator, Page } from "@playwright/test";
import {
  addPhotos,
  createMatch,
  createMember,
  listMessages,
  logInAs,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  expectCached,
  expectConversationCached,
  readCachedData,
  waitForServiceWorker,
} from "#e2e/support/service-worker.ts";

const sign = (page: Page) => page.getByText("Offline. What you see may be old.");

/** Fails if the element is covered by the offline sign. */
async function expectAboveSign(page: Page, read: Locator): Promise<void> {
  const [text, over] = await Promise.all([read.boundingBox(), sign(page).boundingBox()]);
  expect((text?.y ?? Infinity) + (text?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
}

test.use({ serviceWorkers: "allow", viewport: { width: 360, height: 740 } });
test.slow();

// @spec 2.other-screens.sw-js-registered
test("public pages and a member's data are readable offline, and a logout deletes the data", async ({
  page,
  tab,
  request,
  expectOutage,
}) => {
  expectOutage();
  await test.step("public pages open offline, also for visitors", async () => {
    await page.goto("/");
    await waitForServiceWorker(page);
    await page.context().setOffline(true);
    await page.goto("/?from=home");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your Gym Bae");
    await page.getByRole("button", { name: "Start Crushing" }).first().click();
    await expect(page.getByRole("dialog")).toContainText("1 of 3");
    // Not in the precache list: the app shell renders it.
    await page.goto("/help/spot-a-scam");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("scam");
    await page.goto("/messages");
    await expect(page).toHaveURL("/");
    await page.context().setOffline(false);
    await expect(sign(page)).toBeHidden();
  });
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await addPhotos(request, other, 1);
  await sendMessage(request, other, me, "Squats at six?");
  await logInAs(page, me);
  await test.step("data that was loaded just before the outage is cached", async () => {
    await page.goto(`/messages/${other.id}`);
    await expect(log(page)).toContainText("Squats at six?");
    await page.context().setOffline(true);
    await expectConversationCached(page, me, other, "Squats at six?");
    await page.reload();
    await expect(log(page)).toContainText("Squats at six?");
    await page.context().setOffline(false);
    await expect(sign(page)).toBeHidden();
  });
  await test.step("visited screens are readable offline, and messages written offline are sent later", async () => {
    await page.goto("/crushes?tab=matches");
    await expectCached(page, me, `"queryKey":["crushes","matches"]`);
    await page.goto(`/messages/${other.id}`);
    await expectCached(page, me, `"queryKey":["crushes","unmessaged"]`);
    const pictures = () =>
      page.evaluate(
        async () => (await (await caches.open("seen")).keys()).filter(({ url }) => url.includes("/photos/")).length,
      );
    await expect.poll(pictures, { timeout: 30_000 }).toBeGreaterThan(0);

    await page.context().setOffline(true);
    await page.reload();
    await expect(log(page)).toContainText("Squats at six?");
    await expect(sign(page)).toBeVisible();
    await sendFromComposer(page, "Six sharp.");
    await expect(log(page).getByText("Sends when you are back online")).toBeVisible();
    await expectAboveSign(page, log(page).getByText("Sends when you are back online"));
    await page.goto("/messages");
    const row = page.getByRole("link", { name: new RegExp(other.username) });
    await expect(row).toBeVisible();
    await expect
      .poll(() => row.locator("img").evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(0);
  });
  await test.step("opening a chat offline that is not cached shows a message", async () => {
    await page.clock.install();
    await page.goto(`/messages/${third.id}`);
    const message = page.getByText("These messages did not load.");
    // The app tries several times, with pauses.
    await expect
      .poll(async () => {
        await page.clock.runFor(2000);
        return message.isVisible();
      })
      .toBe(true);
    await expect(composer(page)).toBeVisible();
  });
  await test.step("the offline sign covers nothing, and screens without cached data say so", async () => {
    await page.goto("/crushes?tab=matches");
    await expect(page.getByText(other.username)).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectAboveSign(page, page.getByRole("contentinfo").getByRole("button").last());
    await page.goto("/browse");
    await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Still no network.")).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByRole("heading", { name: "Browse" })).toBeVisible();
    await expect(sign(page)).toBeHidden();
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Squats at six?", "Six sharp."]);
  });
  await test.step("a response that was sent before the outage does not end the offline state", async () => {
    const answered = Promise.withResolvers<void>();
    const unplugged = Promise.withResolvers<void>();
    await page.route("**/api/crushes/data*", async (route) => {
      const response = await route.fetch();
      const json: unknown = { ...(await response.json()), balance: 3 };
      answered.resolve();
      await unplugged.promise;
      await route.fulfill({ response, json });
    });
    await page.goto("/crushes");
    await answered.promise;
    await page.context().setOffline(true);
    await expect(sign(page)).toBeVisible();
    unplugged.resolve();
    // The response was processed: its content is cached.
    await expectCached(page, me, '"balance":3');
    await expect(sign(page)).toBeVisible();
    await page.context().setOffline(false);
    await expect(sign(page)).toBeHidden();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
  await test.step("ended contact deletes its cached data", async () => {
    await page.goto(`/messages/${other.id}`);
    await expect(log(page)).toContainText("Six sharp.");
    await expectConversationCached(page, me, other, "Six sharp.");
    await unmatch(request, other, me);
    await expect.poll(() => readCachedData(page, me), { timeout: 30_000 }).not.toContain("Six sharp.");
    expect(await readCachedData(page, me)).toContain("conversations");
  });
  await test.step("a logout deletes all cached data in every tab, and another member finds none", async () => {
    const second = await tab();
    await second.goto("/settings/account");
    await second.getByRole("main").getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => caches.has("seen"))).toBe(false);

    // Data of a browser that was closed before it could delete it.
    await page.evaluate(
      async (id) => (await caches.open("seen")).put(`/seen/${id}`, new Response("Between us")),
      me.id,
    );
    await page.evaluate(
      ({ token, id, username }) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", JSON.stringify({ _id: id, username }));
      },
      { token: other.token, id: other.id, username: other.username },
    );
    await page.goto("/messages");
    await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
    await expect.poll(() => readCachedData(page, me)).toBe("");
  });
});
