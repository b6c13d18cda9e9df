import { createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { dismissToasts, fromOther, news, open, toasts } from "#e2e/support/toasts.ts";

/** In which tab a member with several tabs is notified, and when. */

test("notifications wait until a dialog is closed, and only one of three tabs shows them, whichever is left or closed", async ({
  page,
  tab,
  request,
}) => {
  const [me, other] = await createMatch(request);
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const sent: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const [, present] = /"present":(true|false)/.exec(String(payload)) ?? [];
      if (present) sent.push(present);
    }),
  );
  await startHidden(page);
  await open(page, me, "/settings/account");
  await toggleVisibility(page);
  await page.mouse.move(300, 300);
  await page.mouse.move(400, 300);

  await test.step("notifications wait until a dialog is closed", async () => {
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(dialog).toBeVisible();
    await sendMessage(request, other, me, "Leg day?");
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect(news(page, fromOther(other))).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(news(page, fromOther(other))).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await dismissToasts(page);
  });

  await test.step("a notification that waits for a dialog is shown when the member returns to the tab", async () => {
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(dialog).toBeVisible();
    await sendMessage(request, other, me, "Thursday?");
    await expect(page).toHaveTitle(/^\(2\) /);
    await toggleVisibility(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await toggleVisibility(page);
    await expect(news(page, fromOther(other))).toBeVisible();
    await dismissToasts(page);
  });

  await test.step("the server receives only changes of presence", async () => {
    await expect.poll(() => sent).toEqual(["true", "false", "true"]);
  });

  await test.step("only one of three tabs shows a notification, whichever tabs are left or closed", async () => {
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
    await expectOneToast(3);
    await page.mouse.move(300, 300);
    await expectOneToast(4);
    await toggleVisibility(page);
    await expectOneToast(5, 2);
    await toggleVisibility(page);
    await expectOneToast(6);
    await page.close();
    all.shift();
    await expectOneToast(7);
    await third.close();
    all.pop();
    await expectOneToast(8);
  });
});
