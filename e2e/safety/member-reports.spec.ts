import { REPORT_REASONS } from "#contract/catalog.ts";
import { REPORT_DETAILS_MAX } from "#contract/limits.ts";
import { blockMember, createMember, logInAs } from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, refuseRequests } from "#e2e/support/network.ts";
import { choose, more, openChat, report } from "#e2e/support/safety-page.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

test("a report has a reason and details, and blocks the member by default", async ({ page, request }) => {
  const { other } = await openChat(page, request);
  await choose(page, "Report");
  const dialog = report(page, other);
  await expect(dialog.getByRole("radio")).toHaveCount(REPORT_REASONS.length);
  await expect(dialog).toContainText("Kept with your report");
  await expect(dialog.getByRole("checkbox", { name: `Also block ${other.username}` })).toBeChecked();
  await expect(dialog.getByText("911")).toHaveCount(0);

  await dialog.getByRole("button", { name: "Send Report" }).click();
  await expect(dialog.getByText("Choose a reason")).toBeVisible();
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await page.keyboard.press("Space");
  await expect(dialog.getByText("Choose a reason")).toHaveCount(0);
  await dialog.getByRole("radio", { name: "Someone is in danger" }).check();
  await expect(dialog.getByRole("status")).toContainText("call 911, or 112 in Europe, first");

  const details = dialog.getByRole("textbox");
  await details.fill("x".repeat(REPORT_DETAILS_MAX));
  await expect(dialog).toContainText(`${REPORT_DETAILS_MAX} / ${REPORT_DETAILS_MAX}`);
  await details.pressSequentially("y");
  await expect(details).toHaveValue("x".repeat(REPORT_DETAILS_MAX));
  // The input is kept while the chat is visible again.
  await page.keyboard.press("Escape");
  await expect(more(page)).toBeFocused();
  await choose(page, "Report");
  await expect(dialog.getByRole("radio", { name: "Someone is in danger" })).toBeChecked();
  await expect(details).toHaveValue(/^x+$/);

  const sent = page.waitForRequest("**/api/safety/report");
  await dialog.getByRole("button", { name: "Send Report" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ reason: "Someone is in danger", block: true });
  await expect(page).toHaveURL("/messages");
  await expect(toast(page, "Thank you. We will look at your report. Nobody is told who sent it.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeFocused();
  await expect(page.getByRole("main").getByRole("link", { name: other.username })).toHaveCount(0);
});

test("on a profile, a report without a block keeps the screen, a failed one keeps its input, and one over the limit still blocks", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = [await createMember(request), await createMember(request)];
  await logInAs(page, me);
  await page.goto(`/profile/${other.id}`);
  await expect(page.getByRole("button", { name: "Send a Crush" })).toBeVisible();
  const dialog = report(page, other);

  await test.step("a report without a block keeps the current screen", async () => {
    await choose(page, "Report");
    await dialog.getByRole("radio", { name: "Spam or a scam" }).check();
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByRole("button", { name: "Send Report" }).click();
    await expect(toast(page, "Thank you.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/profile/${other.id}`);
    await expect(more(page)).toBeFocused();
  });

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
    const accept = await refuseRequests(page, "POST", "**/api/safety/report", 429, {
      message: "You have sent many reports today.",
    });
    await dialog.getByRole("button", { name: "Send Report" }).click();
    await expect(toast(page, "You have sent many reports today.")).toBeVisible();
    await expect(dialog).toBeVisible();
    accept();
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
    await expect(toast(page, "You have sent many reports today.")).toBeVisible();
    await expect(toast(page, `You have blocked ${other.username}.`)).toBeVisible();
    // Behind the dialog, where elements have no accessible role.
    await expect(page.locator("main h1")).toHaveText("You have blocked this member.");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Send a Crush" })).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
  });
});
