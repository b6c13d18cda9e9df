import type { APIRequestContext, Page } from "@playwright/test";
import { createMember, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { log, openChat } from "#e2e/support/chat-page.ts";
import { confirmEmail, query } from "#e2e/support/database.ts";
import {
  card,
  cardButton,
  chatHeader,
  dayAhead,
  dialog,
  fillPlan,
  PHONE,
  sendPlan,
  suggestDay,
} from "#e2e/support/date-card-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { reloadConnected } from "#e2e/support/network.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { endDate } from "#e2e/support/workout-dates.ts";

/** The calendar file that the card links to: lines by their names. */
async function readCalendar(page: Page, request: APIRequestContext): Promise<ReadonlyMap<string, string>> {
  const href = (await card(page).getByRole("link", { name: "Add to calendar" }).getAttribute("href")) ?? "";
  const reply = await request.get(href);
  expect(reply.headers()["content-type"]).toContain("text/calendar");
  const lines = (await reply.text()).replaceAll("\r\n ", "").split("\r\n");
  return new Map(lines.map((line) => [line.split(/[:;]/)[0] ?? "", line.slice(line.indexOf(":") + 1)]));
}

/** The id of the only workout date of two members. */
async function findCardId({ id }: Member): Promise<string> {
  const [row] = await query<{ message_id: string }>(
    "select message_id from workout_dates join messages on messages.id = message_id where sender_id = $1",
    id,
  );
  return row?.message_id ?? "";
}

async function addContact(request: APIRequestContext, member: Member, email: string): Promise<void> {
  await confirmEmail(member);
  const headers = { authorization: `Bearer ${member.token}` };
  const reply = await request.post("/api/trusted-contacts", { headers, data: { name: "Kim", email } });
  expect(reply.status()).toBe(201);
}

test("two phones get from a match to a workout that counts for both, with the network cut in between", async ({
  page,
  person,
  request,
  expectOutage,
  expectRefusals,
}) => {
  test.slow();
  expectOutage();
  expectRefusals();
  const [sam, maya] = [await createMember(request), await createMember(request)];
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  const contact = await person({ javaScriptEnabled: false, viewport: PHONE.viewport });
  const address = `kim_${sam.username}@example.com`;

  await matchMembers(request, sam, maya);
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);

  await test.step("a card is proposed without a network, and countered", async () => {
    await fillPlan(page, "Zilker Park, by the rock", 3);
    await page.context().setOffline(true);
    await sendPlan(page);
    await expect(log(page).getByText("Waiting for the network")).toBeVisible();
    await page.context().setOffline(false);
    await expect(card(other)).toContainText(`${sam.username} asks you`);
    await suggestDay(other, "Other time", 4);
    await expect(cardButton(page, "Agree")).toBeVisible();
  });

  await test.step("agreed, the calendar has the date, and follows a change", async () => {
    await cardButton(page, "Agree").click();
    for (const one of [page, other]) await expect(card(one)).toContainText("It’s a date");
    const before = await readCalendar(page, request);
    await suggestDay(page, "Change", 5);
    await cardButton(other, "Agree").click();
    for (const one of [page, other]) await expect(card(one)).toContainText("It’s a date");
    const after = await readCalendar(other, request);
    expect(after.get("UID")).toBe(before.get("UID"));
    expect(Number(after.get("SEQUENCE"))).toBeGreaterThan(Number(before.get("SEQUENCE")));
    expect(after.get("DTSTART")).toBe(`${dayAhead(5).replaceAll("-", "")}T090000`);
    expect(after.get("STATUS")).toBe("CONFIRMED");
  });
  const messageId = await findCardId(sam);

  await test.step("somebody trusted knows of it", async () => {
    await addContact(request, sam, address);
    await contact.goto(findLink(await findEmail(address, `${sam.username} would like to tell you about their plans`)));
    await contact.getByRole("button", { name: "Yes, they can tell me" }).click();
    await page.reload();
    await cardButton(page, "Share this date").click();
    await dialog(page).getByRole("button", { name: "Share with Kim" }).click();
    await expect(card(page)).toContainText("Shared with Kim");
    await contact.goto(findLink(await findEmail(address, `${sam.username} shares a workout date with you`)));
    await expect(contact.getByText("Zilker Park, by the rock")).toBeVisible();
  });

  await test.step("both are reminded the evening before, and say at once that they are on their way", async () => {
    await query("update workout_dates set remind_at = now() - interval '1 second' where message_id = $1", messageId);
    await query("insert into jobs.job (name) values ('workout-dates')");
    const countReminders = async () =>
      (
        await query(
          "select from notifications where cause = 'workout_reminder' and member_id in ($1, $2)",
          sam.id,
          maya.id,
        )
      ).length;
    await expect.poll(countReminders, { timeout: 15_000 }).toBe(2);
    await query(
      `update workout_dates set starts_at = date_trunc('minute', now()) + interval '1 hour',
         times = array[date_trunc('minute', now()) + interval '1 hour'] where message_id = $1`,
      messageId,
    );
    for (const one of [page, other]) await reloadConnected(one);
    await Promise.all([page, other].map((one) => cardButton(one, "On my way").click()));
    for (const one of [page, other]) await expect(card(one)).toContainText("You are both on your way.");
  });

  await test.step("after it, back safe", async () => {
    await endDate(messageId, 70);
    const question = page.getByRole("region", { name: /^Back safe\?/ });
    await expect(async () => {
      await page.reload();
      await expect(question).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 75_000 });
    await question.getByRole("button", { name: "I’m back" }).click();
    await expect(question).toHaveCount(0);
  });

  await test.step("both say at once that they trained, and only the two see it counted", async () => {
    for (const one of [page, other]) await reloadConnected(one);
    await expect(cardButton(other, "Trained together")).toBeEnabled();
    await other.context().setOffline(true);
    await expect(cardButton(other, "Trained together")).toBeDisabled();
    await other.context().setOffline(false);
    await Promise.all([page, other].map((one) => cardButton(one, "Trained together").click()));
    for (const one of [page, other]) {
      await expect(card(one)).toContainText("You trained together");
      await expect(chatHeader(one)).toContainText("Trained together × 1");
    }
  });
});
