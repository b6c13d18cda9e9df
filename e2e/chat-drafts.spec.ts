import type { Page } from "@playwright/test";
import { MESSAGE_MAX } from "#contract/limits.ts";
import { box, log, openChat, write } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { hold } from "./network.ts";
import { enterAs, makeMatch, makePerson, match, thread, unmatch } from "./people.ts";

/** What the field holds at most. */
const DRAFT_MAX = 20_000;

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

/** What this browser keeps of what was not sent. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("drafts");
        opening.onsuccess = () => {
          const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
          reading.onsuccess = () => resolve(reading.result.map(({ text }) => String(text)));
        };
      }),
  );

test("a draft is in every tab, and there when the browser comes back, in its conversation alone", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await makeMatch(request);
  const third = await makePerson(request);
  await match(request, me, third);
  await openChat(page, me, other);
  await box(page).fill("Half a thought");
  const second = await tab();
  await second.goto(`/messages/${other.id}`);
  await expect(box(second)).toHaveValue("Half a thought");
  await box(second).fill("A thought");
  await box(page).blur();
  await box(second).fill("A whole thought");
  await expect(box(page)).toHaveValue("A whole thought");
  await page.close();
  await second.close();
  const later = await tab();
  await later.goto(`/messages/${other.id}`);
  await expect(box(later)).toHaveValue("A whole thought");
  await later.goto(`/messages/${third.id}`);
  await expect(box(later)).toHaveValue("");
  expect(await later.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
    "onboardingComplete",
    "token",
    "user",
  ]);
});

test("sent in one tab, a draft is gone from the other; what is being typed there stays", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const [looking, typing] = [await tab(), await tab()];
  for (const one of [looking, typing]) await openChat(one, me, other);
  await box(typing).fill("Mine");
  await expect(box(looking)).toHaveValue("Mine");
  await box(page).fill("Another");
  await expect(box(looking)).toHaveValue("Another");
  await expect(box(typing)).toHaveValue("Mine");
  await box(page).press("Enter");
  await expect(log(typing).getByText("Another")).toBeVisible();
  // What stays is what all tabs have: whoever goes on writing there takes nothing from it.
  await expect(box(looking)).toHaveValue("Mine");
  await expect(box(typing)).toHaveValue("Mine");
  await expect.poll(() => kept(page)).toEqual(["Mine"]);
  // While one is on its way nothing else is sent.
  await expect(log(typing).getByText("Sent", { exact: true })).toBeAttached();
  await box(typing).press("Enter");
  await expect.poll(() => kept(page)).toEqual([]);
  await page.reload();
  await expect(log(page).getByText("Mine")).toBeVisible();
  await expect(box(page)).toHaveValue("");
});

test("no draft stays where contact has ended, heard or unheard", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const [me, other] = await makeMatch(request);
  const third = await makePerson(request);
  await match(request, me, third);
  await openChat(page, me, other);
  await box(page).fill("Half a thought");
  await page.goto(`/messages/${third.id}`);
  await box(page).fill("Another");
  await expect.poll(() => kept(page)).toHaveLength(2);
  await openChat(page, me, other);
  await expect(box(page)).toHaveValue("Half a thought");
  await unmatch(request, other, me);
  await expect(page.getByRole("heading", { name: "This conversation has ended." })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(["Another"]);
  await page.goto("/");
  await unmatch(request, third, me);
  await page.goto(`/messages/${third.id}`);
  await expect(page.getByRole("heading", { name: "Not a match yet" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
});

test("no draft stays after logout", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await box(page).fill("Half a thought");
  await expect.poll(() => kept(page)).toHaveLength(1);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => kept(page)).toEqual([]);
});

test("nor after a logout before the member's side has been loaded", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await box(page).fill("Half a thought");
  await expect.poll(() => kept(page)).toHaveLength(1);
  const arrived = page.waitForRequest(/member-side/);
  const load = await hold(page, "**/*member-side*");
  await page.goto("/");
  await arrived;
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => kept(page)).toEqual([]);
  load();
});

test("a draft outlives a login that the server ended, in every tab, for the same member alone", async ({
  page,
  tab,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await box(page).fill("Half a thought");
  await expect.poll(() => kept(page)).toHaveLength(1);
  const second = await tab();
  await openChat(second, me, other);
  await request.post("/api/auth/logout", { headers: { authorization: `Bearer ${me.token}` } });
  for (const one of [page, second]) {
    await expect(one).toHaveURL("/");
    await one.reload();
  }
  expect(await kept(page)).toEqual(["Half a thought"]);
  const next = await makePerson(request);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    },
    [next.token, JSON.stringify({ username: next.username, _id: next.id })] as const,
  );
  await page.goto("/messages");
  await expect.poll(() => kept(page)).toEqual([]);
});

test("a text that is too long is kept whole, says how much has to go, and is sent once it fits", async ({
  page,
  request,
}) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  const said = page.locator("form").getByRole("status");
  await box(page).fill("x".repeat(MESSAGE_MAX - 150));
  await expect(page.getByText(`1850 / ${MESSAGE_MAX}`)).toBeVisible();
  await expect(said).toHaveText("No more than 200 characters left");
  const text = `${"word ".repeat(430)}end`;
  await box(page).fill("");
  await box(page).focus();
  // As a paste does it: a length that the field has a limit for would be cut.
  await page.keyboard.insertText(text);
  await expect(box(page)).toHaveValue(text);
  await expect(box(page)).toHaveAccessibleDescription("153 characters too many");
  await expect(box(page)).toHaveAttribute("aria-invalid", "true");
  await expect(said).toHaveText("Too long to send by at least 100 characters");
  await expect(send(page)).toHaveAttribute("aria-disabled", "true");
  await box(page).press("Enter");
  await expect(box(page)).toHaveValue(text);
  expect(await thread(request, other, me)).toEqual([]);
  await page.reload();
  await expect(box(page)).toHaveValue(text);
  const fits = text.slice(0, MESSAGE_MAX - 1).trim();
  await write(page, fits);
  await expect.poll(() => thread(request, other, me)).toEqual([fits]);
});

test("a paste of a whole book is cut, and that is said", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await openChat(page, me, other);
  await box(page).focus();
  await page.keyboard.insertText("x".repeat(100_000));
  await expect(box(page)).toHaveValue("x".repeat(DRAFT_MAX));
  const words = `Only the first ${DRAFT_MAX} characters fit here, and ${MESSAGE_MAX} in a message`;
  await expect(box(page)).toHaveAccessibleDescription(words);
  await expect(page.locator("form").getByRole("status")).toHaveText(words);
  await expect(send(page)).toHaveAttribute("aria-disabled", "true");
});

test("words that another screen suggests do not replace a draft", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await enterAs(page, me);
  await page.goto("/messages");
  const suggest = () =>
    page.evaluate((path) => {
      history.pushState({ usr: { draft: "Suggested" }, key: "suggested", idx: 1 }, "", path);
      location.reload();
    }, `/messages/${other.id}`);
  await suggest();
  await expect(box(page)).toHaveValue("Suggested");
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();
  await box(page).fill("My own");
  await suggest();
  await expect(box(page)).toHaveValue("My own");
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();
  await expect(box(page)).toHaveValue("My own");
});
