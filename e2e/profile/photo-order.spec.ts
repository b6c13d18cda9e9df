import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { announcement, choose, middle, openWithPhotos, options, slot } from "#e2e/support/photo-editor-page.ts";

test("photos can be reordered by keyboard, from their menu and by dragging; a rejected order is reverted", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const { order } = await openWithPhotos(page, request, 4);
  /** Positions at the start of a step as positions at the start of the test, which `order` returns. */
  let start = await order();
  const from = (...places: number[]) => places.map((place) => start[place - 1]);

  await test.step("photos can be reordered from their menu by keyboard, and keep the focus", async () => {
    await options(page, "photo 2").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem")).toHaveText([
      "Make main photo",
      "Move earlier",
      "Move later",
      "Fill the frame",
      "Adjust crop",
      "Add description",
    ]);
    for (const item of ["Make main photo", "Move earlier", "Move later"]) {
      await expect(page.getByRole("menuitem", { name: item })).toBeFocused();
      await page.keyboard.press(item === "Move later" ? "Enter" : "ArrowDown");
    }
    await expect(announcement(page, "Moved to place 3 of 4.")).toBeAttached();
    await expect(options(page, "photo 3")).toBeFocused();
    expect(await order()).toEqual(from(1, 3, 2, 4));
    await choose(page, "photo 3", "Make main photo");
    await expect(announcement(page, "Moved to place 1 of 4. It is your main photo now.")).toBeAttached();
    await expect(options(page, "main photo")).toBeFocused();
    await expect(slot(page, 0)).toContainText("Main");
    expect(await order()).toEqual(from(2, 1, 3, 4));
    await choose(page, "photo 3", "Move earlier");
    await expect.poll(order).toEqual(from(2, 3, 1, 4));
    await page.reload();
    await expect(slot(page, 0)).toContainText("Main");
    expect(await order()).toEqual(from(2, 3, 1, 4));
  });

  await test.step("several moves in a row all count", async () => {
    start = await order();
    const last = (await slot(page, 3).getAttribute("data-photo")) ?? "";
    for (const place of [4, 3, 2]) {
      await choose(page, `photo ${place}`, "Move earlier");
      // Until the new order is rendered, the slot still contains another photo.
      await expect(slot(page, place - 2)).toHaveAttribute("data-photo", last);
    }
    await expect.poll(order).toEqual(from(4, 1, 2, 3));
    await expect(announcement(page, "Moved to place 1 of 4.")).toBeAttached();
  });

  await test.step("a photo can be dragged to another position, and Escape cancels that", async () => {
    start = await order();
    await page.evaluate(() => window.scrollTo(0, 0));
    const take = async (place: number, to: number) => {
      // Photos move with a transition, and their positions are final only at its end.
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
      const [a, b] = [await middle(slot(page, place)), await middle(slot(page, to))];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 10 });
    };
    await take(3, 1);
    await page.mouse.up();
    await expect(announcement(page, "Moved to place 2 of 4.")).toBeAttached();
    expect(await order()).toEqual(from(1, 4, 2, 3));
    await take(2, 0);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await take(0, 2);
    await page.mouse.up();
    await expect(announcement(page, "Moved to place 3 of 4.")).toBeAttached();
    expect(await order()).toEqual(from(4, 2, 1, 3));
  });

  await test.step("a rejected order is reverted and reported", async () => {
    expectRefusals();
    start = await order();
    const first = await slot(page, 0).getByRole("img").getAttribute("src");
    await refuseRequests(page, "PUT", "**/api/profile/photos/order", 500);
    await choose(page, "photo 2", "Make main photo");
    await expect(toast(page, "Failed to reorder photos")).toBeVisible();
    await expect(slot(page, 0).getByRole("img")).toHaveAttribute("src", String(first));
    expect(await order()).toEqual(from(1, 2, 3, 4));
  });
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test("a long press lifts a photo, and an immediate movement scrolls", async ({ page, request }) => {
    const { order } = await openWithPhotos(page, request, 3);
    const device = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      device.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const start = await middle(slot(page, 0));
    await touch("touchStart", start);
    for (let up = 20; up <= 200; up += 20) await touch("touchMove", { ...start, y: start.y - up });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    // Until the scrolling has stopped.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }).toPass();
    const [from, to] = [await middle(slot(page, 0)), await middle(slot(page, 2))];
    await touch("touchStart", from);
    await page.waitForTimeout(400);
    for (let part = 1; part <= 8; part++) {
      await touch("touchMove", {
        x: from.x + ((to.x - from.x) * part) / 8,
        y: from.y + ((to.y - from.y) * part) / 8,
      });
    }
    await touch("touchEnd");
    await expect(announcement(page, "Moved to place 3 of 3.")).toBeAttached();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await order()).toEqual([2, 3, 1]);
  });
});
