import type { Page } from "@playwright/test";
import { addPhotos, createMatch, createMember, logInAs, sendCrush, sendMessage } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { tabThroughPage } from "#e2e/support/focus-assertions.ts";
import { sendHeldCrushes } from "#e2e/support/network.ts";
import { chooseMore, press } from "#e2e/support/screens.ts";
import { ZOOMED } from "#e2e/support/viewport-checks.ts";

test("every keyboard stop is visible at 400% zoom", async ({ page, request }) => {
  test.setTimeout(120_000);
  await page.setViewportSize(ZOOMED);
  const [me, other] = await createMatch(request);
  const fan = await createMember(request);
  await addPhotos(request, fan, 2);
  await sendCrush(request, fan, me);
  await sendMessage(request, me, other, "Leg day?");
  await logInAs(page, me);
  const ways: readonly (readonly [path: string, open?: (page: Page) => Promise<void>])[] = [
    ["/crushes"],
    [`/profile/${fan.id}`],
    [`/messages/${other.id}`],
    [`/messages/${other.id}`, chooseMore("Report")],
    ["/browse", press(/^Filters/)],
    ["/profile/subscription"],
    ["/profile"],
  ];
  for (const [path, open] of ways) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      if (open) {
        await open(page);
        await expect(page.getByRole("dialog")).toBeVisible();
      }
      expect(await tabThroughPage(page)).toBeGreaterThan(4);
    });
  }
});

test("focus and selection stay visible after a crush and with forced colors", async ({ page, request }) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const stranger = await createMember(request);
  await sendMessage(request, other, me, "Leg day?");
  await logInAs(page, me);
  await test.step("sending a crush keeps the focus", async () => {
    await page.goto(`/profile/${stranger.id}`);
    await page.getByRole("button", { name: /^Send a Crush/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
    await sendHeldCrushes(page);
    const sent = page.getByRole("button", { name: "Crush Sent ✓", exact: true });
    await expect(sent).toBeFocused();
    await expect(sent).toBeDisabled();
    await page.keyboard.press("Tab");
    await expect(sent).not.toBeFocused();
    await expect(sent).toHaveAttribute("disabled", "");
  });
  await test.step("with forced colors, selection, new items and focus are visible", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const readStyle = (of: string, property: string, part?: string) =>
      page
        .locator(of)
        .first()
        .evaluate(
          (element, [name, pseudo]) => {
            return getComputedStyle(element, pseudo).getPropertyValue(name ?? "");
          },
          [property, part] as const,
        );

    await page.goto("/profile");
    await expect(page.getByRole("button", { name: "Running", pressed: true })).toBeVisible();
    expect(await readStyle("button[aria-pressed=true]", "background-color")).not.toBe(
      await readStyle("button[aria-pressed=false]", "background-color"),
    );
    await page.getByRole("button", { name: "Running" }).focus();
    await page.keyboard.press("Tab");
    expect(await readStyle(":focus", "outline-style")).toBe("solid");
    expect(await readStyle('nav a[aria-current="page"]', "text-decoration-line")).toBe("underline");
    const badge = page
      .getByRole("link", { name: /^Messages/ })
      .locator("span > span")
      .first();
    await expect(badge).toHaveCSS("border-top-style", "solid");

    await page.goto("/settings");
    await page.getByRole("switch", { name: "News and offers" }).setChecked(false);
    expect(await readStyle("[role=switch][aria-checked=true]", "background-color")).not.toBe(
      await readStyle("[role=switch][aria-checked=false]", "background-color"),
    );
    await page.goto("/crushes");
    const chosen = '[role=tab][aria-selected="true"]';
    await expect(page.locator(chosen)).toBeVisible();
    expect(await readStyle(chosen, "background-color", "::after")).not.toBe(
      await readStyle("body", "background-color"),
    );
    const card = page.getByRole("article").getByRole("button").first();
    await expect(card).toHaveCSS("border-top-style", "solid");
    await page.emulateMedia({ forcedColors: "none" });
  });
});
