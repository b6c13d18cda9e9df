import { createMatch, logInAs, sendAttachment } from "#e2e/support/api-fixtures.ts";
import { isDrawn, log } from "#e2e/support/attachment-page.ts";
import { bubble } from "#e2e/support/chat-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests, recordRequests } from "#e2e/support/network.ts";

test.use({ hasTouch: true });

// @spec 2.messages.image-bubbles-image
test("an image from someone new is uncovered, loaded again and enlarged, and an own one can be deleted", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await sendAttachment(request, other, me);
  await logInAs(page, me);
  let hasExpired = true;
  await changeResponse<{ messages: { imageUrl: string; image: { mediumUrl: string; thumbnailUrl: string } }[] }>(
    page,
    `**/api/messages/${other.id}*`,
    (reply) => ({
      ...reply,
      messages: reply.messages.map((message) => {
        const end = (url: string) => (hasExpired ? url.replace(/until=\d+/, "until=1") : url);
        const { mediumUrl, thumbnailUrl } = message.image;
        const image = { ...message.image, mediumUrl: end(mediumUrl), thumbnailUrl: end(thumbnailUrl) };
        return { ...message, imageUrl: end(message.imageUrl), image };
      }),
    }),
  );
  const release = await holdRequests(page, "**/photos/**");
  const requests = recordRequests(page);
  const countPhotos = () => requests.filter((one) => one.includes("/photos/")).length;
  await page.goto(`/messages/${other.id}`);
  const cover = log(page).getByRole("button", { name: `Show photo from ${other.username}` });
  const pictures = log(page).getByRole("button", { name: /^Photo from/ });
  const picture = pictures.first();
  const large = page.getByRole("dialog", { name: `Photo from ${other.username}` });
  let before: Awaited<ReturnType<typeof cover.boundingBox>>;

  await test.step("it is covered and not loaded, and a key uncovers it in its place", async () => {
    await expect(cover).toBeVisible();
    await expectAccessibleInBothThemes(page);
    before = await cover.boundingBox();
    const loaded = countPhotos();
    await expect(log(page).getByRole("img")).toHaveCount(0);
    await bubble(page, "Show photo").focus();
    await page.keyboard.press("ArrowRight");
    await expect(cover).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(picture).toBeFocused();
    await expect.poll(countPhotos).toBeGreaterThan(loaded);
    await expect(large).toBeHidden();
  });

  await test.step("the bubble has its size before the image loads, and an expired URL is replaced", async () => {
    expect(before?.width).toBe(208);
    expect(await picture.boundingBox()).toEqual(before);
    release();
    await expect(picture).toContainText(`Photo from ${other.username} did not load. Try again`);
    expect(await picture.boundingBox()).toEqual(before);
    hasExpired = false;
    await picture.click();
    await expect.poll(() => isDrawn(picture.getByRole("img"))).toBe(true);
    expect(await picture.boundingBox()).toEqual(before);
  });

  await test.step("Enter enlarges it, Escape and the button close it, and the focus returns to it", async () => {
    await picture.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => isDrawn(large.getByRole("img"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(picture).toBeFocused();
    await picture.click();
    const close = await large.getByRole("button", { name: "Close" }).boundingBox();
    expect(close?.width).toBeGreaterThanOrEqual(44);
    await large.getByRole("button", { name: "Close" }).click();
    await expect(large).toBeHidden();
    await expect(picture).toBeFocused();
  });

  await test.step("a swipe down closes it", async () => {
    await picture.tap();
    await expect(large).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: 190, y }] });
    await touch("touchStart", 300);
    for (const y of [340, 400, 460]) await touch("touchMove", y);
    await touch("touchEnd");
    await expect(large).toBeHidden();
  });

  await test.step("their next picture is not covered, and an own one can be deleted like a text", async () => {
    await sendAttachment(request, other, me);
    await expect(pictures).toHaveCount(2);
    await expect(cover).toHaveCount(0);
    await sendAttachment(request, me, other);
    const own = log(page).getByRole("img", { name: "Photo you sent" });
    await expect(own).toHaveCount(1);
    await log(page).getByRole("button", { name: "Delete message" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
    await expect(own).toHaveCount(0);
  });
});
