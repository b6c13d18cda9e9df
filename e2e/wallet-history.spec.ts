import { expect, test } from "./fixtures.ts";
import { breakOff, live } from "./network.ts";
import { enterAs, makeNewcomer, makePerson, openCheckout, payCheckout, sendCrush } from "./people.ts";

test("the history lists what came and went, newest first, whoever it was", async ({ page, request }) => {
  const [me, other] = [await makePerson(request), await makePerson(request)];
  await sendCrush(request, me, other);
  await payCheckout(request, me, await openCheckout(request, me, "starter"));
  await sendCrush(request, other, me);
  await enterAs(page, me);
  await page.goto("/profile#crushes");
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem")).toHaveText([
    `Crush from ${other.username}Just now`,
    "Starter PackJust now+5",
    `Crush sent to ${other.username}Just now−1`,
    "Welcome bonusJust now+5",
  ]);
});

test("a long history comes a page at a time, and stays true meanwhile", async ({ page, request, expectOutage }) => {
  expectOutage();
  const me = await makePerson(request);
  const senders = await Promise.all(Array.from({ length: 22 }, () => makeNewcomer(request)));
  for (const sender of senders) await sendCrush(request, sender, me);
  await enterAs(page, me);
  const connected = live(page);
  await page.goto("/profile/subscription");
  await page.getByRole("tab", { name: "History" }).click();
  const lines = page.getByRole("tabpanel").getByRole("listitem");
  await expect(lines).toHaveCount(20);
  await connected;
  const mend = await breakOff(page, "GET", "**/api/crushes/data?*cursor=*");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByText("The rest did not load.")).toBeVisible();
  mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(lines).toHaveCount(23);
  await expect(lines.nth(20)).toBeFocused();
  await expect(lines.last()).toContainText("Welcome bonus");
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const late = await makeNewcomer(request);
  await sendCrush(request, late, me);
  await expect(lines.first()).toContainText(`Crush from ${late.username}`);
  await expect(lines).toHaveCount(24);
});
