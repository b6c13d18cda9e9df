import { box, log } from "./chat-page.ts";
import { expect, test } from "./fixtures.ts";
import { enterAs, makeMatch, read, say } from "./people.ts";

test("a line stands where one had stopped reading, until one leaves", async ({ page, request }) => {
  const [me, other] = await makeMatch(request);
  await say(request, other, me, "Read before");
  await read(request, me, other);
  for (const content of ["Unread", "Unread too"]) await say(request, other, me, content);
  await enterAs(page, me);
  await page.goto(`/messages/${other.id}`);
  const items = log(page).getByRole("listitem");
  await expect(items).toHaveText([/Read before/, /New messages.*Unread/, /Unread too/]);
  await box(page).fill("Here I am");
  await box(page).press("Enter");
  await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
  await expect(items.nth(1)).toContainText("New messages");
  await page.goto("/messages");
  await page.getByRole("listitem").getByRole("link", { name: other.username }).click();
  await expect(items).toHaveCount(4);
  await expect(log(page).getByText("New messages")).toHaveCount(0);
});
