import { box, log, openChat, write } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { breakOff, refuse } from "./network.ts";
import { enterAs, erase, makeMatch, thread } from "./people.ts";

test("what waits outlives a reload, and goes out from any screen", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  const mend = await breakOff(page, "POST", "**/api/messages/send");
  await page.goto(`/messages/${other.id}`);
  await write(page, "One");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await write(page, "Two");
  await page.reload();
  await expect(log(page).getByRole("listitem")).toHaveText([/One/, /Two/]);
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    "onboardingComplete",
    "token",
    "user",
  ]);
  await page.goto("/settings");
  mend();
  await expect.poll(() => thread(request, other, me)).toEqual(["One", "Two"]);
});

test("what one tab has waiting is in the other, and is sent once", async ({ page, tab, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const second = await tab();
  await openChat(second, me, other);
  let answers = 0;
  for (const one of [page, second])
    one.on("response", (response) => (answers += response.url().endsWith("/api/messages/send") ? 1 : 0));
  await page.context().setOffline(true);
  await write(page, "Leg day?");
  await expect(log(second).getByText("Leg day?")).toBeVisible();
  await expect(log(second).getByText("Waiting for the network")).toBeVisible();
  await page.context().setOffline(false);
  for (const one of [page, second]) {
    await expect(log(one).getByText("Sent", { exact: true })).toBeAttached();
    await expect(log(one).getByRole("listitem")).toHaveCount(1);
  }
  expect(await thread(request, other, me)).toEqual(["Leg day?"]);
  expect(answers).toBe(1);
});

test("what one tab has sent stays in the other, which hears nothing from the server", async ({
  page,
  tab,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const second = await tab();
  await enterAs(second, me);
  await second.routeWebSocket(/socket\.io/, () => {});
  await second.goto(`/messages/${other.id}`);
  await expect(box(second)).toBeVisible();
  await expect(second.getByText("Say hello to")).toBeVisible();
  // A draft tells that the two tabs hear each other by now.
  for (const draft of ["Here", ""]) {
    await box(second).fill(draft);
    await expect(box(page)).toHaveValue(draft);
  }
  await breakOff(second, "GET", "**/api/messages/*");
  await write(page, "Leg day?");
  await expect(log(second).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(second).getByText("Leg day?")).toBeVisible();
});

test("a refused message says why, can be sent again, and does not hold up the next", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const mend = await refuse(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
  await write(page, "First");
  await expect(log(page).getByRole("alert")).toHaveText("Not today.");
  mend();
  await write(page, "Second");
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await page.reload();
  await expect(log(page).getByRole("alert")).toHaveText("Not today.");
  await log(page).getByRole("button", { name: "Retry" }).click();
  await expect(log(page).getByRole("alert")).toHaveCount(0);
  await expect.poll(() => thread(request, other, me)).toEqual(["Second", "First"]);
  await expect(log(page).getByRole("listitem")).toHaveText([/Second/, /First/]);
});

test("a message that waits can be discarded, and was never sent", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await page.context().setOffline(true);
  await write(page, "Never mind");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await log(page).getByText("Never mind").hover();
  await log(page).getByRole("button", { name: "Discard message" }).click();
  await expect(page.getByText("Never mind")).toHaveCount(0);
  await page.context().setOffline(false);
  await page.reload();
  await expect(box(page)).toBeVisible();
  await expect(page.getByText("Never mind")).toHaveCount(0);
  expect(await thread(request, other, me)).toEqual([]);
});

test("what waits is gone after logout", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  const mend = await breakOff(page, "POST", "**/api/messages/send");
  await page.goto(`/messages/${other.id}`);
  await write(page, "Never mind");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/");
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open("outbox");
          opening.onsuccess = () => {
            const counting = opening.result.transaction("outbox").objectStore("outbox").count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  await expect.poll(kept).toBe(0);
  mend();
  expect(await thread(request, other, me)).toEqual([]);
});

test("a message that was sent, and deleted since, goes without a word", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  // Its answer is lost, and so is what the page would hear of it.
  await page.routeWebSocket(/socket\.io/, () => {});
  let tries = 0;
  await page.route("**/api/messages/send", async (route) => {
    if (tries++ > 0) return route.fallback();
    await route.fetch();
    await erase(request, me, other, "Never mind");
    return route.abort();
  });
  await page.goto(`/messages/${other.id}`);
  await write(page, "Never mind");
  await expect.poll(() => tries).toBeGreaterThan(1);
  await expect(page.getByText("Never mind")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await thread(request, other, me)).toEqual([]);
});
