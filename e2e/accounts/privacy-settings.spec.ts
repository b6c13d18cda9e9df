import type { APIRequestContext, Page } from "@playwright/test";
import {
  blockMember,
  createMatch,
  createMember,
  logInAs,
  markCrushesSeen,
  PASSWORD,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, waitForSocket } from "#e2e/support/network.ts";
import { openSettings } from "#e2e/support/settings-page.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36";

const switchNamed = (page: Page, name: string) => page.getByRole("switch", { name });
const region = (page: Page, name: string) => page.getByRole("region", { name });
const log = (page: Page) => page.getByRole("log");

// @spec 2.other-screens.settings-tabs-notifications
test("the privacy switches, the blocked members and the sessions change at once in every tab and for others", async ({
  page,
  person,
  tab,
  request,
  expectRefusals,
}) => {
  // Two tabs, and the browsers of a match and of a phone.
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  const [first, blocked] = [await createMember(request), await createMember(request)];
  await markCrushesSeen(request, me);
  await logInAs(page, me);
  await page.goto("/settings/privacy");
  await expect(switchNamed(page, "Hide my profile")).toBeEnabled();
  await expect(page).toHaveTitle("Privacy · Settings · Spotter");
  await expect(page.getByText("More privacy controls coming soon")).toBeVisible();
  const second = await tab();

  await test.step("a switch that could not be saved is reverted, with the reason", async () => {
    const restore = await abortRequests(page, "PUT", "**/api/settings/privacy");
    await switchNamed(page, "Hide my profile").click();
    await expect(toast(page, "Error saving settings. Please try again.")).toBeVisible();
    await expect(switchNamed(page, "Hide my profile")).not.toBeChecked();
    restore();
    const release = await holdRequests(page, "**/api/settings/privacy");
    await switchNamed(page, "Read receipts").click();
    await expect(switchNamed(page, "Read receipts")).not.toBeChecked();
    await switchNamed(page, "Read receipts").click();
    release();
    await expect(switchNamed(page, "Read receipts")).toHaveAttribute("aria-busy", "false");
    await expect(switchNamed(page, "Read receipts")).not.toBeChecked();
  });

  const theirs = await person();
  await test.step("without read receipts a message is read in the member's other tab, too", async () => {
    await sendMessage(request, other, me, "Leg day?");
    await logInAs(theirs, other);
    await theirs.goto(`/messages/${me.id}`);
    await expect(log(theirs).getByText("Sent", { exact: true })).toBeAttached();
    const messages = page.getByRole("banner").getByRole("link", { name: /^Messages/ });
    await expect(messages).toContainText("1 unread message");
    const read = second.waitForResponse("**/api/messages/read/*");
    await second.goto(`/messages/${other.id}`);
    await expect(log(second).getByText("Leg day?")).toBeVisible();
    await read;
    await expect(messages).not.toContainText("unread");
  });

  await test.step("the read message stays 'Sent' for its sender, and enabling receipts sends them again", async () => {
    // A later message arrives after the read, in order.
    await sendMessage(request, me, other, "In.");
    await expect(log(theirs).getByText("In.")).toBeVisible();
    await expect(log(theirs).getByText("Sent", { exact: true })).toBeAttached();
    await expect(log(theirs).getByText("Read", { exact: true })).toHaveCount(0);
    // The member with read receipts off receives none either.
    await expect(log(second).getByText("Sent", { exact: true })).toBeAttached();
    await expect(log(second).getByText("Read", { exact: true })).toHaveCount(0);

    await switchNamed(page, "Read receipts").click();
    await expect(switchNamed(page, "Read receipts")).toBeChecked();
    await expect(switchNamed(page, "Read receipts")).toHaveAttribute("aria-busy", "false");
    // The open chat of the second tab reads the message at once.
    await sendMessage(request, other, me, "Bring chalk.");
    // The earlier message was read by then.
    await expect(log(theirs).getByText("Read", { exact: true })).toHaveCount(2);
  });

  await test.step("a profile is hidden and paused in every tab, until Browse shows it again", async () => {
    await openSettings(second, "Privacy");
    await expect(switchNamed(second, "Hide my profile")).not.toBeChecked();
    await switchNamed(page, "Hide my profile").click();
    await expect(switchNamed(page, "Hide my profile")).toBeChecked();
    await expect(switchNamed(second, "Hide my profile")).toBeChecked();
    // With an end, which the other tab shows, it is a pause; Browse says until when.
    const end = (at: Page) => at.getByLabel("Show it again");
    await expect(end(page)).toHaveValue("");
    await end(page).selectOption({ index: 1 });
    await expect(end(second)).not.toHaveValue("");
    await second.getByRole("banner").getByRole("link", { name: "Browse" }).click();
    await expect(second.getByText(/^Paused until \w+ \d+$/)).toBeVisible();
    await second.getByRole("button", { name: "Resume now" }).click();
    await expect(switchNamed(page, "Hide my profile")).not.toBeChecked();
    await expect(second.getByText("Paused until")).toHaveCount(0);
  });

  await test.step("blocked members are listed and can be unblocked after a confirmation, in every tab", async () => {
    const list = region(page, "Blocked members");
    const note = list.getByText("Whoever you block");
    await expect(note).toBeHidden();
    await list.getByText("Nobody").click();
    await expect(note).toBeVisible();
    await openSettings(second, "Privacy");
    await blockMember(request, me, first);
    await blockMember(request, me, blocked);
    for (const one of [page, second])
      await expect(region(one, "Blocked members").getByRole("listitem")).toHaveText([
        new RegExp(blocked.username),
        new RegExp(first.username),
      ]);

    const unblock = list.getByRole("button", { name: `Unblock ${blocked.username}` });
    await unblock.click();
    const question = page.getByRole("alertdialog", { name: `Unblock ${blocked.username}?` });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(unblock).toBeFocused();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Unblock" }).click();
    await expect(toast(page, `You have unblocked ${blocked.username}.`)).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveText([new RegExp(first.username)]);
    await expect(list).toBeFocused();
    await expect(region(second, "Blocked members").getByRole("listitem")).toHaveCount(1);
  });

  const list = region(page, "Where you are logged in");
  const logIn = (from: APIRequestContext) =>
    from.post("/api/auth/login", { data: { email: me.email, password: PASSWORD } });

  await test.step("sessions are listed by device, and one can be ended, which logs that device out at once", async () => {
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(list.getByRole("button")).toHaveCount(0);
    const phone = await person({ userAgent: PHONE });
    const { token } = (await (await logIn(phone.request)).json()) as { token: string };
    await logInAs(phone, { ...me, token });
    const connected = waitForSocket(phone);
    await phone.goto("/settings");
    await connected;
    await expect(list.getByRole("listitem")).toHaveText([
      /This device/,
      /Chrome on Android New device.*Last used today at \d+:\d+.[AP]M, logged in today at \d+:\d+.[AP]M/,
    ]);
    await list.getByRole("button", { name: "Log out Chrome on Android" }).click();
    await expect(toast(page, "You are logged out there.")).toBeVisible();
    await expect(list.getByRole("heading")).toBeFocused();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(phone).toHaveURL("/");
  });

  await test.step("ending all other sessions keeps the current one", async () => {
    for (let i = 0; i < 2; i++) await logIn(request);
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await list.getByRole("button", { name: "Log out everywhere else" }).click();
    await expect(toast(page, "You are logged out everywhere else.")).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await openSettings(page, "Account");
    await expect(page.getByRole("button", { name: "Change Email" })).toBeVisible();
  });
});
