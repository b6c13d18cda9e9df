import type { Page } from "@playwright/test";
import {
  blockMember,
  createMatch,
  createMember,
  logInAs,
  type Member,
  markCrushesSeen,
  PASSWORD,
  sendMessage,
} from "#e2e/support/api-fixtures.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, holdRequests, refuseRequests } from "#e2e/support/network.ts";

const switchNamed = (page: Page, name: string) => page.getByRole("switch", { name });
const region = (page: Page, name: string) => page.getByRole("region", { name });
const log = (page: Page) => page.getByRole("log");

async function openPrivacy(page: Page, me: Member): Promise<void> {
  await logInAs(page, me);
  await page.goto("/settings/privacy");
  await expect(switchNamed(page, "Hide my profile")).toBeEnabled();
}

// @spec 2.other-screens.settings-tabs-notifications
test("the privacy switches take effect at once in every tab and for others, and are reverted if they cannot be saved", async ({
  page,
  person,
  tab,
  request,
  expectRefusals,
}) => {
  test.slow();
  expectRefusals();
  const [me, other] = await createMatch(request);
  await markCrushesSeen(request, me);
  const stranger = await createMember(request);
  await openPrivacy(page, me);
  const second = await tab();
  const theirs = await person();
  await logInAs(theirs, other);

  await test.step("a switch that could not be saved is reverted, with the reason", async () => {
    const restore = await abortRequests(page, "PUT", "**/api/settings/privacy");
    await switchNamed(page, "Hide my profile").click();
    await expect(toast(page, "Error saving settings. Please try again.")).toBeVisible();
    await expect(switchNamed(page, "Hide my profile")).not.toBeChecked();
    restore();
    const accept = await refuseRequests(page, "PUT", "**/api/settings/privacy", 500);
    await switchNamed(page, "Read receipts").click();
    await expect(toast(page, "Failed to save settings. Please try again.")).toBeVisible();
    await expect(switchNamed(page, "Read receipts")).toBeChecked();
    accept();
    const release = await holdRequests(page, "**/api/settings/privacy");
    await switchNamed(page, "Read receipts").click();
    await expect(switchNamed(page, "Read receipts")).not.toBeChecked();
    await switchNamed(page, "Read receipts").click();
    release();
    await expect(switchNamed(page, "Read receipts")).toHaveAttribute("aria-busy", "false");
    await expect(switchNamed(page, "Read receipts")).not.toBeChecked();
  });

  await test.step("without read receipts a message is read in the member's other tab, too", async () => {
    await sendMessage(request, other, me, "Leg day?");
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

  await test.step("the read message stays 'Sent' for its sender, also after a reload; enabling receipts sends them again", async () => {
    // A later message arrives after the read, in order.
    await sendMessage(request, me, other, "In.");
    await expect(log(theirs).getByText("In.")).toBeVisible();
    await expect(log(theirs).getByText("Read", { exact: true })).toHaveCount(0);
    await theirs.reload();
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

  await test.step("a hidden profile is invisible to strangers and visible to matches, until it is shown again", async () => {
    await expect(page).toHaveTitle("Privacy · Settings · Spotter");
    await expect(page.getByText("More privacy controls coming soon")).toBeVisible();
    await second.goto("/settings/privacy");
    await expect(switchNamed(second, "Hide my profile")).not.toBeChecked();
    await switchNamed(page, "Hide my profile").click();
    await expect(switchNamed(page, "Hide my profile")).toBeChecked();
    await expect(switchNamed(second, "Hide my profile")).toBeChecked();
    await page.reload();
    await expect(switchNamed(page, "Hide my profile")).toBeChecked();

    const strangers = await person();
    await logInAs(strangers, stranger);
    await strangers.goto(`/profile/${me.id}`);
    await expect(strangers.getByRole("heading", { name: "Profile not found" })).toBeVisible();
    await theirs.goto(`/profile/${me.id}`);
    await expect(theirs.getByRole("heading", { name: me.username })).toBeVisible();

    // With an end, which the other tab shows, it is a pause; Browse says until when.
    const end = (at: Page) => at.getByLabel("Show it again");
    await expect(end(page)).toHaveValue("");
    await end(page).selectOption({ index: 1 });
    await expect(end(second)).not.toHaveValue("");
    await second.goto("/browse");
    await expect(second.getByText(/^Paused until \w+ \d+$/)).toBeVisible();
    await second.getByRole("button", { name: "Resume now" }).click();
    await expect(switchNamed(page, "Hide my profile")).not.toBeChecked();
    await expect(second.getByText("Paused until")).toHaveCount(0);
    await strangers.reload();
    await expect(strangers.getByRole("heading", { name: me.username })).toBeVisible();
  });
});

test("blocked members and sessions are listed, members can be unblocked, and sessions can be ended", async ({
  page,
  person,
  tab,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, ...others] = [await createMember(request), await createMember(request), await createMember(request)];
  const [first, second] = others as [Member, Member];
  await openPrivacy(page, me);

  await test.step("blocked members are listed and can be unblocked after a confirmation, in every tab", async () => {
    const list = region(page, "Blocked members");
    await expect(list).toContainText("Nobody.");
    await blockMember(request, me, first);
    await blockMember(request, me, second);
    await expect(list.getByRole("listitem")).toHaveCount(2);
    await expect(list.getByRole("listitem").first()).toContainText(second.username);
    await expectAccessible(page);
    const elsewhere = await tab();
    await elsewhere.goto("/settings/privacy");
    await expect(region(elsewhere, "Blocked members").getByRole("listitem")).toHaveCount(2);

    const unblock = list.getByRole("button", { name: `Unblock ${second.username}` });
    await unblock.click();
    const question = page.getByRole("alertdialog", { name: `Unblock ${second.username}?` });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(unblock).toBeFocused();
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Unblock" }).click();
    await expect(toast(page, `You have unblocked ${second.username}.`)).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveText([new RegExp(first.username)]);
    await expect(list).toBeFocused();
    await expect(region(elsewhere, "Blocked members").getByRole("listitem")).toHaveCount(1);
    await elsewhere.goto(`/profile/${second.id}`);
    await expect(elsewhere.getByRole("heading", { name: second.username })).toBeVisible();
  });

  const list = region(page, "Where you are logged in");
  const phone = await person({
    userAgent:
      "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36",
  });
  const logInOnPhone = async () => {
    await phone.goto("/?login=true");
    const dialog = phone.getByRole("dialog");
    await dialog.getByLabel("Email").fill(me.email);
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Let's Go!" }).click();
    await expect(phone).toHaveURL("/browse");
  };

  await test.step("sessions are listed by device, and one can be ended, which logs that device out at once", async () => {
    expectRefusals();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(list.getByRole("button")).toHaveCount(0);
    await logInOnPhone();
    await expect(list.getByRole("listitem")).toHaveText([
      /This device/,
      /Chrome on Android New device.*Last used today at \d+:\d+.[AP]M, logged in today at \d+:\d+.[AP]M/,
    ]);
    await expectAccessible(page);
    await list.getByRole("button", { name: "Log out Chrome on Android" }).click();
    await expect(toast(page, "You are logged out there.")).toBeVisible();
    await expect(list.getByRole("heading")).toBeFocused();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(phone).toHaveURL("/");
  });

  await test.step("ending all other sessions keeps the current one", async () => {
    await request.post("/api/auth/login", { data: { email: me.email, password: PASSWORD } });
    await logInOnPhone();
    await expect(list.getByRole("listitem")).toHaveCount(3);
    await list.getByRole("button", { name: "Log out everywhere else" }).click();
    await expect(toast(page, "You are logged out everywhere else.")).toBeVisible();
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await expect(phone).toHaveURL("/");
    await page.reload();
    await expect(switchNamed(page, "Hide my profile")).toBeEnabled();
  });
});
