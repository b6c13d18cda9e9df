import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addPhotos, createAccount, logInAs, PORTRAIT } from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, recordRequests, refuseRequests } from "#e2e/support/network.ts";
import { announcement, photosOf } from "#e2e/support/photo-editor-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const PHOTOS = "**/api/profile/photos";

const choose = (page: Page, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
  page.locator('input[type="file"]').setInputFiles(files);
const grid = (page: Page) => page.getByRole("region", { name: "Photos" });
const file = (name: string, mimeType: string, bytes = 10) => ({ name, mimeType, buffer: Buffer.alloc(bytes) });

const REFUSED = [
  ["a GIF", [file("a.gif", "image/gif")], "Please upload only JPEG, PNG or WebP images"],
  [
    "5 MB that cannot be made smaller",
    [file("a.png", "image/png", 5 * 1024 * 1024)],
    "Each photo must be less than 5MB",
  ],
  [
    "HEIC in a browser that cannot open it",
    [file("a.heic", "")],
    "This browser cannot open HEIC photos. Please save a copy as JPEG and upload that.",
  ],
] as const;

// @spec 2.profile-editor.six-slots-main 2.profile-editor.controls-disabled-while 4.photo-upload-device
// @spec 5.please-upload-only 5.each-photo-must 5.you-can-only
test("unsuitable files are not sent, uploads disable the controls, and up to six photos have a main one", async ({
  page,
  request,
}) => {
  test.slow();
  const me = await createAccount(request);
  await addPhotos(request, me, 1);
  await logInAs(page, me);
  await page.goto("/profile");
  await expect(grid(page)).toContainText("1 of 6");

  for (const [what, files, message] of REFUSED) {
    await test.step(`${what} is rejected before it is sent`, async () => {
      const requests = recordRequests(page);
      await choose(page, [...files]);
      await expect(toast(page, message)).toBeVisible();
      expect(requests.filter((one) => one.startsWith("POST"))).toEqual([]);
      await expect(grid(page)).toContainText("1 of 6");
      await dismissToasts(page);
    });
  }

  await test.step("other photo controls are disabled during an upload", async () => {
    const release = await holdRequests(page, PHOTOS);
    await choose(page, PORTRAIT);
    await expect(page.getByText("Uploading your photo...")).toBeVisible();
    // Disabled controls are hidden from the accessibility tree.
    const buttons = grid(page).getByRole("list").getByRole("button", { includeHidden: true });
    await expect(buttons).toHaveCount(6);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    release();
    await expect(grid(page)).toContainText("2 of 6");
    for (const button of await buttons.all()) await expect(button).toBeEnabled();
  });

  await test.step("the main photo has a badge, and the next photo succeeds it", async () => {
    const slots = grid(page).getByRole("listitem");
    await expect(slots).toHaveCount(6);
    await expect(slots.nth(0)).toContainText("Main");
    await expect(slots.nth(1)).not.toContainText("Main");
    const second = await slots.nth(1).getByRole("img").getAttribute("srcset");
    await page.getByRole("button", { name: "Remove main photo" }).click();
    await expect(grid(page)).toContainText("1 of 6");
    await expect(slots.nth(0)).toContainText("Main");
    await expect(slots.nth(0).getByRole("img")).toHaveAttribute("srcset", String(second));
  });

  await test.step("a removal can be undone by keyboard, and is sent when the page is left", async () => {
    const requests = recordRequests(page);
    const remove = page.getByRole("button", { name: "Remove main photo" });
    await remove.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Undo removing main photo" })).toBeFocused();
    await expect(grid(page)).toContainText("0 of 6");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(remove).toBeFocused();
    await expect(grid(page)).toContainText("1 of 6");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Undo removing main photo" })).toBeFocused();
    expect(requests.filter((one) => one.startsWith("DELETE"))).toEqual([]);
    await page.goto("/browse");
    await expect.poll(() => photosOf(request, me)).toEqual([]);
    await page.goto("/profile");
    await expect(grid(page).getByRole("button", { name: "Add your first photo" })).toBeVisible();
  });

  await test.step("each photo of an upload shows its progress, and more than six in total are rejected", async () => {
    const release = await holdRequests(page, PHOTOS);
    await choose(page, [PORTRAIT, PORTRAIT, PORTRAIT, PORTRAIT]);
    await expect(page.getByText("Uploading 4 photos...")).toBeVisible();
    for (const number of [1, 4])
      await expect(grid(page).getByRole("progressbar", { name: `Uploading photo ${number}` })).toBeVisible();
    release();
    await expect(grid(page)).toContainText("4 of 6");
    await expect(announcement(page, "Your 4 photos are there.")).toBeAttached();
    await expect(grid(page).getByRole("progressbar")).toHaveCount(0);
    await expect(page.locator('input[type="file"]')).toBeEnabled();
    await choose(page, [PORTRAIT, PORTRAIT, PORTRAIT]);
    await expect(toast(page, "You can only have 6 photos total. You currently have 4.")).toBeVisible();
    await choose(page, [PORTRAIT, PORTRAIT]);
    await expect(grid(page)).toContainText("6 of 6");
    await expect(grid(page).getByRole("button", { name: "Add photo" })).toHaveCount(0);
  });
});

// @spec 5.please-upload-only 8.failed-upload-photos 8.failed-remove-photo
test("a rejected or failed upload and a failed removal are reported, and a large photo is made smaller", async ({
  page,
  request,
  expectRefusals,
  expectOutage,
}) => {
  test.slow();
  const me = await createAccount(request);
  await logInAs(page, me);
  await page.goto("/profile");
  await expect(grid(page)).toContainText("0 of 6");

  await test.step("a file that is not really an image is rejected with the server's message", async () => {
    expectRefusals();
    await choose(page, file("a.png", "image/png"));
    await expect(toast(page, "Please upload only JPEG, PNG or WebP images")).toBeVisible();
    await expect(grid(page)).toContainText("0 of 6");
  });

  await test.step("a failed upload is reported and can be repeated", async () => {
    expectOutage();
    const restore = await abortRequests(page, "POST", PHOTOS);
    await choose(page, PORTRAIT);
    await expect(toast(page, "Failed to upload photos. Please try again.")).toBeVisible();
    restore();
    const allow = await refuseRequests(page, "POST", PHOTOS, 500);
    await choose(page, PORTRAIT);
    await expect(page.getByRole("alert").getByText("Failed to upload photos", { exact: true })).toBeVisible();
    allow();
    await choose(page, PORTRAIT);
    await expect(grid(page)).toContainText("1 of 6");
  });

  await test.step("a photo that cannot be removed stays, and the failure is reported", async () => {
    await refuseRequests(page, "DELETE", `${PHOTOS}/*`, 500);
    await page.getByRole("button", { name: "Remove main photo" }).click();
    await expect(toast(page, "Failed to remove photo")).toBeVisible();
    await expect(grid(page)).toContainText("1 of 6");
  });

  await test.step("a photo over 5 MB is made smaller, and stays upright", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const buffer = await sharp({ create: { width: 3200, height: 2400, channels: 3, background: "#888", noise } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
    await choose(page, { name: "camera.jpg", mimeType: "image/jpeg", buffer });
    // Decoding and encoding takes a moment, here and on the server.
    await expect(grid(page)).toContainText("2 of 6", { timeout: 30_000 });
    expect((await photosOf(request, me))[1]).toMatchObject({ width: 1080, height: 1440 });
  });
});
