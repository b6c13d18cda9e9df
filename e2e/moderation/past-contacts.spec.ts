import type { Page } from "@playwright/test";
import {
  createMember,
  deleteAccount,
  logInAs,
  type Member,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { question, report } from "#e2e/support/safety-page.ts";

const list = (page: Page) => page.getByRole("region", { name: "People you talked to" });
const line = (page: Page, { username }: Member) => list(page).getByRole("listitem").filter({ hasText: username });
const send = (page: Page, person: Member) => report(page, person).getByRole("button", { name: "Send Report" });

test("members who ended contact are listed at once and in pages, can be blocked, and be reported after deleting their account", async ({
  page,
  request,
  expectRefusals,
}) => {
  expectRefusals();
  const [me, other, third] = [await createMember(request), await createMember(request), await createMember(request)];
  await matchMembers(request, me, other);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "Something vile");
  await logInAs(page, me);
  // Small pages for the test.
  await page.route("**/api/safety/past-contacts*", (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set("limit", "1");
    return route.fallback({ url: url.href });
  });

  await page.goto("/settings/privacy");
  await expect(list(page)).toContainText("None ended");

  await test.step("a member who ends contact is listed at once, and the list loads in pages", async () => {
    await unmatch(request, third, me);
    await expect(line(page, third)).toContainText("Last contact on");
    await unmatch(request, other, me);
    await expect(line(page, other)).toContainText("Last contact on");
    await expect(list(page).getByRole("listitem")).toHaveCount(1);
    await list(page).getByRole("button", { name: "Show more" }).click();
    await expect(list(page).getByRole("listitem")).toHaveCount(2);
    await expect(list(page).getByRole("button", { name: "Show more" })).toHaveCount(0);
  });

  await test.step("a past contact can be blocked after a confirmation", async () => {
    const button = line(page, third).getByRole("button", { name: `Block ${third.username}` });
    await button.click();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await question(page).getByRole("button", { name: "Block" }).click();
    await expect(toast(page, `You have blocked ${third.username}.`)).toBeVisible();
    await expect(line(page, third)).toContainText("Blocked");
    await expect(list(page)).toBeFocused();
  });

  await test.step("a member can be reported after deleting their account, which blocks them", async () => {
    await deleteAccount(request, other);
    await page.reload();
    await expect(line(page, other)).toContainText("Last contact on");
    const button = line(page, other).getByRole("button", { name: `Report ${other.username}` });
    await button.click();
    await report(page, other).getByRole("radio", { name: "Harassment or threats" }).check();
    await report(page, other).getByRole("textbox").fill("They threatened me.");
    await send(page, other).click();
    await expect(toast(page, "Thank you. We will look at your report. Nobody is told who sent it.")).toBeVisible();
    await expect(report(page, other)).toBeHidden();
    await expect(page).toHaveURL("/settings/privacy");
    await expect(button).toBeFocused();
    await expect(line(page, other)).toContainText("Blocked");
    await expect(line(page, other).getByRole("button")).toHaveCount(1);
    // A sent report is not kept as a draft.
    await page.keyboard.press("Enter");
    await expect(report(page, other).getByRole("textbox")).toHaveValue("");
  });
});
