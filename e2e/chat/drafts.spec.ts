import type { Page } from "@playwright/test";
import { createAccount, createMatch, listMessages, matchMembers } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

const listStored = async (page: Page): Promise<string[]> =>
  (await listRecords<{ text: string }>(page, "drafts")).map(({ text }) => text);

test("a draft is shared by all tabs, and survives a restart of the browser", async ({ page, tab, request }) => {
  const [me, other] = await createMatch(request);
  const third = await createAccount(request);
  await matchMembers(request, me, third);
  const watching = await tab();
  await Promise.all([page, watching].map((one) => openChat(one, me, other)));

  await composer(page).fill("Half a thought");
  await expect(composer(watching)).toHaveValue("Half a thought");
  await composer(watching).fill("A thought");
  await composer(page).blur();
  await composer(watching).fill("A whole thought");
  await expect(composer(page)).toHaveValue("A whole thought");
  await page.close();
  await watching.close();
  const later = await tab();
  await later.goto(`/messages/${other.id}`);
  await expect(composer(later)).toHaveValue("A whole thought");
  await later.getByRole("main").getByRole("link", { name: third.username }).click();
  await expect(later.getByRole("textbox", { name: `Message ${third.username}` })).toHaveValue("");
  expect(await later.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    "onboardingComplete",
    "token",
    "user",
  ]);
});

test("a logout deletes drafts and unsent messages, also before the member's screens have loaded", async ({
  page,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  await abortRequests(page, "POST", "**/api/messages/send");
  await openChat(page, me, other);
  const count = async () => [(await listStored(page)).length, (await listRecords(page, "outbox")).length];
  await sendFromComposer(page, "Never mind");
  await expect(log(page).getByText("Goes out by itself")).toBeVisible();
  await composer(page).fill("Half a thought");
  await expect.poll(count).toEqual([1, 1]);
  const arrived = page.waitForRequest(/member-shell/);
  const load = await holdRequests(page, "**/*member-shell*");
  await page.goto("/");
  await arrived;
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect.poll(count).toEqual([0, 0]);
  load();
  expect(await listMessages(request, other, me)).toEqual([]);
});
