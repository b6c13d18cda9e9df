import type { Page } from "@playwright/test";
import {
  createAccount,
  createMatch,
  type Member,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { loseResponses } from "#e2e/support/network.ts";
import { choose, question, report } from "#e2e/support/safety-page.ts";
import { listRecords } from "#e2e/support/stored-records.ts";
import { open } from "#e2e/support/toasts.ts";

const end = (page: Page) => page.getByRole("heading", { name: "This conversation has ended." });

// @spec 7.relationship-ended-contract
test("a conversation that ended is closed in every tab within a second, and the other member can still be reported", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  // The other tab refetches crush lists and profiles.
  expectRefusals();
  const [me, other] = await createMatch(request);
  const others: Member[] = [];
  for (let i = 0; i < 3; i++) others.push(await createAccount(request));
  for (const one of others) await matchMembers(request, me, one);
  for (const one of [other, ...others]) await sendMessage(request, one, me, "Something unkind");
  const [left, outlived, blocked] = others as [Member, Member, Member];
  const crushes = await tab();
  await openChat(page, me, other);
  await open(crushes, me, "/crushes");
  const row = ({ username }: Member) => page.getByRole("listitem").getByRole("link", { name: username });
  const openRow = async (one: Member) => {
    await row(one).click();
    await expect(page).toHaveURL(`/messages/${one.id}`);
    await expect(log(page).getByText("Something unkind")).toBeVisible();
  };
  const dismissToast = async () => {
    await page.getByRole("alert").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  };
  const expectThanks = () => expect(toast(page, "Thank you. We will look at your report.")).toBeVisible();

  await test.step("it disappears from every tab within a second, with its draft, without naming who ended it", async () => {
    await expect(crushes.getByText(other.username).first()).toBeVisible();
    await expect(row(other)).toBeVisible();
    await composer(page).fill("Half a thought");
    await expect.poll(() => listRecords(page, "drafts")).toHaveLength(1);
    await unmatch(request, other, me);
    const within = { timeout: 1000 };
    await expect(end(page)).toBeVisible(within);
    await expect(row(other)).toHaveCount(0, within);
    await expect(crushes.getByText(other.username)).toHaveCount(0, within);
    await expect(composer(page)).toHaveCount(0);
    await expect(page.getByText(/unmatch|blocked/i)).toHaveCount(0);
    await expect.poll(() => listRecords(page, "drafts")).toEqual([]);
    await crushes.close();
    await expectAccessible(page);
  });

  await test.step("a member who ended the conversation can still be reported there", async () => {
    await page.getByRole("button", { name: `Report ${other.username}` }).click();
    await report(page, other).getByRole("radio").first().click();
    await report(page, other).getByRole("checkbox").uncheck();
    await report(page, other).getByRole("button", { name: "Send Report" }).click();
    await expect(report(page, other)).toHaveCount(0);
    await expectThanks();
    await dismissToast();
    await page.getByRole("main").getByRole("link", { name: "Back to messages" }).last().click();
    await expect(page).toHaveURL("/messages");
    await expect(row(left)).toBeVisible();
  });

  await test.step("a conversation I ended is closed even if the response was lost", async () => {
    await openRow(left);
    const restore = await loseResponses(page, "*/api/match/unmatch");
    await choose(page, "Unmatch");
    await question(page).getByRole("button", { name: "Unmatch" }).click();
    await expect(toast(page, "Failed to unmatch")).toBeVisible();
    await expect(end(page)).toBeVisible();
    await restore();
    await dismissToast();
  });

  await test.step("a report that outlived its conversation can be closed, and does not reappear on another screen", async () => {
    await page.getByRole("main").getByRole("link", { name: "Back to messages" }).last().click();
    await openRow(outlived);
    await choose(page, "Report");
    await expect(report(page, outlived)).toBeVisible();
    await unmatch(request, outlived, me);
    await expect(page.getByText("This conversation has ended.")).toBeVisible();
    await expect(report(page, outlived)).toBeVisible();
    await page.goBack();
    await expect(report(page, outlived)).toHaveCount(0);
    await expect(page).toHaveURL(`/messages/${outlived.id}`);
    await page.goBack();
    await expect(page).toHaveURL("/messages");
    await page.goForward();
    await expect(page).toHaveURL(`/messages/${outlived.id}`);
    await expect(end(page)).toBeVisible();
    await expect(report(page, outlived)).toHaveCount(0);
  });

  await test.step("a report in progress when contact ends stays open, and can be sent with a block", async () => {
    await openRow(blocked);
    await choose(page, "Report");
    const dialog = report(page, blocked);
    await dialog.getByRole("radio", { name: "Something else" }).check();
    await dialog.getByRole("textbox").fill("What they wrote");
    await unmatch(request, blocked, me);
    await expect(page.getByText("This conversation has ended.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("What they wrote");
    await expect(dialog.getByRole("textbox")).toBeFocused();
    await expectAccessible(page);
    const sent = page.waitForRequest("**/api/safety/report");
    await dialog.getByRole("button", { name: "Send Report" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ details: "What they wrote", block: true });
    await expectThanks();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL("/messages");
  });
});
