import type { Page } from "@playwright/test";
import {
  createMatch,
  createMember,
  type Member,
  matchMembers,
  sendMessage,
  unmatch,
} from "#e2e/support/api-fixtures.ts";
import { bubble, chooseAction, composer, log, longPress, openChat } from "#e2e/support/chat-page.ts";
import { expect, test, toast } from "#e2e/support/fixtures.ts";
import { refuseRequests } from "#e2e/support/network.ts";
import { dismissToasts } from "#e2e/support/toasts.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const REPORT = "Report this message";
const dialog = (page: Page) => page.getByRole("dialog", { name: REPORT });
const sent = async (page: Page) => (await page.waitForRequest("**/api/safety/report")).postDataJSON() as object;

test("on a phone, a message and a member are reported from their menus, and a failed message is discarded", async ({
  person,
  request,
  expectRefusals,
}) => {
  const [me, other] = await createMatch(request);
  const third = await createMember(request);
  await matchMembers(request, me, third);
  await sendMessage(request, other, me, "First");
  await sendMessage(request, other, me, "Send me money.");
  await sendMessage(request, me, other, "No.");
  const page = await person(PHONE);
  const report = async (member: Member) => {
    const body = sent(page);
    const dialog = page.getByRole("dialog", { name: `Report ${member.username}` });
    await dialog.getByText("Seems to be under 18").tap();
    await dialog.getByRole("button", { name: "Send Report" }).tap();
    expect(await body).toMatchObject({ userId: member.id, reason: "Seems to be under 18" });
    await expect(toast(page, "Thank you.")).toBeVisible();
  };

  await test.step("a message of the other member can be reported by a long press", async () => {
    const ids = page.waitForResponse(`**/api/messages/${other.id}*`);
    await openChat(page, me, other);
    const { messages } = (await (await ids).json()) as { messages: { _id: string; content: string }[] };
    const item = page.getByRole("menuitem", { name: REPORT });
    await longPress(page, bubble(page, "No."));
    await expect(item).toHaveCount(0);
    await page.keyboard.press("Escape");
    await longPress(page, bubble(page, "Send me money."));
    const body = sent(page);
    await item.tap();
    await dialog(page).getByText("Spam or a scam").tap();
    await dialog(page).getByRole("checkbox").uncheck();
    await dialog(page).getByRole("button", { name: "Send Report" }).tap();
    expect(await body).toMatchObject({
      userId: other.id,
      reason: "Spam or a scam",
      messageId: messages.find(({ content }) => content === "Send me money.")?._id,
    });
    await expect(toast(page, "Thank you.")).toBeVisible();
    await dismissToasts(page);
  });

  await test.step("a failed message shows how to discard it", async () => {
    expectRefusals();
    const write = async (text: string) => {
      await composer(page).fill(text);
      await page.getByRole("button", { name: "Send", exact: true }).tap();
    };
    const sent = page.waitForResponse("**/api/messages/send");
    await write("Fine");
    await sent;
    const accept = await refuseRequests(page, "POST", "**/api/messages/send", 400, { message: "Not today." });
    await write("Never mind");
    await expect(log(page).getByText("Not today.")).toBeVisible();
    const discard = log(page).getByRole("button", { name: "Discard message" });
    await expect(discard).toHaveCSS("opacity", "1");
    await expect(log(page).getByRole("button", { name: "Delete message" }).last()).toHaveCSS("opacity", "0");
    await discard.tap();
    await expect(page.getByText("Never mind")).toHaveCount(0);
    accept();
  });

  await test.step("a member can be reported from the chat", async () => {
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await page.getByRole("menuitem", { name: "Report" }).tap();
    await report(other);
    await expect(page).toHaveURL("/messages");
    await dismissToasts(page);
  });

  await test.step("a member can be reported from the profile", async () => {
    await page.getByRole("main").getByRole("link", { name: third.username }).first().tap();
    await page.getByRole("main").locator("header").getByRole("link", { name: third.username }).tap();
    await expect(page).toHaveURL(`/profile/${third.id}`);
    await page.getByRole("button", { name: `Report ${third.username}` }).tap();
    await report(third);
  });
});

test("a message's report can be opened by keyboard and mouse, keeps its input, and outlives the conversation", async ({
  page,
  request,
  expectRefusals,
}) => {
  const [me, other] = await createMatch(request);
  await sendMessage(request, other, me, "Leg day?");
  await sendMessage(request, other, me, "Two");
  await openChat(page, me, other);
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  };

  await test.step("a report can be opened by keyboard and mouse, and returns the focus", async () => {
    const actions = log(page).getByRole("button", { name: "Message actions" }).first();
    await composer(page).hover();
    await expect(actions).toHaveCSS("opacity", "0");
    await log(page).getByText("Leg day?").hover();
    await expect(actions).toHaveCSS("opacity", "1");
    await actions.click();
    await page.getByRole("menuitem", { name: REPORT }).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(actions).toBeFocused();
  });

  await test.step("each message's report keeps its own input", async () => {
    await chooseAction(page, "Leg day?", REPORT);
    await dialog(page).getByRole("textbox").fill("Rude.");
    await close();
    await chooseAction(page, "Two", REPORT);
    await expect(dialog(page).getByRole("textbox")).toHaveValue("");
    await dialog(page).getByRole("textbox").fill("Ruder.");
    await close();
    await chooseAction(page, "Leg day?", REPORT);
    await expect(dialog(page).getByRole("textbox")).toHaveValue("Rude.");
  });

  await test.step("a report that is closed after the conversation has ended keeps the focus on the screen", async () => {
    // Requests for the conversation while it ends are rejected.
    expectRefusals();
    await unmatch(request, other, me);
    await expect(page.getByText("This conversation has ended.")).toBeAttached();
    await close();
    await expect(page.getByRole("main")).toBeFocused();
  });
});
