import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { breakOff, live } from "./network.ts";
import { enterAs, makeMatch, say, thread } from "./people.ts";

const log = (page: Page) => page.getByRole("log");
const box = (page: Page) => page.getByRole("textbox", { name: /^Message/ });

test("without a network a message fails, and Retry sends it once", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await expect(box(page)).toBeVisible();
  await connected;
  await page.context().setOffline(true);
  await box(page).fill("Leg day?");
  await box(page).press("Enter");
  await expect(log(page).getByRole("alert")).toHaveText("Failed to send message");
  await log(page).getByRole("button", { name: "Retry" }).click();
  await expect(log(page).getByRole("alert")).toHaveText("Failed to send message");
  await page.context().setOffline(false);
  await log(page).getByRole("button", { name: "Retry" }).click();
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(page).getByText("Leg day?")).toHaveCount(1);
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
});

test("a message whose answer was lost is not doubled by Retry", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  let lost = true;
  await page.route("**/api/messages/send", async (route) => {
    if (!lost) return route.fallback();
    lost = false;
    await route.fetch();
    return route.abort();
  });
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.goto(`/messages/${other.id}`);
  await box(page).fill("Leg day?");
  await box(page).press("Enter");
  await log(page).getByRole("button", { name: "Retry" }).click();
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(page).getByText("Leg day?")).toHaveCount(1);
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
  await page.reload();
  await expect(log(page).getByText("Leg day?")).toHaveCount(1);
});

test("a failed message can be discarded, and was never sent", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await expect(box(page)).toBeVisible();
  await connected;
  await page.context().setOffline(true);
  await box(page).fill("Never mind");
  await box(page).press("Enter");
  await log(page).getByText("Never mind").hover();
  await log(page).getByRole("button", { name: "Discard message" }).click();
  await expect(page.getByText("Never mind")).toHaveCount(0);
  await page.context().setOffline(false);
  expect(await thread(request, other, me)).toEqual([]);
});

test("what was said while offline is there once the network is back", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Before");
  await enterAs(page, me);
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await expect(log(page).getByText("Before")).toBeVisible();
  await connected;
  await page.context().setOffline(true);
  await say(request, other, me, "Meanwhile");
  await say(request, other, me, "And more");
  await expect(log(page).getByRole("listitem")).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(log(page).getByText("And more")).toBeVisible();
  await expect(log(page).getByRole("listitem")).toHaveText([/Before/, /Meanwhile/, /And more/]);
});

test("a conversation that cannot be loaded leaves a quiet way to try again", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Leg day?");
  await enterAs(page, me);
  const mend = await breakOff(page, "GET", `**/api/messages/${other.id}`);
  await page.goto(`/messages/${other.id}`);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await mend();
  await again.click();
  await expect(log(page)).toContainText("Leg day?");
});
