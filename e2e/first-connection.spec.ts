import { expect, test } from "./fixtures.ts";
import { holdEvents, live, showOnly } from "./network.ts";
import { enterAs, makeMatch, makePerson, say, sendCrush } from "./people.ts";

/** What happens after a page's first answers and before it is connected is told to nobody: it has to be asked for. */

test("a crush that came before the connection is on the list", async ({ page, request }) => {
  const [me, other] = [await makePerson(request), await makePerson(request)];
  await enterAs(page, me);
  const release = await holdEvents(page);
  const connected = live(page);
  await page.goto("/crushes");
  await expect(page.getByRole("heading", { name: "No crushes yet" })).toBeVisible();
  await sendCrush(request, other, me);
  release();
  await connected;
  await expect(page.getByRole("main")).toContainText(other.username);
});

test("a message is in the conversation", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Before");
  await enterAs(page, me);
  const release = await holdEvents(page);
  await page.goto(`/messages/${other.id}`);
  const log = page.getByRole("log");
  await expect(log).toContainText("Before");
  await say(request, other, me, "Meanwhile");
  release();
  await expect(log.getByRole("listitem")).toHaveText([/Before/, /Meanwhile/]);
});

test("so is a balance", async ({ page, request }) => {
  const me = await makePerson(request);
  await enterAs(page, me);
  const release = await holdEvents(page);
  await page.goto("/browse");
  const remaining = (count: number) => page.getByText(new RegExp(`^${count}.* crushes remaining$`));
  await expect(remaining(5)).toBeVisible();
  await sendCrush(request, me, await makePerson(request));
  release();
  await expect(remaining(4)).toBeVisible();
});

test("so is a crush sent from another device, and the cards stay where they are", async ({ page, request }) => {
  const [me, one, two] = [await makePerson(request), await makePerson(request), await makePerson(request)];
  await enterAs(page, me);
  await showOnly(page, [one, two]);
  const release = await holdEvents(page);
  await page.goto("/browse");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(2);
  const names = await cards.getByRole("heading").allInnerTexts();
  await sendCrush(request, me, two);
  release();
  const sent = cards.filter({ hasText: two.username });
  await expect(sent.getByRole("button", { name: "Crush Sent" })).toBeDisabled();
  await expect(cards.filter({ hasText: one.username }).getByRole("button", { name: /^Send Crush/ })).toBeEnabled();
  expect(await cards.getByRole("heading").allInnerTexts()).toEqual(names);
});
