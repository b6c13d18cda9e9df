import { log, openChat, write } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { failToLoad, live, refuse } from "./network.ts";
import { enterAs, erase, makeMatch, read, say, thread } from "./people.ts";

test("without a network messages wait, and go out once and in order when it is back", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await page.context().setOffline(true);
  await write(page, "One");
  await expect(log(page).getByRole("alert")).toHaveText("Failed to send message");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  // One may go on writing.
  await write(page, "Two");
  await write(page, "Three");
  await log(page).getByRole("button", { name: "Retry" }).click();
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => thread(request, other, me)).toEqual(["One", "Two", "Three"]);
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(page).getByRole("listitem")).toHaveText([/One/, /Two/, /Three/]);
  await expect(log(page).getByText("Waiting for the network")).toHaveCount(0);
});

test("a server that stumbles is asked again by itself", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const mend = await refuse(page, "POST", "**/api/messages/send", 503);
  await write(page, "Leg day?");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  mend();
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
});

test("a message whose answer was lost is not doubled", async ({ page, request, expectOutage }) => {
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
  await write(page, "Leg day?");
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(page).getByText("Leg day?")).toHaveCount(1);
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
  await page.reload();
  await expect(log(page).getByText("Leg day?")).toHaveCount(1);
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
  const mend = await failToLoad(page, `**/api/messages/${other.id}`);
  await page.goto(`/messages/${other.id}`);
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  mend();
  await again.click();
  await expect(log(page)).toContainText("Leg day?");
});

test("it is whole again though nothing was heard of the break: sends, deletes and reads alike", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Deleted later");
  await say(request, me, other, "Read later");
  await enterAs(page, me);
  // A connection that stays up and brings nothing any more.
  let silent = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!silent || /^\d$/.test(String(message))) socket.send(message);
    });
  });
  let isBroken = true;
  await page.route(`**/api/messages/${other.id}?after=*`, (route) => (isBroken ? route.abort() : route.fallback()));
  const connected = live(page);
  await page.goto(`/messages/${other.id}`);
  await expect(log(page).getByRole("listitem")).toHaveCount(2);
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  // Who does not listen yet does not hear the network come back.
  await connected;
  silent = true;
  await erase(request, other, me, "Deleted later");
  await say(request, other, me, "Meanwhile");
  await read(request, other, me);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  isBroken = false;
  await expect(log(page).getByRole("listitem")).toHaveText([/Read later/, /Meanwhile/]);
  await expect(log(page).getByText("Read", { exact: true })).toBeAttached();
});

test("opened while the network comes and goes, a page hears what is new as soon as it can", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "onLine", { get: () => sessionStorage.getItem("network") === "there" }),
  );
  let isThere = false;
  let refused = 0;
  // What the live events come by.
  await page.route(/\/assets\/esm-[^/]+\.js$/, async (route) => {
    if (isThere) return route.fallback();
    refused++;
    await route.abort();
  });
  await page.goto(`/messages/${other.id}`);
  await expect(page.getByRole("textbox")).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  isThere = true;
  await page.evaluate(() => sessionStorage.setItem("network", "there"));
  await say(request, other, me, "Are you there?");
  await expect(page.getByRole("log")).toContainText("Are you there?");
});
