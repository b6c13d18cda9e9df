import { addPhotos, createMember, logInAs, sendCrush } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test.describe("the photo carousel", () => {
  // Without a transition, each step takes effect at once.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  // @spec 2.profile-view.carousel-previous-next
  test("can be navigated with keys and buttons, and keeps its photo when the window is rotated", async ({
    page,
    request,
  }) => {
    test.slow();
    const [me, other] = [await createMember(request), await createMember(request)];
    await addPhotos(request, other, 4);
    await sendCrush(request, other, me);
    await logInAs(page, me);
    await page.goto("/crushes");
    const photos = page.getByRole("region", { name: `Photos of ${other.username}` });

    await test.step("handles arrow keys as soon as it is open, unless a dialog has them", async () => {
      await page.getByRole("link", { name: "View Profile" }).click();
      const at = photos.getByRole("status");
      await expect(at).toHaveText("Photo 1 of 4");
      await page.keyboard.press("ArrowRight");
      await expect(at).toHaveText("Photo 2 of 4");
      await page.keyboard.press("ArrowLeft");
      await expect(at).toHaveText("Photo 1 of 4");
      await page.keyboard.press("ArrowLeft");
      await expect(at).toHaveText("Photo 4 of 4");
      await page.getByRole("button", { name: "Crush back" }).click();
      await expect(page.getByRole("dialog", { name: "It's a match" })).toBeVisible();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(at).toHaveText("Photo 4 of 4");
      // Arrow keys with a modifier belong to the browser.
      await page.keyboard.press("Alt+ArrowRight");
      await expect(at).toHaveText("Photo 4 of 4");
    });

    await test.step("can be navigated with buttons and arrow keys in a loop, and marks the current photo", async () => {
      const marks = photos.locator("i");
      const at = async (number: number) => {
        await expect(photos.getByRole("status")).toHaveText(`Photo ${number} of 4`);
        await expect(photos.getByRole("listitem").nth(number - 1)).toBeInViewport({ ratio: 0.9 });
        const lit = await marks.evaluateAll((all) => all.map((one) => one.className !== ""));
        expect(lit).toEqual([1, 2, 3, 4].map((mark) => mark === number));
      };
      await page.reload();
      await at(1);
      await photos.getByRole("button", { name: "Next photo" }).click();
      await at(2);
      await photos.getByRole("button", { name: "Previous photo" }).click();
      await at(1);
      await photos.getByRole("button", { name: "Previous photo" }).click();
      await at(4);
      await page.keyboard.press("ArrowRight");
      await at(1);
      await photos.getByRole("list").focus();
      await page.keyboard.press("ArrowRight");
      await at(2);
      await page.keyboard.press("ArrowLeft");
      await at(1);
    });

    await test.step("keeps its photo when the window is rotated", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const next = photos.getByRole("button", { name: "Next photo" });
      await next.click();
      await next.click();
      for (const [width, height] of [
        [360, 740],
        [740, 360],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect(photos.getByRole("listitem").nth(2)).toBeInViewport({ ratio: 0.4 });
        await expect(photos.getByRole("status")).toHaveText("Photo 3 of 4");
      }
    });
  });
});

// @spec 2.profile-view.carousel-previous-next
test("a profile shows no photo, a single one, and counts all presses during the transition of several", async ({
  page,
  request,
}) => {
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await page.goto(`/profile/${other.id}`);

  await test.step("a single photo has no controls, and no photo shows a plate with the initial", async () => {
    await expect(page.getByText(`${other.username} has no photo yet`)).toBeAttached();
    await addPhotos(request, other, 1);
    await page.reload();
    await expect(page.getByRole("img", { name: `Photo of ${other.username}` })).toBeVisible();
    await expect(page.getByRole("button", { name: "Next photo" })).toHaveCount(0);
  });

  await test.step("presses during the transition are all counted", async () => {
    await addPhotos(request, other, 3);
    await page.reload();
    const photos = page.getByRole("region", { name: `Photos of ${other.username}` });
    const at = async (number: number) => {
      await expect(photos.getByRole("status")).toHaveText(`Photo ${number} of 4`);
      await expect(photos.getByRole("listitem").nth(number - 1)).toBeInViewport({ ratio: 0.9 });
    };
    await at(1);
    const press = (name: string, times: number) =>
      photos.getByRole("button", { name }).evaluate((button: HTMLElement, times) => {
        for (let i = 0; i < times; i++) button.click();
      }, times);
    await press("Next photo", 3);
    await at(4);
    await press("Previous photo", 2);
    await at(2);
    await press("Next photo", 3);
    await at(1);
  });
});
