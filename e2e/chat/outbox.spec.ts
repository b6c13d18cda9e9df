import { createMatch, deleteMessage, listMessages, logInAs } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

test("unsent messages show why, can be sent again or discarded, and survive a reload", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  const items = log(page).getByRole("listitem");
  const failure = log(page).getByText("Not today.");

  await test.step("a rejected message shows the reason, can be sent again, and does not block the next one", async () => {
    expectRefusals();
    const restore = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
    await sendFromComposer(page, "First");
    await expect(toast(page, "Not today.")).toBeVisible();
    await expect(failure).toBeVisible();
    restore();
    await sendFromComposer(page, "Second");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    await page.reload();
    await expect(failure).toBeVisible();
    await log(page).getByRole("button", { name: "Retry" }).click();
    await expect(failure).toHaveCount(0);
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Second", "First"]);
    await expect(items).toHaveText([/Second/, /First/]);
    await expect(items.last().getByText("Sent", { exact: true })).toBeAttached();
    await expect(items.last().getByRole("button", { name: "Delete message" })).toBeAttached();
  });

  await test.step("an unsent message can be discarded and is never sent", async () => {
    expectOutage();
    await page.context().setOffline(true);
    await sendFromComposer(page, "Never mind");
    await expect(log(page).getByText("Waiting for the network")).toBeVisible();
    await log(page).getByText("Never mind").hover();
    await log(page).getByRole("button", { name: "Discard message" }).click();
    await expect(page.getByText("Never mind")).toHaveCount(0);
    await page.context().setOffline(false);
    await page.reload();
    await expect(composer(page)).toBeVisible();
    await expect(items).toHaveText([/Second/, /First/]);
    await expect(page.getByText("Never mind")).toHaveCount(0);
    expect(await listMessages(request, other, me)).toEqual(["Second", "First"]);
  });

  await test.step("unsent messages survive a reload, and are sent from any screen", async () => {
    const restore = await abortRequests(page, "POST", "**/api/messages/send");
    await sendFromComposer(page, "One");
    await expect(log(page).getByText("Waiting for the network")).toBeVisible();
    await sendFromComposer(page, "Two");
    await page.reload();
    await expect(items).toHaveText([/Second/, /First/, /One/, /Two/]);
    await expect(log(page).getByText("Waiting for the network")).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      "onboardingComplete",
      "token",
      "user",
    ]);
    await page.goto("/settings");
    restore();
    await expect.poll(() => listMessages(request, other, me)).toEqual(["Second", "First", "One", "Two"]);
  });
});

test("a message sent in one tab appears in the other, without events from the server", async ({
  page,
  tab,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  const second = await tab();
  await logInAs(second, me);
  await second.routeWebSocket(/socket\.io/, () => {});
  await second.goto(`/messages/${other.id}`);
  await expect(composer(second)).toBeVisible();
  await expect(second.getByText("Say hello to")).toBeVisible();
  // A shared draft shows that the tabs communicate by now.
  for (const draft of ["Here", ""]) {
    await composer(second).fill(draft);
    await expect(composer(page)).toHaveValue(draft);
  }
  await abortRequests(second, "GET", "**/api/messages/*");
  await sendFromComposer(page, "Leg day?");
  await expect(log(second).getByText("Sent", { exact: true })).toBeAttached();
  await expect(log(second).getByText("Leg day?")).toBeVisible();
});

test("logging out deletes unsent messages and the draft", async ({ page, request, expectOutage }) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  const restore = await abortRequests(page, "POST", "**/api/messages/send");
  await page.goto(`/messages/${other.id}`);
  await sendFromComposer(page, "Never mind");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await composer(page).fill("Half a thought");
  for (const name of ["outbox", "drafts"] as const) await expect.poll(() => listRecords(page, name)).toHaveLength(1);
  await page.getByRole("button", { name: "Logout" }).first().click();
  await expect(page).toHaveURL("/");
  for (const name of ["outbox", "drafts"] as const) await expect.poll(() => listRecords(page, name)).toEqual([]);
  restore();
  expect(await listMessages(request, other, me)).toEqual([]);
});

test("a message that was stored and deleted since disappears silently from the outbox", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  // Both the response and the events are lost.
  await page.routeWebSocket(/socket\.io/, () => {});
  let tries = 0;
  await page.route("**/api/messages/send", async (route) => {
    if (tries++ > 0) return route.fallback();
    await route.fetch();
    await deleteMessage(request, me, other, "Never mind");
    return route.abort();
  });
  await page.goto(`/messages/${other.id}`);
  await sendFromComposer(page, "Never mind");
  await expect.poll(() => tries).toBeGreaterThan(1);
  await expect(page.getByText("Never mind")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await listMessages(request, other, me)).toEqual([]);
});
