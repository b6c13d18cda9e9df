import type { Page } from "@playwright/test";
import { createMatch, createMember, logInAs, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { bubble, chooseAction, composer } from "#e2e/support/chat-page.ts";
import { joinStaff, openQueue } from "#e2e/support/console.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { expect, expectAccessible, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, waitForSocket } from "#e2e/support/network.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";

const closed = (page: Page) => page.getByRole("status").filter({ hasText: "You cannot send anything until" });
const field = (page: Page) => page.getByRole("textbox", { name: "Why is it a mistake?" });
const send = (page: Page) => page.getByRole("button", { name: "Send objection" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const decide = (page: Page) => page.getByRole("button", { name: /^Decide/ });
const appeal = (page: Page) => page.getByRole("region", { name: "Appeal" });
const reports = (page: Page) => page.getByRole("region", { name: "Your reports" });

async function openCase(page: Page, about: Member): Promise<void> {
  await openQueue(page);
  await page.getByRole("link", { name: about.username }).click();
  await expect(heading(page, about.username)).toBeVisible();
}

test("a report goes all the way: to a moderator, a decision, an objection, another moderator, and back to the chat", async ({
  page,
  person,
  request,
  expectOutage,
  expectRefusals,
}) => {
  // Four browsers, and two invitations at the command line.
  test.slow();
  expectOutage();
  expectRefusals();
  const [me, other] = await createMatch(request);
  const stranger = await createMember(request);
  await sendMessage(request, other, me, "You again.");
  await confirmEmail(me);
  const [theirs, ada, ben] = [await person(), await person(), await person()];
  await joinStaff(ada, "Ada");
  let number = "";

  await test.step("the reporter gets a number and a receipt, and finds the report in Settings", async () => {
    await logInAs(page, me);
    await page.goto(`/messages/${other.id}`);
    await chooseAction(page, "You again.", "Report this message");
    const dialog = page.getByRole("dialog", { name: "Report this message" });
    await dialog.getByRole("radio", { name: "Someone is in danger" }).check();
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByRole("button", { name: "Send Report" }).click();
    const thanks = await toast(page, "Its number is R-").textContent();
    number = /R-[2-9A-Z]{6}/.exec(thanks ?? "")?.[0] ?? "";
    await findEmail(me.email, `We have your report ${number}`);
    await page.goto("/settings/privacy");
    await expect(reports(page)).toContainText(number);
    await expect(reports(page)).toContainText(`About ${other.username}`);
    await expect(reports(page)).toContainText("We are looking at it.");
    await expectAccessible(page);
  });

  await test.step("a decision closes the other one's composer at once, and keeps the draft", async () => {
    await logInAs(theirs, other);
    const connected = waitForSocket(theirs);
    await theirs.goto(`/messages/${me.id}`);
    await composer(theirs).fill("And another thing");
    await connected;
    await openCase(ada, other);
    const marked = ada.getByRole("listitem").filter({ hasText: "You again." });
    await expect(marked.getByText("Reported", { exact: true })).toBeVisible();
    for (const act of ["Mute", "Hide"]) await ada.getByRole("button", { name: act }).click();
    await ada.getByLabel("Rule").selectOption("all_bodies");
    await ada.getByLabel("What did you find?").fill("It went on after a no.");
    await expect(ada.getByRole("region", { name: "The email to the member" })).toContainText("It went on after a no.");
    await ada.getByRole("checkbox", { name: "This was so" }).check();
    await decide(ada).click();
    await expect(toast(ada, `${other.username}: mute 7 days, hide.`)).toBeVisible();
    await expect(closed(theirs)).toBeVisible();
    await expect(composer(theirs)).toHaveCount(0);
    await expectAccessible(theirs);
  });

  await test.step("the reporter learns that it is decided, and not what", async () => {
    const outcome = await findEmail(me.email, `Your report ${number} is decided`);
    expect(outcome.text).toContain("goes against our guidelines");
    expect(outcome.text).not.toContain(other.username);
    await page.reload();
    await expect(reports(page)).toContainText("Decided: we acted.");
  });

  await test.step("a crush is refused before it is sent, and Browse says what does not work", async () => {
    await theirs.getByRole("banner").getByRole("link", { name: "Browse", exact: true }).click();
    await expect(theirs.getByText("Nobody new finds you in Browse for now.")).toBeVisible();
    await expect(theirs.getByText(/^You cannot send messages and crushes until/)).toBeVisible();
    await theirs.getByRole("link", { name: new RegExp(stranger.username) }).click();
    await theirs.getByRole("button", { name: "Send a Crush" }).click();
    await toast(theirs, "You cannot send crushes until").getByRole("button", { name: "See why" }).click();
    await expect(heading(theirs, "Our decision about your account")).toBeFocused();
  });

  // Before he joins the staff, Ben is a visitor.
  const link = new URL(theirs.url()).pathname;
  await test.step("the statement's link works without a login, and an objection survives mistakes and a lost network", async () => {
    const statement = await findEmail(other.email, "Your account is restricted");
    expect(statement.text).toContain("You cannot send messages, pictures and crushes until");
    expect(statement.text).not.toContain(me.username);
    expect(findLink(statement)).toBe(link);
    await ben.goto(link);
    const main = ben.getByRole("main");
    await expect(main).toContainText("It went on after a no.");
    await expect(main).toContainText("All bodies, all levels");
    await expect(main).toContainText("By a person, not by a computer");
    await expect(main).not.toContainText(me.username);
    await send(ben).click();
    await expect(field(ben)).toBeFocused();
    await expect(main).toContainText("Please say why");
    await expectAccessible(ben);
    await field(ben).fill("x".repeat(2001));
    await expect(main).toContainText("2001 / 2000");
    await send(ben).click();
    await expect(main).toContainText("Please shorten it by 1 character.");
    await field(ben).fill("It was a joke between us.");
    const restore = await abortRequests(ben, "POST", "**/api/appeals/*");
    await send(ben).click();
    await expect(ben.getByRole("alert")).toContainText("Something went wrong. Please try again.");
    restore();
    await ben.reload();
    await expect(field(ben)).toHaveValue("It was a joke between us.");
    await send(ben).click();
    await expect(heading(ben, "We have your objection")).toBeFocused();
    await expect(main).toContainText("It was a joke between us.");
    await expectAccessible(ben);
  });

  await test.step("it can be sent once: an older page shows what was sent", async () => {
    await field(theirs).fill("Something else");
    await send(theirs).click();
    await expect(heading(theirs, "We have your objection")).toBeFocused();
    await expect(theirs.getByRole("main")).toContainText("It was a joke between us.");
    await expect(theirs.getByRole("main")).not.toContainText("Something else");
  });

  await test.step("who has decided cannot decide the objection; another moderator does, and the draft is sent after all", async () => {
    await theirs.goto(`/messages/${me.id}`);
    await expect(closed(theirs)).toBeVisible();
    await joinStaff(ben, "Ben", "reports");
    await openCase(ada, other);
    await expect(ada.getByText("a colleague who was here this week decides this")).toBeVisible();
    await expect(appeal(ada)).toHaveCount(0);
    await ada.getByLabel("Why do you look?").fill("To know what they say about my decision");
    await ada.getByRole("button", { name: "Show the case" }).click();
    await expect(appeal(ada)).toContainText("It was a joke between us.");
    await expect(appeal(ada).getByRole("button")).toHaveCount(0);
    await ben.getByRole("link", { name: other.username }).click();
    const takeBack = appeal(ben).getByRole("button", { name: "Take it back" });
    await takeBack.click();
    await expect(appeal(ben).getByText("Say why. The member reads it.")).toBeVisible();
    await expect(appeal(ben).getByLabel("Your answer to the member")).toBeFocused();
    await appeal(ben).getByLabel("Your answer to the member").fill("You were right.");
    await takeBack.click();
    const question = ben.getByRole("dialog", { name: "Take the decision back?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await ben.keyboard.press("Escape");
    await ben.getByRole("dialog", { name: "Leave this case?" }).getByRole("button", { name: "Cancel" }).click();
    const refusal = { success: false, code: "case_changed", message: "The case has changed." };
    const decide = "**/api/moderation/appeals/*/decide";
    await ben.route(decide, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    const readAgain = ben.waitForResponse(/\/api\/moderation\/cases\/[\w-]+$/);
    await takeBack.click();
    await question.getByRole("button", { name: "Yes, send it" }).click();
    await expect(appeal(ben).getByText(refusal.message)).toBeVisible();
    await readAgain;
    await takeBack.click();
    await question.getByRole("button", { name: "Yes, send it" }).click();
    await expect(toast(ben, `${other.username}: the appeal is decided.`)).toBeVisible();
    await expect(composer(theirs)).toHaveValue("And another thing");
    await expect(closed(theirs)).toHaveCount(0);
    await composer(theirs).press("Enter");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /^Messages/ })
      .click();
    await page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: other.username }).click();
    await expect(bubble(page, "And another thing")).toBeVisible();
    await ben.goto(link);
    await expect(heading(ben, "We took back our decision")).toBeVisible();
    await expect(ben.getByRole("main")).toContainText("You were right.");
    const mail = await findEmail(other.email, "You were right: we took back our decision");
    expect(mail.text).toContain("You were right.");
  });
});
