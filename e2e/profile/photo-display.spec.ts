import { createAccount, logInAs, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { announcement, choose, grid, middle, options, photosOf, slot } from "#e2e/support/photo-editor-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

test("photos upload with progress, and their menu changes how they are displayed and described", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const me = await createAccount(request);
  await logInAs(page, me);
  await page.goto("/profile");

  await test.step("each photo of an upload shows its progress", async () => {
    await expect(grid(page)).toContainText("0 of 6");
    const device = await page.context().newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      device.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await device.send("Network.enable");
    await speed(40_000);
    await page.locator('input[type="file"]').setInputFiles([PORTRAIT, PORTRAIT, PORTRAIT]);
    const bar = (number: number) => grid(page).getByRole("progressbar", { name: `Uploading photo ${number}` });
    await expect(page.getByText("Uploading 3 photos...")).toBeVisible();
    await expect(bar(1)).toHaveAttribute("aria-valuenow", "100");
    expect(Number(await bar(3).getAttribute("aria-valuenow"))).toBeLessThan(100);
    await speed(-1);
    await expect(grid(page)).toContainText("3 of 6");
    await expect(announcement(page, "Your 3 photos are there.")).toBeAttached();
    await expect(grid(page).getByRole("progressbar")).toHaveCount(0);
    await device.detach();
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

  await test.step("the menu and the dialog are accessible", async () => {
    await options(page, "photo 2").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Add description" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("a photo can be displayed whole or fill its frame", async () => {
    expectRefusals();
    const shape = () =>
      slot(page, 0)
        .getByRole("img")
        .evaluate((image) => getComputedStyle(image).objectFit);
    expect(await shape()).toBe("contain");
    await choose(page, "main photo", "Fill the frame");
    await expect(announcement(page, "The photo fills its frame.")).toBeAttached();
    expect(await shape()).toBe("cover");
    expect((await photosOf(request, me))[0]?.displayMode).toBe("cover");
    const restore = await refuseRequests(page, "PUT", "**/api/profile/photos/*", 500);
    await choose(page, "main photo", "Show whole photo");
    await expect(toast(page, "Failed to change photo")).toBeVisible();
    await expect.poll(shape).toBe("cover");
    restore();
    await choose(page, "main photo", "Show whole photo");
    await expect(announcement(page, "The whole photo is shown.")).toBeAttached();
    await dismissToasts(page);
  });

  await test.step("a crop is chosen by keyboard and by dragging, and applies to what others see", async () => {
    await choose(page, "main photo", "Adjust crop");
    const dialog = page.getByRole("dialog", { name: "Adjust crop" });
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
    await choose(page, "photo 2", "Edit description");
    await words.fill("x".repeat(199));
    await words.pressSequentially("yz");
    await expect(dialog).toContainText("200 / 200");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});
