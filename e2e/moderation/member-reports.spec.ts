import { REPORT_DETAILS_MAX } from "#contract/limits.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { blockMember, createMember, logInAs, matchMembers } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, waitForSocket } from "#e2e/support/network.ts";
import { choose, more, openChat, report } from "#e2e/support/safety-page.ts";
import { dismissToasts, toasts } from "#e2e/support/toasts.ts";

/** The smallest phone, a phone in landscape, and a laptop at 200%. */
const SIZES = [
  [320, 568],
  [740, 361],
  [720, 450],
] as const;

const DANGER = "Someone is in danger";
const EMERGENCY = "call 911, or 112 in Europe, first";

test("a report has a reason and details, scrolls under buttons that stay visible, and blocks the member by default", async ({
  page,
  request,
}) => {
  const { other } = await openChat(page, request);
  await choose(page, "Report");
  const dialog = report(page, other);
  const [cancel, send] = ["Cancel", "Send Report"].map((name) => dialog.getByRole("button", { name }));
  if (!cancel || !send) throw new Error("two buttons");
  const details = dialog.getByRole("textbox");
  const areInSight = async () => {
    for (const button of [cancel, send]) await expect(button).toBeInViewport({ ratio: 1 });
  };

  await test.step("it needs a reason", async () => {
    await expect(dialog.getByRole("radio")).toHaveCount(REPORT_REASONS.length);
    await expect(dialog.getByRole("checkbox", { name: `Also block ${other.username}` })).toBeChecked();
    await expect(dialog.getByText("911")).toHaveCount(0);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await areInSight();
      await send.click();
      await expect(dialog.getByText("Choose a reason")).toBeInViewport({ ratio: 1 });
      await areInSight();
    }
    await expect(dialog.getByRole("radio").first()).toBeFocused();
    await page.keyboard.press("Space");
    await expect(dialog.getByText("Choose a reason")).toHaveCount(0);
  });

  for (const [width, height] of SIZES)
    await test.step(`it scrolls completely at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await dialog.getByRole("radio").first().check();
      await dialog.getByRole("radio", { name: DANGER }).check();
      await expect(dialog.getByRole("status").getByText(EMERGENCY)).toBeInViewport({ ratio: 1 });
      await areInSight();
      // The buttons cover no focused element.
      const edge = async () => (await cancel.boundingBox())?.y ?? 0;
      const danger = await dialog.getByText(EMERGENCY).boundingBox();
      expect((danger?.y ?? 0) + (danger?.height ?? 0)).toBeLessThanOrEqual(await edge());
      for (const field of [details, dialog.getByRole("checkbox")]) {
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
    });

  await test.step("details are limited, and the input is kept while the chat is visible again", async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await details.fill("x".repeat(REPORT_DETAILS_MAX));
    await expect(dialog).toContainText(`${REPORT_DETAILS_MAX} / ${REPORT_DETAILS_MAX}`);
    await details.pressSequentially("y");
    await expect(details).toHaveValue("x".repeat(REPORT_DETAILS_MAX));
    await page.keyboard.press("Escape");
    await expect(more(page)).toBeFocused();
    await choose(page, "Report");
    await expect(dialog.getByRole("radio", { name: DANGER })).toBeChecked();
    await expect(details).toHaveValue(/^x+$/);
  });

  await test.step("it is sent once, blocks, and returns to the list", async () => {
    const sent = page.waitForRequest("**/api/safety/report");
    await send.click();
    expect((await sent).postDataJSON()).toMatchObject({ reason: DANGER, block: true });
    await expect(page).toHaveURL("/messages");
    await expect(toast(page, "Thank you. We will look at your report. Nobody is told who sent it.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
    await expect(page.getByRole("main").getByRole("link", { name: other.username })).toHaveCount(0);
  });

  await test.step("the toast names the report's number, and leads to it", async () => {
    const number = /R-\w{6}/.exec((await toasts(page).textContent()) ?? "")?.[0];
    if (!number) throw new Error("no number");
    await toasts(page).getByRole("link", { name: "See it" }).click();
    const reports = page.getByRole("region", { name: "Your reports" });
    await expect(reports.getByRole("listitem")).toContainText(number);
    await expect(reports).toBeFocused();
    await expect(reports).toBeInViewport();
  });
});

test("on a profile, a report keeps its input when it fails or the profile disappears, and blocks even over the limit", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other, match] = [await createMember(request), await createMember(request), await createMember(request)];
  await matchMembers(request, me, match);
  await logInAs(page, me);
  await page.goto(`/profile/${other.id}`);
  await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
  const dialog = report(page, other);

  expectRefusals();

  await test.step("a failed report stays open with its input", async () => {
    const restore = await abortRequests(page, "POST", "**/api/safety/report");
    await choose(page, "Report");
    await dialog.getByRole("radio", { name: "Something else" }).check();
    await dialog.getByRole("textbox").fill("Rude.");
    await dialog.getByRole("button", { name: "Send Report" }).click();
    await expect(toast(page, "Failed to send report. Please try again.")).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("Rude.");
    restore();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  // Including one with the text that the next step expects.
  await dismissToasts(page);

  await test.step("a report that exceeds the limit but blocks is explained, and the member cannot be sent a crush", async () => {
    await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
    // The server rejects the report but stores the block.
    await page.route("**/api/safety/report", async (route) => {
      await blockMember(request, me, other);
      const json = { success: false, code: "report_rate_limit", message: "You have sent many reports today." };
      await route.fulfill({ status: 429, json });
    });
    await choose(page, "Report");
    await dialog.getByRole("radio", { name: "Something else" }).check();
    await dialog.getByRole("button", { name: "Send Report" }).click();
    await expect(toast(page, `You have blocked ${other.username}. You have sent many reports today.`)).toBeVisible();
    // Behind the dialog, where elements have no accessible role.
    await expect(page.locator("main h1")).toHaveText("You have blocked this member.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Send a Crush" })).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("a report of a member whose profile disappears meanwhile stays open", async () => {
    const connected = waitForSocket(page);
    await page.goto(`/profile/${match.id}`);
    await connected;
    await choose(page, "Report");
    const open = report(page, match);
    await open.getByRole("textbox").fill("What they showed");
    await blockMember(request, match, me);
    await expect(page.getByText("Profile not found")).toBeVisible();
    await expect(open.getByRole("textbox")).toHaveValue("What they showed");
    await page.keyboard.press("Escape");
    await expect(open).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
  });
});
