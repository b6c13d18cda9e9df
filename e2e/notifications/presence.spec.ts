import { createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { fromOther, news, open, toasts } from "#e2e/support/toasts.ts";

/** Which tab of several is notified, and when. */

test("only one of three tabs shows a notification, whichever tabs are left or closed", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await startHidden(page);
  await open(page, me, "/settings/account");
  await toggleVisibility(page);
  await page.mouse.move(300, 300);
  await page.mouse.move(400, 300);

  const [second, third] = [await tab(), await tab()];
  for (const one of [second, third]) await open(one, me, "/settings");
  const all = [page, second, third];
  const countToasts = async () => {
    const counts = await Promise.all(all.map((one) => news(one, fromOther(other)).count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  /** One tab holds the lock, and all others wait for it. */
  const countLocks = () =>
    all[0]?.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held, pending].map((locks) => locks.filter(({ name }) => name === "active tab").length);
    });
  const expectOneToast = async (unread: number, looking = all.length) => {
    await expect.poll(countLocks).toEqual([1, looking - 1]);
    await sendMessage(request, other, me, `Leg day ${unread}?`);
    for (const one of all) await expect(one).toHaveTitle(new RegExp(`^\\(${unread}\\) `));
    await expect.poll(countToasts).toBe(1);
    for (const one of all) {
      const dismiss = toasts(one).getByRole("button", { name: "Dismiss" });
      if (await dismiss.isVisible()) await dismiss.click();
    }
    await expect.poll(countToasts).toBe(0);
  };
  await expectOneToast(1);
  await toggleVisibility(page);
  await expectOneToast(2, 2);
  await toggleVisibility(page);
  await page.close();
  all.shift();
  await expectOneToast(3);
});
