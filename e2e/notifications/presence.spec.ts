import { createAccount, createMatch, sendMessage } from "#e2e/support/api-fixtures.ts";
import { startHidden, toggleVisibility } from "#e2e/support/chat-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { fromOther, news, open, toasts } from "#e2e/support/toasts.ts";

/** Where and when somebody is told who has several tabs, or looks elsewhere. */

test("of three tabs just one tells, whichever is left or closed", async ({ page, tab, request }) => {
  const [me, other] = await createMatch(request);
  await startHidden(page);
  await open(page, me, "/settings");
  await toggleVisibility(page);
  const [second, third] = [await tab(), await tab()];
  for (const one of [second, third]) await open(one, me, "/settings");
  const all = [page, second, third];
  const tellers = async () => {
    const counts = await Promise.all(all.map((one) => news(one, fromOther(other)).count()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  /** One of them is told in, all others wait in a row. */
  const row = () =>
    all[0]?.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held, pending].map((locks) => locks.filter(({ name }) => name === "looked at").length);
    });
  const tellOnce = async (unread: number, looking = all.length) => {
    await expect.poll(row).toEqual([1, looking - 1]);
    await sendMessage(request, other, me, `Leg day ${unread}?`);
    for (const one of all) await expect(one).toHaveTitle(new RegExp(`^\\(${unread}\\) `));
    await expect.poll(tellers).toBe(1);
    for (const one of all) {
      const dismiss = toasts(one).getByRole("button", { name: "Dismiss" });
      if (await dismiss.isVisible()) await dismiss.click();
    }
    await expect.poll(tellers).toBe(0);
  };
  await tellOnce(1);
  await page.mouse.move(300, 300);
  await tellOnce(2);
  await toggleVisibility(page);
  await tellOnce(3, 2);
  await toggleVisibility(page);
  await tellOnce(4);
  await page.close();
  all.shift();
  await tellOnce(5);
  await third.close();
  all.pop();
  await tellOnce(6);
});

test("news wait until a dialog is closed", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await open(page, me, "/settings/account");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
  await sendMessage(request, other, me, "Leg day?");
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(news(page, fromOther(other))).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(news(page, fromOther(other))).toBeVisible();
});

test("who leaves the tab while news wait for a dialog finds them when they are back", async ({ page, request }) => {
  const [me, other] = await createMatch(request);
  await startHidden(page);
  await open(page, me, "/settings/account");
  await toggleVisibility(page);
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
  await sendMessage(request, other, me, "Leg day?");
  await expect(page).toHaveTitle(/^\(1\) /);
  await toggleVisibility(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
  await toggleVisibility(page);
  await expect(news(page, fromOther(other))).toBeVisible();
});

test("the server hears whether somebody looks at the page, and nothing of it besides", async ({ page, request }) => {
  const said: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const [, present] = /"present":(true|false)/.exec(String(payload)) ?? [];
      if (present) said.push(present);
    }),
  );
  await startHidden(page);
  await open(page, await createAccount(request), "/settings");
  await toggleVisibility(page);
  await page.mouse.move(300, 300);
  await page.mouse.move(400, 300);
  await toggleVisibility(page);
  await toggleVisibility(page);
  await expect.poll(() => said).toEqual(["true", "false", "true"]);
});
