import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { OwnProfile } from "#contract/profiles.ts";
import { expect, expectAccessible, test, toast } from "./fixtures.ts";
import { refuse } from "./network.ts";
import { addPhotos, enterAs, makeNewcomer, type Person, PORTRAIT } from "./people.ts";

const grid = (page: Page) => page.getByRole("region", { name: "Photos" });
const slot = (page: Page, place: number) => grid(page).getByRole("listitem").nth(place);
const said = (page: Page, text: string) => grid(page).getByRole("status").filter({ hasText: text });

async function photosOf(request: APIRequestContext, { token }: Person) {
  const reply = await request.get("/api/profile", { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { profile: OwnProfile }).profile.profile.photos;
}

/** Somebody with so many photos, in the editor. */
async function open(page: Page, request: APIRequestContext, count: number) {
  const me = await makeNewcomer(request);
  await addPhotos(request, me, count);
  await enterAs(page, me);
  await page.goto("/profile");
  await expect(grid(page)).toContainText(`${count} of 6`);
  const before = (await photosOf(request, me)).map(({ _id }) => _id);
  const order = async () => (await photosOf(request, me)).map(({ _id }) => before.indexOf(_id) + 1);
  return { me, order };
}

const options = (page: Page, name: string) => grid(page).getByRole("button", { name: `Options for ${name}` });

async function choose(page: Page, photo: string, item: string): Promise<void> {
  await options(page, photo).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("There is no such place");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("photos change places from their menu, by keyboard, and the focus stays with them", async ({ page, request }) => {
  const { order } = await open(page, request, 3);
  await options(page, "photo 2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "Make main photo",
    "Move earlier",
    "Move later",
    "Fill the frame",
    "Add description",
  ]);
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(said(page, "Moved to place 3 of 3.")).toBeAttached();
  await expect(options(page, "photo 3")).toBeFocused();
  expect(await order()).toEqual([1, 3, 2]);
  await choose(page, "photo 3", "Make main photo");
  await expect(said(page, "Moved to place 1 of 3. It is your main photo now.")).toBeAttached();
  await expect(options(page, "main photo")).toBeFocused();
  await expect(slot(page, 0)).toContainText("Main");
  expect(await order()).toEqual([2, 1, 3]);
  await choose(page, "photo 3", "Move earlier");
  await expect.poll(order).toEqual([2, 3, 1]);
  await page.reload();
  await expect(slot(page, 0)).toContainText("Main");
  expect(await order()).toEqual([2, 3, 1]);
});

test("several moves in a row all count", async ({ page, request }) => {
  const { order } = await open(page, request, 4);
  await choose(page, "photo 4", "Move earlier");
  await choose(page, "photo 3", "Move earlier");
  await choose(page, "photo 2", "Move earlier");
  await expect.poll(order).toEqual([4, 1, 2, 3]);
});

test("a photo is dragged to another place, and Escape puts it back", async ({ page, request }) => {
  const { order } = await open(page, request, 4);
  const take = async (from: number, to: number) => {
    const [a, b] = [await middle(slot(page, from)), await middle(slot(page, to))];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 10 });
  };
  await take(3, 1);
  await page.mouse.up();
  await expect(said(page, "Moved to place 2 of 4.")).toBeAttached();
  expect(await order()).toEqual([1, 4, 2, 3]);
  await take(2, 0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await take(0, 2);
  await page.mouse.up();
  await expect(said(page, "Moved to place 3 of 4.")).toBeAttached();
  expect(await order()).toEqual([4, 2, 1, 3]);
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test("a finger that rests on a photo lifts it, one that moves at once scrolls", async ({ page, request }) => {
    const { order } = await open(page, request, 3);
    const device = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      device.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const start = await middle(slot(page, 0));
    await touch("touchStart", start);
    for (let up = 20; up <= 200; up += 20) await touch("touchMove", { ...start, y: start.y - up });
    await touch("touchEnd");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    // Until it has come to rest.
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
    await expect(said(page, "Moved to place 3 of 3.")).toBeAttached();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await order()).toEqual([2, 3, 1]);
  });
});

test("an order that is refused is taken back, and that is said", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const { order } = await open(page, request, 2);
  const first = await slot(page, 0).getByRole("img").getAttribute("src");
  await refuse(page, "PUT", "**/api/profile/photos/order", 500);
  await choose(page, "photo 2", "Make main photo");
  await expect(toast(page, "Failed to reorder photos")).toBeVisible();
  await expect(slot(page, 0).getByRole("img")).toHaveAttribute("src", String(first));
  expect(await order()).toEqual([1, 2]);
});

test("a photo is shown whole or fills its frame", async ({ page, request, expectRefusals }) => {
  expectRefusals();
  const { me } = await open(page, request, 1);
  const shape = () =>
    slot(page, 0)
      .getByRole("img")
      .evaluate((image) => getComputedStyle(image).objectFit);
  expect(await shape()).toBe("contain");
  await choose(page, "main photo", "Fill the frame");
  await expect(said(page, "The photo fills its frame.")).toBeAttached();
  expect(await shape()).toBe("cover");
  expect((await photosOf(request, me))[0]?.displayMode).toBe("cover");
  const mend = await refuse(page, "PUT", "**/api/profile/photos/*", 500);
  await choose(page, "main photo", "Show whole photo");
  await expect(toast(page, "Failed to change photo")).toBeVisible();
  await expect.poll(shape).toBe("cover");
  await mend();
  await choose(page, "main photo", "Show whole photo");
  await expect(said(page, "The whole photo is shown.")).toBeAttached();
});

test("a description is what the photo is called, and is kept while it cannot be saved", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  await open(page, request, 2);
  await choose(page, "photo 2", "Add description");
  const dialog = page.getByRole("dialog", { name: "Photo description" });
  const words = dialog.getByLabel("Description");
  await expect(words).toBeFocused();
  await words.fill("Halfway up a red wall");
  await expect(dialog).toContainText("21 / 200");
  const mend = await refuse(page, "PUT", "**/api/profile/photos/*", 500);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Failed to change photo")).toBeVisible();
  await expect(words).toHaveValue("Halfway up a red wall");
  await mend();
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

test("every photo of an upload says how far it is", async ({ page, request }) => {
  await enterAs(page, await makeNewcomer(request));
  await page.goto("/profile");
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
  await expect(said(page, "Your 3 photos are there.")).toBeAttached();
  await expect(grid(page).getByRole("progressbar")).toHaveCount(0);
});

test("the menu and the dialog are accessible", async ({ page, request }) => {
  await open(page, request, 3);
  await options(page, "photo 2").click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.waitForTimeout(300);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Add description" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.waitForTimeout(400);
  await expectAccessible(page);
});
