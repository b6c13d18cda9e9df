import type { Page } from "@playwright/test";
import {
  createMatch,
  createMember,
  logInAs,
  type Member,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, loseResponses, waitForSocket } from "#e2e/support/network.ts";
import { choose, question, report } from "#e2e/support/safety-page.ts";

const log = (page: Page) => page.getByRole("log");
const box = (page: Page) => page.getByRole("textbox", { name: /^Message/ });
const end = (page: Page) => page.getByRole("heading", { name: "This conversation has ended." });

async function open(page: Page, me: Member, address: string): Promise<void> {
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(address);
  await connected;
}

// @spec 7.relationship-ended-contract
test("an ended conversation disappears from every tab within a second, without naming who ended it", async ({
  page,
  tab,
  person,
  request,
  expectRefusals,
}) => {
  // The other tab refetches crush lists and profiles.
  expectRefusals();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "Leg day?");
  await sendMessage(request, third, me, "Still there");
  await open(page, me, `/messages/${other.id}`);
  const list = await tab();
  await open(list, me, "/messages");
  const crushes = await tab();
  await open(crushes, me, "/crushes");
  const theirs = await person();
  await open(theirs, other, `/messages/${me.id}`);
  await expect(log(page).getByText("Leg day?")).toBeVisible();
  await expect(crushes.getByText(other.username).first()).toBeVisible();
  await box(page).fill("Half a thought");

  await unmatch(request, other, me);
  const within = { timeout: 1000 };
  await expect(end(page)).toBeVisible(within);
  await expect(end(theirs)).toBeVisible(within);
  await expect(list.getByRole("listitem").getByText(other.username)).toHaveCount(0, within);
  await expect(crushes.getByText(other.username)).toHaveCount(0, within);
  await expect(box(page)).toHaveCount(0);
  await expect(page.getByText(/unmatch|blocked/i)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Back to messages" }).last().click();
  await expect(page).toHaveURL("/messages");
  await expect(page.getByRole("listitem").getByText(third.username)).toBeVisible();
});

// @spec 7.relationship-ended-contract
test("if the event was missed, the next message reveals that the conversation has ended, and is not kept", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await page.routeWebSocket(/socket\.io/, () => {});
  await logInAs(page, me);
  const restore = await abortRequests(page, "POST", "**/api/messages/send");
  await page.goto(`/messages/${other.id}`);
  await box(page).fill("Thursday");
  await box(page).press("Enter");
  await expect(log(page).getByText("Waiting for the network")).toBeVisible();
  await unmatch(request, other, me);
  restore();
  await expect(end(page)).toBeVisible();
  await expect(page.getByText("Thursday")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Not a match yet" })).toBeVisible();
  await expect(page.getByText("Thursday")).toHaveCount(0);
});

test("a conversation that ended is closed, and the other member can still be reported", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [me, left] = await createMatch(request);
  const [leaver, reported, blocked] = [
    await createMember(request),
    await createMember(request),
    await createMember(request),
  ];
  for (const other of [leaver, reported, blocked]) await matchMembers(request, me, other);
  for (const other of [left, leaver, reported, blocked]) await sendMessage(request, other, me, "Something unkind");
  await open(page, me, `/messages/${left.id}`);
  const openRow = async (other: Member) => {
    await page.getByRole("listitem").getByRole("link", { name: other.username }).click();
    await expect(page).toHaveURL(`/messages/${other.id}`);
    await expect(log(page).getByText("Something unkind")).toBeVisible();
  };
  const dismissToast = async () => {
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  };

  await test.step("a conversation I ended is closed even if the response was lost", async () => {
    await expect(log(page).getByText("Something unkind")).toBeVisible();
    const restore = await loseResponses(page, "*/api/match/unmatch");
    await choose(page, "Unmatch");
    await question(page).getByRole("button", { name: "Unmatch" }).click();
    await expect(toast(page, "Failed to unmatch")).toBeVisible();
    await expect(end(page)).toBeVisible();
    await restore();
    await dismissToast();
  });

  await test.step("a member who ended the conversation can still be reported there", async () => {
    await openRow(leaver);
    await unmatch(request, leaver, me);
    await expect(end(page)).toBeVisible();
    await page.getByRole("button", { name: `Report ${leaver.username}` }).click();
    await report(page, leaver).getByRole("radio").first().click();
    await report(page, leaver).getByRole("checkbox").uncheck();
    await report(page, leaver).getByRole("button", { name: "Send Report" }).click();
    await expect(report(page, leaver)).toHaveCount(0);
    await expect(page.getByRole("alert")).toContainText(/report/i);
    await dismissToast();
  });

  for (const [what, blocks, other] of [
    ["sent", false, reported],
    ["sent with a block", true, blocked],
  ] as const)
    await test.step(`a report in progress when contact ends stays open, and can be ${what}`, async () => {
      await openRow(other);
      await choose(page, "Report");
      const dialog = report(page, other);
      await dialog.getByRole("radio", { name: "Something else" }).check();
      await dialog.getByRole("textbox").fill("What they wrote");
      await unmatch(request, other, me);
      await expect(page.getByText("This conversation has ended.")).toBeVisible();
      await expect(dialog.getByRole("textbox")).toHaveValue("What they wrote");
      await expect(dialog.getByRole("textbox")).toBeFocused();
      await expectAccessible(page);
      await dialog.getByRole("checkbox").setChecked(blocks);
      const sent = page.waitForRequest("**/api/safety/report");
      await dialog.getByRole("button", { name: "Send Report" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ details: "What they wrote", block: blocks });
      await expect(toast(page, "Thank you. We will look at your report.")).toBeVisible();
      await expect(dialog).toHaveCount(0);
      if (blocks) await expect(page).toHaveURL("/messages");
      else {
        await expect(end(page)).toBeVisible();
        await expect(page.locator("body")).not.toBeFocused();
        await dismissToast();
      }
    });
});

test("a report that outlived its conversation can be closed, and does not reappear on another screen", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Something unkind");
  await open(page, me, "/messages");
  const begin = async () => {
    await choose(page, "Report");
    await expect(report(page, other)).toBeVisible();
    await unmatch(request, other, me);
    await expect(page.getByText("This conversation has ended.")).toBeVisible();
  };
  await page.getByRole("listitem").getByRole("link", { name: other.username }).click();
  await begin();
  await expect(report(page, other)).toBeVisible();
  await page.goBack();
  await expect(report(page, other)).toHaveCount(0);
  await expect(page).toHaveURL(`/messages/${other.id}`);
  await page.goBack();
  await expect(page).toHaveURL("/messages");
  await page.goForward();
  await expect(page).toHaveURL(`/messages/${other.id}`);
  await expect(report(page, other)).toHaveCount(0);
});
