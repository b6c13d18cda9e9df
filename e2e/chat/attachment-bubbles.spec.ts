import { createMatch, logInAs, sendAttachment } from "#e2e/support/api-fixtures.ts";
import { isDrawn, log, uncover } from "#e2e/support/attachment-page.ts";
import { expect, expectAccessible, test } from "#e2e/support/fixtures.ts";
import { changeResponse, holdRequests } from "#e2e/support/network.ts";

// @spec 2.messages.image-bubbles-image
test("an image is enlarged by keyboard and pointer, keeps its size while it loads, and is loaded again", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other] = await createMatch(request);
  await sendAttachment(request, other, me);
  await logInAs(page, me);
  const name = `Photo from ${other.username}`;

  await test.step("Enter enlarges an image, and Escape returns the focus to it", async () => {
    await page.goto(`/messages/${other.id}`);
    await uncover(page);
    const bubble = log(page).getByRole("button", { name, exact: true });
    await bubble.focus();
    await page.keyboard.press("Enter");
    const large = page.getByRole("dialog", { name });
    await expect.poll(() => isDrawn(large.getByRole("img"))).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(bubble).toBeFocused();
    await bubble.click();
    const close = await large.getByRole("button", { name: "Close" }).boundingBox();
    expect(close?.width).toBeGreaterThanOrEqual(44);
    await large.getByRole("button", { name: "Close" }).click();
    await expect(large).toBeHidden();
    await expect(bubble).toBeFocused();
  });

  await test.step("the bubble has its size before the image loads, and an expired URL is replaced", async () => {
    expectRefusals();
    let ended = true;
    await changeResponse<{ messages: { imageUrl: string; image: { mediumUrl: string; thumbnailUrl: string } }[] }>(
      page,
      `**/api/messages/${other.id}*`,
      (reply) => ({
        ...reply,
        messages: reply.messages.map((message) => {
          const end = (url: string) => (ended ? url.replace(/until=\d+/, "until=1") : url);
          const { mediumUrl, thumbnailUrl } = message.image;
          const image = { ...message.image, mediumUrl: end(mediumUrl), thumbnailUrl: end(thumbnailUrl) };
          return { ...message, imageUrl: end(message.imageUrl), image };
        }),
      }),
    );
    const release = await holdRequests(page, "**/photos/**");
    await page.goto(`/messages/${other.id}`);
    const bubble = log(page).getByRole("button", { name: /^Photo from/ });
    const before = await bubble.boundingBox();
    expect(before?.width).toBe(208);
    release();
    await expect(bubble).toContainText(`Photo from ${other.username} did not load. Try again`);
    expect(await bubble.boundingBox()).toEqual(before);
    ended = false;
    await bubble.click();
    await expect.poll(() => isDrawn(log(page).getByRole("img"))).toBe(true);
    expect(await bubble.boundingBox()).toEqual(before);
  });
});

test("on a touch screen a swipe down closes an enlarged image, and an own image can be deleted", async ({
  person,
  request,
}) => {
  const [me, other] = await createMatch(request);
  await sendAttachment(request, other, me);
  await sendAttachment(request, me, other);
  const page = await person({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await logInAs(page, me);
  await page.goto(`/messages/${other.id}`);

  await test.step("a swipe down closes an enlarged image", async () => {
    await log(page)
      .getByRole("button", { name: /^Photo from/ })
      .tap();
    const large = page.getByRole("dialog");
    await expect(large).toBeVisible();
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: 190, y }] });
    await touch("touchStart", 300);
    for (const y of [340, 400, 460]) await touch("touchMove", y);
    await touch("touchEnd");
    await expect(large).toBeHidden();
  });

  await test.step("an own image can be deleted like a text", async () => {
    const own = log(page).getByRole("img", { name: "Photo you sent" });
    await expect(own).toHaveCount(1);
    await log(page).getByRole("button", { name: "Delete message" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
    await expect(own).toHaveCount(0);
  });
});
