import type { Page } from "@playwright/test";
import { MESSAGE_MAX } from "#contract/limits.ts";
import { createMatch, createMember, listMessages, logInAs, matchMembers, unmatch } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat, sendFromComposer } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";
import { listRecords } from "#e2e/support/stored-records.ts";

/** The maximum length of the field. */
const DRAFT_MAX = 20_000;

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

/** The texts of the drafts that this browser has stored. */
const listStored = async (page: Page): Promise<string[]> =>
  (await listRecords<{ text: string }>(page, "drafts")).map(({ text }) => text);

test("a draft is shared by all tabs until it is sent, and survives a restart of the browser", async ({
  page,
  tab,
  request,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await openChat(page, me, other);

  await test.step("sending a draft in one tab clears it in the other, but not text that is being typed there", async () => {
    const [watching, typing] = [await tab(), await tab()];
    for (const one of [watching, typing]) await openChat(one, me, other);
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
    await page.reload();
    await expect(log(page).getByText("Mine")).toBeVisible();
    await expect(composer(page)).toHaveValue("");
    await expect(composer(watching)).toHaveValue("");
    await watching.close();
    await typing.close();
  });

  await test.step("a draft is shared by all tabs and survives a restart of the browser, in its conversation only", async () => {
    await composer(page).fill("Half a thought");
    const second = await tab();
    await second.goto(`/messages/${other.id}`);
    await expect(composer(second)).toHaveValue("Half a thought");
    await composer(second).fill("A thought");
    await composer(page).blur();
    await composer(second).fill("A whole thought");
    await expect(composer(page)).toHaveValue("A whole thought");
    await page.close();
    await second.close();
    const later = await tab();
    await later.goto(`/messages/${other.id}`);
    await expect(composer(later)).toHaveValue("A whole thought");
    await later.goto(`/messages/${third.id}`);
    await expect(composer(later)).toHaveValue("");
    expect(await later.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      "onboardingComplete",
      "token",
      "user",
    ]);
  });
});

test("ended contact deletes the draft, with or without an event", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await openChat(page, me, other);
  await composer(page).fill("Half a thought");
  await page.goto(`/messages/${third.id}`);
  await composer(page).fill("Another");
  await expect.poll(() => listStored(page)).toHaveLength(2);
  await openChat(page, me, other);
  await expect(composer(page)).toHaveValue("Half a thought");
  await unmatch(request, other, me);
  await expect(page.getByRole("heading", { name: "This conversation has ended." })).toBeVisible();
  await expect.poll(() => listStored(page)).toEqual(["Another"]);
  await page.goto("/");
  await unmatch(request, third, me);
  await page.goto(`/messages/${third.id}`);
  await expect(page.getByRole("heading", { name: "Not a match yet" })).toBeVisible();
  await expect.poll(() => listStored(page)).toEqual([]);
});

test("a logout deletes the draft, also before the member's screens have loaded", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  await composer(page).fill("Half a thought");
  await expect.poll(() => listStored(page)).toHaveLength(1);
  const arrived = page.waitForRequest(/member-shell/);
  const load = await holdRequests(page, "**/*member-shell*");
  await page.goto("/");
  await arrived;
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => listStored(page)).toEqual([]);
  load();
});

test("a draft survives a session that the server ended, in every tab, for the same member only", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await openChat(page, me, other);
  await composer(page).fill("Half a thought");
  await expect.poll(() => listStored(page)).toHaveLength(1);
  const second = await tab();
  await openChat(second, me, other);
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
  for (const one of [page, second]) {
    await expect(one).toHaveURL("/");
    await one.reload();
  }
  expect(await listStored(page)).toEqual(["Half a thought"]);
  const next = await createMember(request);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    [next.token, JSON.stringify({ username: next.username, _id: next.id })] as const,
  );
  await page.goto("/messages");
  await expect.poll(() => listStored(page)).toEqual([]);
});

// @spec 2.messages.text-input-send
test("a text that is too long is kept", async ({ page, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const counter = page.getByRole("main").locator("form").getByRole("status");

  await test.step("a text that is too long is kept completely, shows the excess, and can be sent once it fits", async () => {
    await composer(page).fill("x".repeat(MESSAGE_MAX - 150));
    await expect(page.getByText(`1850 / ${MESSAGE_MAX}`)).toBeVisible();
    await expect(counter).toHaveText("No more than 200 characters left");
    const text = `${"word ".repeat(430)}end`;
    await composer(page).fill("");
    await composer(page).focus();
    // Inserted like a paste, which a `maxlength` would truncate.
    await page.keyboard.insertText(text);
    await expect(composer(page)).toHaveValue(text);
    await expect(composer(page)).toHaveAccessibleDescription("153 characters too many");
    await expect(composer(page)).toHaveAttribute("aria-invalid", "true");
    await expect(counter).toHaveText("Too long to send by at least 100 characters");
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
    await composer(page).press("Enter");
    await expect(composer(page)).toHaveValue(text);
    expect(await listMessages(request, other, me)).toEqual([]);
    // Stored a moment after the last change.
    await expect.poll(() => listStored(page)).toEqual([text]);
    await page.reload();
    await expect(composer(page)).toHaveValue(text);
    const fits = text.slice(0, MESSAGE_MAX - 1).trim();
    await sendFromComposer(page, fits);
    await expect.poll(() => listMessages(request, other, me)).toEqual([fits]);
    await expect(composer(page)).toHaveValue("");
  });

  await test.step("a very long paste is truncated, with a message", async () => {
    await composer(page).focus();
    await page.keyboard.insertText("x".repeat(100_000));
    await expect(composer(page)).toHaveValue("x".repeat(DRAFT_MAX));
    const words = `Only the first ${DRAFT_MAX} characters fit here, and ${MESSAGE_MAX} in a message`;
    await expect(composer(page)).toHaveAccessibleDescription(words);
    await expect(counter).toHaveText(words);
    await expect(send(page)).toHaveAttribute("aria-disabled", "true");
  });
});
