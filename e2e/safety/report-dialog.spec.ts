import { blockMember, createMatch, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { waitForSocket } from "#e2e/support/network.ts";
import { choose, openChat, report } from "#e2e/support/safety-page.ts";

/** A phone, the smallest phone, a phone in landscape, a laptop, and a laptop at 200%. */
const SIZES = [
  [360, 640],
  [320, 568],
  [740, 361],
  [1440, 900],
  [720, 450],
] as const;

test("the report form scrolls completely under buttons that are always visible", async ({ page, request }) => {
  test.slow();
  const { other } = await openChat(page, request);
  const dialog = report(page, other);
  const buttons = ["Cancel", "Send Report"].map((name) => dialog.getByRole("button", { name }));
  const areInSight = async () => {
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
  };
  for (const [width, height] of SIZES) {
    await test.step(`at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      // Also empties the form.
      await page.reload();
      await choose(page, "Report");
      await areInSight();
      await buttons[1]?.click();
      await expect(dialog.getByText("Choose a reason")).toBeInViewport({ ratio: 1 });
      await areInSight();
      await dialog.getByRole("radio", { name: "Someone is in danger" }).check();
      await expect(dialog.getByText("call 911, or 112 in Europe, first")).toBeInViewport({ ratio: 1 });
      await areInSight();
      // The buttons cover no focused element.
      const edge = async () => (await buttons[0]?.boundingBox())?.y ?? 0;
      const danger = await dialog.getByText("call 911, or 112 in Europe, first").boundingBox();
      expect((danger?.y ?? 0) + (danger?.height ?? 0)).toBeLessThanOrEqual(await edge());
      for (const field of [dialog.getByRole("textbox"), dialog.getByRole("checkbox")]) {
        await field.focus();
        const box = await field.boundingBox();
        expect((box?.y ?? 0) + Math.min(box?.height ?? 0, 44)).toBeLessThanOrEqual(await edge());
      }
      // At the end nothing is left to scroll.
      const rest = await dialog.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
        return element.scrollWidth - element.clientWidth;
      });
      expect(rest).toBe(0);
      await expect(dialog.getByText("Kept with your report")).toBeInViewport({ ratio: 0.9 });
      await areInSight();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });
  }
});

test("a report of a member whose profile disappears meanwhile stays open", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other] = await createMatch(request);
  await logInAs(page, me);
  const connected = waitForSocket(page);
  await page.goto(`/profile/${other.id}`);
  await connected;
  await choose(page, "Report");
  const dialog = report(page, other);
  await dialog.getByRole("textbox").fill("What they showed");
  await blockMember(request, other, me);
  await expect(page.getByText("Profile not found")).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveValue("What they showed");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
});
