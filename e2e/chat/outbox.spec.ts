import { createMatch, listMessages } from "#e2e/support/api-fixtures.ts";
import { log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";

// @spec 8.failed-send-message
test("unsent messages show why, are repeated by themselves in order, can be discarded, and survive a reload", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  const items = log(page).getByRole("listitem");
  const sent = items.last().getByText("Sent", { exact: true });
  const waiting = log(page).getByText("Goes out by itself");
  const offline = log(page).getByText("Sends when you are back online");
  const failure = log(page).getByText("Not today.");
  const list = () => listMessages(request, other, me);

  await test.step("failed requests are repeated by themselves", async () => {
    const restore = await refuseRequests(page, "POST", "**/api/messages/send", 503, { message: "" });
    await sendFromComposer(page, "Leg day?");
    await expect(page.getByRole("alert").getByText("Failed to send message", { exact: true })).toBeVisible();
    await expect(log(page).getByText("Failed to send message", { exact: true })).toBeVisible();
    await expect(waiting).toBeVisible();
    restore();
    await expect(sent).toBeAttached();
    expect(await list()).toEqual(["Leg day?"]);
    await expect(waiting).toHaveCount(0);
  });

  await test.step("messages wait without a network, and are sent once and in order afterwards, unless discarded", async () => {
    await page.context().setOffline(true);
    await sendFromComposer(page, "One");
    await expect(offline).toBeVisible();
    await expect(log(page)).not.toContainText("Failed");
    // The composer stays usable.
    for (const text of ["Two", "Never mind", "Three"]) await sendFromComposer(page, text);
    const dropped = items.filter({ hasText: "Never mind" });
    await dropped.hover();
    await dropped.getByRole("button", { name: "Discard message" }).click();
    await expect(dropped).toHaveCount(0);
    await log(page).getByRole("button", { name: "Retry" }).click();
    await expect(offline).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(list).toEqual(["Leg day?", "One", "Two", "Three"]);
    await expect(sent).toBeAttached();
    await expect(items).toHaveText([/Leg day/, /One/, /Two/, /Three/]);
    await expect(offline).toHaveCount(0);
  });

  await test.step("a rejected message shows the reason, and does not block the next one", async () => {
    const restore = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
    await sendFromComposer(page, "First");
    await expect(toast(page, "Not today.")).toBeVisible();
    await expect(failure).toBeVisible();
    restore();
    await sendFromComposer(page, "Second");
    await expect.poll(list).toEqual(["Leg day?", "One", "Two", "Three", "Second"]);
  });

  await test.step("unsent messages survive a reload, and are sent from any screen", async () => {
    const restore = await abortRequests(page, "POST", "**/api/messages/send");
    await sendFromComposer(page, "Four");
    await expect(waiting).toBeVisible();
    await sendFromComposer(page, "Five");
    await page.reload();
    await expect(items).toHaveText([/Leg day/, /One/, /Two/, /Three/, /Second/, /First/, /Four/, /Five/]);
    await expect(waiting).toBeVisible();
    await expect(failure).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      "onboardingComplete",
      "token",
      "user",
    ]);
    await page.getByRole("link", { name: "Browse", exact: true }).click();
    await expect(page).toHaveURL("/browse");
    restore();
    await expect.poll(list).toEqual(["Leg day?", "One", "Two", "Three", "Second", "Four", "Five"]);
  });

  await test.step("a rejected message can be sent again", async () => {
    await page.goBack();
    await log(page).getByRole("button", { name: "Retry" }).click();
    await expect(failure).toHaveCount(0);
    await expect.poll(list).toEqual(["Leg day?", "One", "Two", "Three", "Second", "Four", "Five", "First"]);
    await expect(items.last()).toContainText("First");
    await expect(sent).toBeAttached();
    await expect(items.last().getByRole("button", { name: "Delete message" })).toBeAttached();
  });
});
