import { addPhotos, createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

// @spec 2.profile-view.carousel-previous-next
test("the photo carousel follows keys and buttons in a loop, counts all presses, and keeps its photo when the window is rotated", async ({
  page,
  request,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await addPhotos(request, other, 3);
  await sendCrush(request, other, me);
  await logInAs(page, me);
  await page.goto("/crushes");
  const photos = page.getByRole("region", { name: `Photos of ${other.username}` });
  const at = async (number: number) => {
    await expect(photos.getByRole("status")).toHaveText(`Photo ${number} of 3`);
    await expect(photos.getByRole("listitem").nth(number - 1)).toBeInViewport({ ratio: 0.9 });
    const lit = await photos.locator("i").evaluateAll((all) => all.map((one) => one.className !== ""));
    expect(lit).toEqual([1, 2, 3].map((mark) => mark === number));
  };

  await test.step("presses during the transition are all counted", async () => {
    await page.getByRole("link", { name: "View Profile" }).click();
    await at(1);
    const press = (name: string, times: number) =>
      photos.getByRole("button", { name }).evaluate((button: HTMLElement, times) => {
        for (let i = 0; i < times; i++) button.click();
      }, times);
    await press("Next photo", 2);
    await at(3);
    await press("Previous photo", 1);
    await at(2);
    await press("Next photo", 2);
    await at(1);
  });

  // Without a transition, each step takes effect at once.
  await page.emulateMedia({ reducedMotion: "reduce" });

  await test.step("arrow keys work as soon as it is open, unless a dialog has them", async () => {
    await page.goBack();
    await page.getByRole("link", { name: "View Profile" }).click();
    await at(1);
    await page.keyboard.press("ArrowRight");
    await at(2);
    await page.keyboard.press("ArrowLeft");
    await at(1);
    await page.keyboard.press("ArrowLeft");
    await at(3);
    await page.getByRole("button", { name: "Crush back" }).click();
    await expect(page.getByRole("dialog", { name: "It's a match" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await at(3);
    // Arrow keys with a modifier belong to the browser.
    await page.keyboard.press("Alt+ArrowRight");
    await at(3);
  });

  await test.step("it keeps its photo when the window is rotated", async () => {
    for (const [width, height] of [
      [360, 740],
      [740, 360],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(photos.getByRole("listitem").nth(2)).toBeInViewport({ ratio: 0.4 });
      await expect(photos.getByRole("status")).toHaveText("Photo 3 of 3");
    }
  });
});
