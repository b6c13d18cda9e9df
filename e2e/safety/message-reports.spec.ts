import type { Page } from "@playwright/test";
import {
  createMatch,
  createMember,
  type Member,
  matchMembers,
  sendAttachment,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests, waitForSocket } from "#e2e/support/network.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const flag = (page: Page) => log(page).getByRole("button", { name: "Report this message" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Report this message" });
const sent = async (page: Page) => (await page.waitForRequest("**/api/safety/report")).postDataJSON() as object;

test("on a phone, a message and a member are reported with three taps, and a failed message is discarded", async ({
  person,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  const [third, stranger] = [await createMember(request), await createMember(request)];
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "First");
  await sendMessage(request, other, me, "Send me money.");
  await sendMessage(request, me, other, "No.");
  const page = await person(PHONE);
  const goTo = async (path: string) => {
    const connected = waitForSocket(page);
    await page.goto(path);
    await connected;
  };
  const reportWithThreeTaps = async (member: Member) => {
    const body = sent(page);
    await page.getByRole("button", { name: `Report ${member.username}` }).tap();
    const dialog = page.getByRole("dialog", { name: `Report ${member.username}` });
    await dialog.getByText("Seems to be under 18").tap();
    await dialog.getByRole("button", { name: "Send Report" }).tap();
    expect(await body).toMatchObject({ userId: member.id, reason: "Seems to be under 18" });
    await expect(toast(page, "Thank you.")).toBeVisible();
  };

  await test.step("a message of the other member can be reported with three taps", async () => {
    const ids = page.waitForResponse(`**/api/messages/${other.id}*`);
    await openChat(page, me, other);
    const { messages } = (await (await ids).json()) as { messages: { _id: string; content: string }[] };
    // Own messages have no button.
    await expect(flag(page)).toHaveCount(2);
    await expect(flag(page).last()).toHaveCSS("opacity", "1");
    const target = await flag(page).last().boundingBox();
    expect(target?.width).toBeGreaterThanOrEqual(44);
    expect(target?.height).toBeGreaterThanOrEqual(44);
    const body = sent(page);
    await flag(page).last().tap();
    await dialog(page).getByText("Spam or a scam").tap();
    await dialog(page).getByRole("button", { name: "Send Report" }).tap();
    expect(await body).toMatchObject({
      userId: other.id,
      reason: "Spam or a scam",
      messageId: messages.find(({ content }) => content === "Send me money.")?._id,
    });
    await expect(toast(page, "Thank you.")).toBeVisible();
  });

  await test.step("a member can be reported with three taps from the profile", async () => {
    await goTo(`/profile/${stranger.id}`);
    await reportWithThreeTaps(stranger);
  });

  await test.step("a member can be reported with three taps from the chat, and a failed message shows how to discard it", async () => {
    await goTo(`/messages/${third.id}`);
    expectRefusals();
    const write = async (text: string) => {
      await composer(page).fill(text);
      await page.getByRole("button", { name: "Send", exact: true }).tap();
    };
    await write("Fine");
    await expect(log(page).getByText("Sent", { exact: true })).toBeAttached();
    const accept = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
    await write("Never mind");
    await expect(log(page).getByText("Not today.")).toBeVisible();
    const discard = log(page).getByRole("button", { name: "Discard message" });
    await expect(discard).toHaveCSS("opacity", "1");
    await expect(log(page).getByRole("button", { name: "Delete message" })).toHaveCSS("opacity", "0");
    await discard.tap();
    await expect(page.getByText("Never mind")).toHaveCount(0);
    accept();

    await reportWithThreeTaps(third);
  });
});

test("a message's report can be opened by keyboard and mouse, keeps its input, and outlives the conversation", async ({
  page,
  request,
  expectRefusals,
}) => {
  test.slow();
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await sendAttachment(request, other, me);
  await openChat(page, me, other);

  await test.step("a report can be opened by keyboard and mouse, and returns the focus", async () => {
    await expect(flag(page)).toHaveCount(2);
    await composer(page).hover();
    await expect(flag(page).first()).toHaveCSS("opacity", "0");
    await log(page).getByText("Leg day?").hover();
    await expect(flag(page).first()).toHaveCSS("opacity", "1");
    await composer(page).hover();
    await log(page).focus();
    await page.keyboard.press("Tab");
    await expect(flag(page).first()).toBeFocused();
    await expect(flag(page).first()).toHaveCSS("opacity", "1");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(flag(page).first()).toBeFocused();
  });

  await sendMessage(request, other, me, "Two");
  await expect(flag(page)).toHaveCount(3);

  await test.step("the input of one message's report is not used for another message", async () => {
    await log(page).getByText("Leg day?").hover();
    await flag(page).first().click();
    await dialog(page).getByRole("textbox").fill("Rude.");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await log(page).getByText("Two").hover();
    await flag(page).last().click();
    await expect(dialog(page).getByRole("textbox")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("the input of a message's report is kept while another one is opened", async () => {
    await flag(page).last().press("Enter");
    await dialog(page).getByRole("textbox").fill("Ruder.");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await flag(page).first().press("Enter");
    await expect(dialog(page).getByRole("textbox")).toHaveValue("Rude.");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });

  await test.step("a report that is closed after the conversation has ended keeps the focus on the screen", async () => {
    // Requests for the conversation while it ends are rejected.
    expectRefusals();
    await flag(page).first().press("Enter");
    await expect(dialog(page)).toBeVisible();
    await unmatch(request, other, me);
    await expect(page.getByText("This conversation has ended.")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("main")).toBeFocused();
  });
});
