import type { APIRequestContext, Page } from "@playwright/test";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { createAccount, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { composer, log, openChat } from "#e2e/support/chat-page.ts";
import { query } from "#e2e/support/database.ts";
import { card, cardButton, chatHeader, dayAhead, dialog, PHONE, suggestDay } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { reloadConnected } from "#e2e/support/network.ts";
import { passDates } from "#e2e/support/workout-dates.ts";

/** Tuesday, after work. */
const TUESDAY = 1 * 6 + 4;
/** Saturday, morning. */
const SATURDAY = 5 * 6 + 1;
const MONDAY = 0;

const openComparison = (page: Page) => page.getByRole("button", { name: "Compare weeks" }).click();

async function saveWeek(request: APIRequestContext, { token }: Member, parts: readonly number[]): Promise<void> {
  const data = { parts, sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION };
  const reply = await request.put("/api/training", { headers: { authorization: `Bearer ${token}` }, data });
  expect(reply.status()).toBe(200);
}

/** The calendar file that the card links to: lines by their names. */
async function readCalendar(page: Page, request: APIRequestContext): Promise<ReadonlyMap<string, string>> {
  const href = (await card(page).getByRole("link", { name: "Add to calendar" }).getAttribute("href")) ?? "";
  const reply = await request.get(href);
  expect(reply.headers()["content-type"]).toContain("text/calendar");
  const lines = (await reply.text()).replaceAll("\r\n ", "").split("\r\n");
  return new Map(lines.map((line) => [line.split(/[:;]/)[0] ?? "", line.slice(line.indexOf(":") + 1)]));
}

test("two phones get from a match to a workout that counts for both, with the network cut in between", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [sam, maya] = [await createAccount(request), await createAccount(request)];
  await matchMembers(request, sam, maya);
  await saveWeek(request, sam, [MONDAY, TUESDAY, SATURDAY]);
  await saveWeek(request, maya, [TUESDAY, TUESDAY + 1, SATURDAY]);
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  await Promise.all([openChat(page, sam, maya), openChat(other, maya, sam)]);
  const both = [page, other];

  await test.step("who asks first to compare weeks learns nothing, and neither does the other one", async () => {
    await openComparison(page);
    await dialog(page).getByRole("button", { name: "I would compare" }).click();
    await expect(dialog(page)).toContainText("You would compare.");
    await openComparison(other);
    await expect(dialog(other)).toContainText("If you both say so");
    await expect(dialog(other)).not.toContainText("Tuesday");
  });

  await test.step("a line that tells them is put below the draft, and is sent as a message of one's own", async () => {
    await page.keyboard.press("Escape");
    await composer(page).fill("Hey!");
    await openComparison(page);
    await dialog(page).getByRole("button", { name: "Tell them" }).click();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue(/^Hey!\nI would compare weeks with you/);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(log(page).getByText(/I would compare weeks with you/)).toBeAttached();
    await openComparison(page);
  });

  await test.step("once both have asked, both see what both weeks have", async () => {
    await dialog(other).getByRole("button", { name: "I would compare" }).click();
    for (const one of both) {
      await expect(dialog(one).getByRole("listitem")).toHaveCount(2);
      await expect(dialog(one)).toContainText("Tuesday, after work");
      await expect(dialog(one)).toContainText("Saturday, morning");
      await expect(dialog(one)).not.toContainText("Monday");
    }
    await expectAccessibleInBothThemes(page);
    await other.keyboard.press("Escape");
  });

  await test.step("a shared time fills in the form, and the proposal is sent after an outage", async () => {
    await dialog(page).getByRole("button", { name: "Plan Saturday, morning" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Plan a workout" })).toBeVisible();
    await expect(dialog(page).getByLabel("Time", { exact: true })).toHaveValue("08:00");
    const day = await dialog(page).getByLabel("Day", { exact: true }).inputValue();
    expect(new Date(`${day}T00:00Z`).getUTCDay()).toBe(6);
    await dialog(page).getByLabel("Time", { exact: true }).fill("09:00");
    await dialog(page).getByRole("button", { name: "Run", exact: true }).click();
    await dialog(page).getByLabel("Where").fill("Zilker Park, by the rock");
    await dialog(page).getByRole("button", { name: "Chatty" }).click();
    await page.context().setOffline(true);
    await dialog(page).getByRole("button", { name: "Send Proposal" }).click();
    await expect(card(page)).toContainText("Your proposal");
    await expect(log(page).getByText("Sends when you are back online")).toBeVisible();
    await page.context().setOffline(false);
    await expect(card(page)).toContainText(`Waiting for ${maya.username}’s answer`);
    await expect(card(other)).toContainText(`${sam.username} asks you`);
    await expect(card(other)).toContainText("9:00 AM");
  });

  await test.step("countered and agreed, the calendar has the date, and follows a change", async () => {
    await suggestDay(other, "Other time", 4);
    await expect(card(page)).toContainText(`${maya.username} suggests this instead`);
    await cardButton(page, "Agree").click();
    for (const one of both) await expect(card(one)).toContainText("It’s a date");
    await expect(cardButton(page, "Trained together")).toBeHidden();
    const before = await readCalendar(page, request);
    await suggestDay(page, "Change", 5);
    await expect(card(other)).toContainText(`${sam.username} would like to change it`);
    await expect(card(other).locator("del").first()).toBeVisible();
    await cardButton(other, "Agree").click();
    for (const one of both) await expect(card(one)).toContainText("It’s a date");
    const after = await readCalendar(other, request);
    expect(after.get("UID")).toBe(before.get("UID"));
    expect(Number(after.get("SEQUENCE"))).toBeGreaterThan(Number(before.get("SEQUENCE")));
    expect(after.get("DTSTART")).toBe(`${dayAhead(5).replaceAll("-", "")}T090000`);
    expect(after.get("STATUS")).toBe("CONFIRMED");
  });

  await test.step("before it, both say at once that they are on their way", async () => {
    await query(
      `update workout_dates set starts_at = date_trunc('minute', now()) + interval '1 hour',
         times = array[date_trunc('minute', now()) + interval '1 hour']
       where message_id in (select id from messages where sender_id = $1)`,
      sam.id,
    );
    await Promise.all(both.map(reloadConnected));
    await Promise.all(both.map((one) => cardButton(one, "On my way").click()));
    for (const one of both) await expect(card(one)).toContainText("You are both on your way.");
  });

  await test.step("after it, each answers for themselves, one after an outage", async () => {
    await passDates(sam);
    await Promise.all(both.map(reloadConnected));
    await expect(card(page)).toContainText("How did it go?");
    await expectAccessibleInBothThemes(page);
    await page.context().setOffline(true);
    await expect(card(page)).toContainText("You are offline.");
    await expect(cardButton(page, "Didn’t happen")).toBeDisabled();
    await page.context().setOffline(false);
    await cardButton(page, "Didn’t happen").click();
    await expect(card(page)).toContainText("Only you see this. It changes nothing.");
    await cardButton(page, "Trained together").click();
    await expect(cardButton(page, "Trained together")).toHaveAttribute("aria-pressed", "true");
    await expect(card(page)).toContainText("unless you both say so");
    await expect(card(other)).toContainText("Your answer is private.");
    await expect(chatHeader(page)).not.toContainText("Trained together");
  });

  await test.step("once both say that they trained, both see it at once", async () => {
    await card(other).focus();
    const trained = cardButton(other, "Trained together");
    for (let i = 0; i < 4 && !(await trained.evaluate((one) => one.matches(":focus"))); i++)
      await other.keyboard.press("ArrowRight");
    await other.keyboard.press("Enter");
    for (const one of both) {
      await expect(card(one)).toContainText("You trained together");
      await expect(chatHeader(one)).toContainText("Trained together × 1");
      await expect(card(one)).not.toContainText("How did it go?");
    }
    await expect(card(other)).toBeFocused();
    await expectAccessibleInBothThemes(other);
  });
});
