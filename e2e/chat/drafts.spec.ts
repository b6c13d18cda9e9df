import type { Page } from "@playwright/test";
import { createAccount, createMatch, listMessages, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

/** The texts of the drafts that this browser has stored. */
const listStored = async (page: Page): Promise<string[]> =>
  (await listRecords<{ text: string }>(page, "drafts")).map(({ text }) => text);

test("a draft is shared by all tabs until it is sent, and survives a restart of the browser", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createAccount(request);
  await matchMembers(request, me, third);
  const [watching, typing] = [await tab(), await tab()];
  await Promise.all([page, watching, typing].map((one) => openChat(one, me, other)));

  await test.step("sending a draft in one tab clears it in the other, but not text that is being typed there", async () => {
    await composer(typing).fill("Mine");
    await expect(composer(watching)).toHaveValue("Mine");
    await composer(page).fill("Another");
    await expect(composer(watching)).toHaveValue("Another");
    await expect(composer(typing)).toHaveValue("Mine");
    await composer(page).press("Enter");
    await expect(log(typing).getByText("Another")).toBeVisible();
    // Tabs share one draft: the text that is typed here stays complete.
    await expect(composer(watching)).toHaveValue("Mine");
    await expect(composer(typing)).toHaveValue("Mine");
    await expect.poll(() => listStored(page)).toEqual(["Mine"]);
    // Until the message is acknowledged, nothing else is sent.
    await expect(log(typing).getByText("Sent", { exact: true })).toBeAttached();
    await composer(typing).press("Enter");
    await expect.poll(() => listStored(page)).toEqual([]);
    for (const one of [page, watching]) await expect(composer(one)).toHaveValue("");
    await typing.close();
  });

  await test.step("a draft survives a restart of the browser, in its conversation only", async () => {
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
    await expect(log(later).getByText("Mine")).toBeVisible();
    await expect(composer(later)).toHaveValue("A whole thought");
    await later.getByRole("main").getByRole("link", { name: third.username }).click();
    await expect(later.getByRole("textbox", { name: `Message ${third.username}` })).toHaveValue("");
    expect(await later.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      "onboardingComplete",
      "token",
      "user",
    ]);
  });
});

test("drafts and unsent messages survive a session that the server ended, but no logout and no other member", async ({
  page,
  tab,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [me, other] = await createMatch(request);
  const [next, last] = [await createAccount(request), await createAccount(request)];
  for (const one of [next, last]) await matchMembers(request, one, other);
  const second = await tab();
  await abortRequests(page, "POST", "**/api/messages/send");
  await abortRequests(second, "POST", "**/api/messages/send");
  await Promise.all([page, second].map((one) => openChat(one, me, other)));
  const count = async () => [(await listStored(page)).length, (await listRecords(page, "outbox")).length];
  const write = async () => {
    await sendFromComposer(page, "Never mind");
    await expect(log(page).getByText("Goes out by itself")).toBeVisible();
    await composer(page).fill("Half a thought");
    await expect.poll(count).toEqual([1, 1]);
  };
  const logInOn = ({ token, username, id }: Member) =>
    page.evaluate(
      ([token, user]) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", user);
      },
      [token, JSON.stringify({ username, _id: id })] as const,
    );

  await test.step("they survive a session that the server ended, in every tab", async () => {
    await write();
    await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
    for (const one of [page, second]) await expect(one).toHaveURL("/");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await listStored(page)).toEqual(["Half a thought"]);
    expect(await listRecords(page, "outbox")).toHaveLength(1);
    await second.close();
  });

  await test.step("the next member gets neither", async () => {
    await logInOn(next);
    await page.goto("/messages");
    await expect.poll(count).toEqual([0, 0]);
  });

  await test.step("a logout deletes both", async () => {
    await page.getByRole("main").getByRole("link", { name: other.username }).click();
    await write();
    await page.getByRole("button", { name: "Logout" }).first().click();
    await expect(page).toHaveURL("/");
    await expect.poll(count).toEqual([0, 0]);
  });

  await test.step("a logout deletes both also before the member's screens have loaded", async () => {
    await logInOn(last);
    await page.goto(`/messages/${other.id}`);
    await write();
    const arrived = page.waitForRequest(/member-shell/);
    const load = await holdRequests(page, "**/*member-shell*");
    await page.goto("/");
    await arrived;
    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await expect.poll(count).toEqual([0, 0]);
    load();
    for (const one of [me, next, last]) expect(await listMessages(request, other, one)).toEqual([]);
  });
});
