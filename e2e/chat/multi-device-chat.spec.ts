import type { Page } from "@playwright/test";
import { createMatch, listMessages, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { open } from "#e2e/support/toasts.ts";

const texts = (page: Page) => log(page).getByRole("listitem");

// @spec 7.what-was-missed
test("two browsers with two tabs each agree on a whole conversation, although one was offline", async ({
  page,
  tab,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [ann, bea] = await createMatch(request);
  const theirs = await person();
  const mine = [page, await tab()] as const;
  const others = [theirs, await theirs.context().newPage()] as const;
  const all = [...mine, ...others];
  await sendMessage(request, bea, ann, "Gym?");
  await Promise.all([open(mine[0], ann, "/messages"), ...others.map((one) => openChat(one, bea, ann))]);
  // Opening the conversation in one tab clears the badge in the other.
  const badge = mine[0].getByRole("main").getByText("1 unread message");
  await expect(badge).toBeAttached();
  await openChat(mine[1], ann, bea);
  await expect(badge).toHaveCount(0);
  await mine[0].getByRole("main").getByRole("link", { name: bea.username }).click();

  await sendFromComposer(mine[0], "Leg day?");
  for (const one of all) await expect(texts(one)).toHaveText([/Gym/, /Leg day\?/]);
  // Reading in one of the recipient's tabs updates both tabs of the sender.
  await others[0].bringToFront();
  for (const one of mine) await expect(log(one).getByText("Read", { exact: true })).toBeAttached();
  await composer(others[1]).pressSequentially("Th");
  for (const one of mine) await expect(one.getByText("typing...").first()).toBeVisible();
  await composer(others[1]).fill("");

  let responses = 0;
  for (const one of others)
    one.on("response", (response) => (responses += response.url().endsWith("/api/messages/send") ? 1 : 0));
  await theirs.context().setOffline(true);
  await sendFromComposer(mine[1], "Say, Thursday?");
  await sendFromComposer(others[1], "Yes");
  await expect(log(others[0]).getByText("Sends when you are back online")).toBeVisible();
  await sendFromComposer(others[1], "Thursday");
  for (const one of others) await expect(texts(one)).toHaveText([/Gym/, /Leg day/, /Yes/, /Thursday/]);
  for (const one of mine) await expect(texts(one)).toHaveText([/Gym/, /Leg day/, /Say, Thursday/]);
  await theirs.context().setOffline(false);
  for (const one of all) await expect(texts(one)).toHaveText([/Gym/, /Leg day/, /Say, Thursday/, /Yes/, /Thursday/]);
  for (const one of others) await expect(log(one).getByText("Sends when you are back online")).toHaveCount(0);
  expect(await listMessages(request, ann, bea)).toEqual(["Gym?", "Leg day?", "Say, Thursday?", "Yes", "Thursday"]);
  // The tabs share the outbox, so only one sends.
  expect(responses).toBe(2);

  await texts(others[0]).nth(3).hover();
  await texts(others[0]).nth(3).getByRole("button", { name: "Delete message" }).click();
  await others[0].getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  for (const one of all) await expect(texts(one)).toHaveText([/Gym/, /Leg day/, /Say, Thursday/, /Thursday/]);
});
