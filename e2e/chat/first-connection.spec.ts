import { createMatch, createMember, logInAs, sendCrush, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  holdEvents,
  holdRequests,
  recordRequests,
  refuseRequests,
  showOnly,
  waitForSocket,
} from "#e2e/support/network.ts";

/** Events between a page's first responses and its connection are lost, so the page must refetch its data. */

test("a crush that arrived before the connection is listed; a rejected conversation is not requested again", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);

  await test.step("a crush that arrived before the connection is listed", async () => {
    const release = await holdEvents(page);
    const connected = waitForSocket(page);
    await page.goto("/crushes");
    await expect(page.getByRole("heading", { name: "No crushes yet" })).toBeVisible();
    await sendCrush(request, other, me);
    release();
    await connected;
    await expect(page.getByRole("main")).toContainText(other.username);
  });

  await test.step("a rejected conversation is not requested again", async () => {
    expectRefusals();
    const release = await holdEvents(page);
    const connected = waitForSocket(page);
    await page.goto(`/messages/${other.id}`);
    await expect(page.getByText("Not a match yet")).toBeVisible();
    const sent = recordRequests(page);
    release();
    await connected;
    expect(sent).not.toContain(`GET /api/messages/${other.id}`);
  });
});

test("a crush sent from another device before the connection updates the balance and the cards", async ({
  page,
  request,
}) => {
  const [me, one, two] = [await createMember(request), await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await showOnly(page, [one, two]);
  const release = await holdEvents(page);
  await page.goto("/browse");
  const remaining = (count: number) => page.getByText(new RegExp(`^${count}.* crushes remaining$`));
  const cards = page.getByRole("article");
  await expect(remaining(5)).toBeVisible();
  await expect(cards).toHaveCount(2);
  const names = await cards.getByRole("heading").allInnerTexts();
  await sendCrush(request, me, two);
  release();

  await test.step("a balance that changed before the connection is updated", async () => {
    await expect(remaining(4)).toBeVisible();
  });

  await test.step("a crush sent from another device is shown, and the cards keep their order", async () => {
    const sent = cards.filter({ hasText: two.username });
    await expect(sent.getByRole("button", { name: "Crush Sent" })).toBeDisabled();
    await expect(cards.filter({ hasText: one.username }).getByRole("button", { name: /^Send Crush/ })).toBeEnabled();
    expect(await cards.getByRole("heading").allInnerTexts()).toEqual(names);
  });
});

test("a message that arrived before the connection is displayed, and failed requests are repeated with it", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Before");
  await logInAs(page, me);

  await test.step("a message that arrived before the connection is displayed", async () => {
    const release = await holdEvents(page);
    await page.goto(`/messages/${other.id}`);
    const log = page.getByRole("log");
    await expect(log).toContainText("Before");
    await sendMessage(request, other, me, "Meanwhile");
    release();
    await expect(log.getByRole("listitem")).toHaveText([/Before/, /Meanwhile/]);
  });

  await test.step("failed requests are repeated with the connection, and stay reported until they succeed", async () => {
    expectRefusals();
    const connect = await holdEvents(page);
    const restore = await refuseRequests(page, "GET", "**/api/messages/conversations*", 500);
    await page.goto("/messages");
    const failure = page.getByText("Your conversations did not load.");
    await expect(failure).toBeVisible();
    restore();
    const answer = await holdRequests(page, "**/api/messages/conversations*");
    const repeated = page.waitForRequest("**/api/messages/conversations*");
    connect();
    await repeated;
    await page.waitForTimeout(400);
    await expect(failure).toBeVisible({ timeout: 1 });
    answer();
    await expect(page.getByRole("main")).toContainText("Meanwhile");
    await expect(failure).toHaveCount(0);
  });
});
