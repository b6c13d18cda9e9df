import type { Request } from "@playwright/test";
import { createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { holdRequests } from "#e2e/support/network.ts";

/** Menus and dialogs are loaded after the screen, but can be opened before. */

test("scripts that load by redirects, late or not at all keep the focus and the screen", async ({
  page,
  request,
  expectRefusals,
}) => {
  await test.step("a page whose files are first looked for at a process of the old version loads them all", async () => {
    let redirects = 0;
    await page.route(/\/assets\/[^?]+$/, async (route) => {
      redirects++;
      await route.fulfill({ status: 307, headers: { location: `${route.request().url()}?try=1` } });
    });
    const failed: string[] = [];
    const record = (lost: Request) => void failed.push(lost.url());
    page.on("requestfailed", record);
    await page.goto("/");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(redirects).toBeGreaterThan(5);
    expect(failed).toEqual([]);
    page.off("requestfailed", record);
    await page.unrouteAll();
  });
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await test.step("a menu that is opened before it has loaded appears later, and the focus stays correct", async () => {
    const menu = await holdRequests(page, "**/assets/menu-content-*.js");
    const question = await holdRequests(page, "**/assets/confirm-content-*.js");
    await page.goto(`/profile/${other.id}`);
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.focus();
    await page.keyboard.press("Enter");
    await expect(more).toHaveAttribute("aria-expanded", "true");
    await expect(more).toBeFocused();
    menu();
    const block = page.getByRole("menuitem", { name: "Block" });
    await expect(block).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(block).toBeHidden();
    question();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(more).toBeFocused();
  });
  await test.step("a dialog that fails to load is reported, and the screen stays", async () => {
    expectRefusals();
    // The page has just reloaded because of a missing chunk, so it does not reload again.
    await page.addInitScript(() => sessionStorage.setItem("reloadedAt", String(Date.now())));
    await page.route("**/assets/filter-sheet-*.js", (route) => route.abort());
    await page.goto("/browse");
    const filters = page.getByRole("button", { name: /^Filters/ });
    await filters.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong. Please try again." })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(filters).toBeFocused();
  });
});
