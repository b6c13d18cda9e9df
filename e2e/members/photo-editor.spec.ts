import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import {
  announcement,
  choose,
  middle,
  openWithPhotos,
  options,
  photosOf,
  slot,
} from "#e2e/support/photo-editor-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

test("photos are reordered by keyboard, menu and dragging, and their menu changes how they are displayed and described", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const { me, order } = await openWithPhotos(page, request, 3);
  /** The reorderings of a step are relative to its start. */
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
    await expect(announcement(page, "Moved to place 3 of 3.")).toBeAttached();
    await expect(options(page, "photo 3")).toBeFocused();
    expect(await order()).toEqual(from(1, 3, 2));
    await choose(page, "photo 3", "Make main photo");
    await expect(announcement(page, "Moved to place 1 of 3. It is your main photo now.")).toBeAttached();
    await expect(options(page, "main photo")).toBeFocused();
    await expect(slot(page, 0)).toContainText("Main");
    expect(await order()).toEqual(from(2, 1, 3));
    await choose(page, "photo 3", "Move earlier");
    await expect.poll(order).toEqual(from(2, 3, 1));
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
    await take(2, 1);
    await page.mouse.up();
    // The announcement of the step before had the same words.
    await expect.poll(order).toEqual(from(1, 3, 2));
    await take(1, 0);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await take(0, 2);
    await page.mouse.up();
    await expect(announcement(page, "Moved to place 3 of 3.")).toBeAttached();
    expect(await order()).toEqual(from(3, 2, 1));
  });

  await test.step("a rejected order is reverted and reported", async () => {
    expectRefusals();
    start = await order();
    const first = await slot(page, 0).getByRole("img").getAttribute("srcset");
    const restore = await refuseRequests(page, "PUT", "**/api/profile/photos/order", 500);
    await choose(page, "photo 2", "Make main photo");
    await expect(toast(page, "Failed to reorder photos")).toBeVisible();
    await expect(slot(page, 0).getByRole("img")).toHaveAttribute("srcset", String(first));
    expect(await order()).toEqual(from(1, 2, 3));
    restore();
    await dismissToasts(page);
  });

  await test.step("a dialog opens after its menu has closed, so that they do not share focus and Escape", async () => {
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[role="menu"]') && document.querySelector('[role="dialog"]'))
          document.documentElement.dataset["both"] = "";
      }).observe(document.body, { subtree: true, childList: true });
    });
    await options(page, "photo 2").click();
    await page.getByRole("menuitem", { name: "Add description" }).click();
    await expect(page.getByRole("dialog").getByLabel("Description")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(options(page, "photo 2")).toBeFocused();
    await expect(page.locator("html")).not.toHaveAttribute("data-both");
  });

  await test.step("a photo can be displayed whole or fill its frame", async () => {
    const shape = () =>
      slot(page, 0)
        .getByRole("img")
        .evaluate((image) => getComputedStyle(image).objectFit);
    expect(await shape()).toBe("contain");
    await choose(page, "main photo", "Fill the frame");
    await expect(announcement(page, "The photo fills its frame.")).toBeAttached();
    expect(await shape()).toBe("cover");
    expect((await photosOf(request, me))[0]?.displayMode).toBe("cover");
    await choose(page, "main photo", "Show whole photo");
    await expect(announcement(page, "The whole photo is shown.")).toBeAttached();
    await dismissToasts(page);
  });

  await test.step("a crop is chosen by keyboard and by dragging, and applies to what others see", async () => {
    await choose(page, "main photo", "Adjust crop");
    const dialog = page.getByRole("dialog", { name: "Adjust crop" });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    const slider = dialog.getByRole("slider", { name: "Top to bottom" });
    await slider.press("Home");
    const photo = dialog.getByRole("img", { name: "How cards show the photo" });
    const position = () => photo.evaluate((image) => getComputedStyle(image).objectPosition);
    expect(await position()).toBe("50% 0%");
    // The portrait has the shape of a card, so only the avatar's crop moves.
    const from = await middle(photo);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 40);
    await page.mouse.up();
    await expect(slider).not.toHaveAttribute("aria-valuenow", "0");
    await slider.press("End");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Crop saved")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(options(page, "main photo")).toBeFocused();
    expect((await photosOf(request, me))[0]).toMatchObject({ displayMode: "cover", focusX: 50, focusY: 100 });
    const own = slot(page, 0).getByRole("img");
    expect(await own.evaluate((image) => getComputedStyle(image).objectPosition)).toBe("50% 100%");
    await dismissToasts(page);
  });

  await test.step("a description becomes the photo's accessible name, and stays in the form if saving fails", async () => {
    await choose(page, "photo 2", "Add description");
    const dialog = page.getByRole("dialog", { name: "Photo description" });
    const words = dialog.getByLabel("Description");
    await expect(words).toBeFocused();
    await words.fill("Halfway up a red wall");
    await expect(dialog).toContainText("21 / 200");
    const restore = await refuseRequests(page, "PUT", "**/api/profile/photos/*", 500);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Failed to change photo")).toBeVisible();
    await expect(words).toHaveValue("Halfway up a red wall");
    restore();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "Description saved")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(options(page, "photo 2")).toBeFocused();
    await page.reload();
    await expect(slot(page, 1).getByRole("img", { name: "Halfway up a red wall" })).toBeVisible();
    await expect(slot(page, 0)).toContainText("Main");
    expect(await order()).toEqual(from(1, 2, 3));
    await choose(page, "photo 2", "Edit description");
    await words.fill("x".repeat(199));
    await words.pressSequentially("yz");
    await expect(dialog).toContainText("200 / 200");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test("a long press lifts a photo, and an immediate movement scrolls", async ({ page, request }) => {
    const { order } = await openWithPhotos(page, request, 2);
    const device = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      device.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const start = await middle(slot(page, 0));
    await touch("touchStart", start);
    for (let up = 20; up <= 200; up += 20) await touch("touchMove", { ...start, y: start.y - up });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    // Until the scrolling has stopped.
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let still = 0; still < 5; still = scrollY === 0 ? still + 1 : 0) {
        scrollTo({ top: 0, behavior: "instant" });
        await frame();
      }
    });
    const [from, to] = [await middle(slot(page, 0)), await middle(slot(page, 1))];
    await touch("touchStart", from);
    await expect(page.locator("[class*=ghost]")).toBeVisible();
    for (let part = 1; part <= 8; part++) {
      await touch("touchMove", {
        x: from.x + ((to.x - from.x) * part) / 8,
        y: from.y + ((to.y - from.y) * part) / 8,
      });
    }
    await touch("touchEnd");
    await expect(announcement(page, "Moved to place 2 of 2.")).toBeAttached();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await order()).toEqual([2, 1]);
  });
});
