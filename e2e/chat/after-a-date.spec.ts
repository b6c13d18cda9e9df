import type { APIRequestContext, Page } from "@playwright/test";
import { TRAINING_CONSENT_VERSION } from "#contract/training-consent.ts";
import { createAccount, type Member, matchMembers } from "#e2e/support/api-fixtures.ts";
import { openChat } from "#e2e/support/chat-page.ts";
import { card, cardButton, chatHeader, dayAhead, dialog, PHONE } from "#e2e/support/date-card-page.ts";
import { expect, expectAccessibleInBothThemes, test } from "#e2e/support/fixtures.ts";
import { reloadConnected } from "#e2e/support/network.ts";
import { passDates } from "#e2e/support/workout-dates.ts";

/** Tuesday, after work. */
const TUESDAY = 1 * 6 + 4;
/** Saturday, morning. */
const SATURDAY = 5 * 6 + 1;
const MONDAY = 0;

const openComparison = (page: Page) => page.getByRole("button", { name: "Compare weeks" }).click();

/** Saves a training week, which is shared. */
async function saveWeek(request: APIRequestContext, { token }: Member, parts: readonly number[]): Promise<void> {
  const data = { parts, sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION };
  const reply = await request.put("/api/training", { headers: { authorization: `Bearer ${token}` }, data });
  expect(reply.status()).toBe(200);
}

/** Two matched members with weeks that have Tuesday and Saturday in common. */
async function createPair(request: APIRequestContext): Promise<readonly [Member, Member]> {
  const [sam, maya] = [await createAccount(request), await createAccount(request)] as [Member, Member];
  await matchMembers(request, sam, maya);
  await saveWeek(request, sam, [MONDAY, TUESDAY, SATURDAY]);
  await saveWeek(request, maya, [TUESDAY, TUESDAY + 1, SATURDAY]);
  return [sam, maya];
}

/** Proposes a run in the open form, to which the other one agrees. */
async function agreeOnRun(page: Page, other: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Run", exact: true }).click();
  await dialog(page).getByLabel("Where").fill("Zilker Park, by the rock");
  await dialog(page).getByRole("button", { name: "Chatty" }).click();
  await dialog(page).getByRole("button", { name: "Send Proposal" }).click();
  await cardButton(other, "Agree").click();
  for (const one of [page, other]) await expect(card(one)).toContainText("It’s a date");
}

test("two phones compare weeks, plan from a shared time, train, and see it counted at once", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  expectOutage();
  const [sam, maya] = await createPair(request);
  await page.setViewportSize(PHONE.viewport);
  const other = await person(PHONE);
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);

  await test.step("who asks first learns nothing, and neither does the other one", async () => {
    await openComparison(page);
    await dialog(page).getByRole("button", { name: "Ask to compare" }).click();
    await expect(dialog(page)).toContainText("You asked.");
    await expectAccessibleInBothThemes(page);
    await openComparison(other);
    await expect(dialog(other)).toContainText("If you both ask");
    await expect(dialog(other)).not.toContainText("Tuesday");
  });

  await test.step("once both have asked, both see what both weeks have", async () => {
    await dialog(other).getByRole("button", { name: "Ask to compare" }).click();
    for (const one of [page, other]) {
      await expect(dialog(one).getByRole("listitem")).toHaveCount(2);
      await expect(dialog(one)).toContainText("Tuesday, after work");
      await expect(dialog(one)).toContainText("Saturday, morning");
      await expect(dialog(one)).not.toContainText("Monday");
    }
    await expectAccessibleInBothThemes(page);
    await other.keyboard.press("Escape");
  });

  await test.step("a shared time fills in the form", async () => {
    await dialog(page).getByRole("button", { name: "Plan Saturday, morning" }).click();
    await expect(dialog(page).getByRole("heading", { name: "Plan a workout" })).toBeVisible();
    await expect(dialog(page).getByLabel("Time", { exact: true })).toHaveValue("08:00");
    const day = await dialog(page).getByLabel("Day", { exact: true }).inputValue();
    expect(new Date(`${day}T00:00Z`).getUTCDay()).toBe(6);
    await agreeOnRun(page, other);
    await expect(cardButton(page, "Trained together")).toBeHidden();
  });

  await test.step("after the date each answers for themselves, one after an outage", async () => {
    await passDates(sam);
    for (const one of [page, other]) await reloadConnected(one);
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
    for (
      let i = 0;
      i < 4 && !(await cardButton(other, "Trained together").evaluate((one) => one.matches(":focus")));
      i++
    )
      await other.keyboard.press("ArrowRight");
    await other.keyboard.press("Enter");
    for (const one of [page, other]) {
      await expect(card(one)).toContainText("You trained together");
      await expect(chatHeader(one)).toContainText("Trained together × 1");
      await expect(card(one)).not.toContainText("How did it go?");
    }
    await expect(card(other)).toBeFocused();
    await expectAccessibleInBothThemes(other);
    await page.reload();
    await expect(chatHeader(page)).toContainText("Trained together × 1");
  });
});

test("something was wrong: it is reported with the card, and the other one learns nothing", async ({
  page,
  person,
  request,
}) => {
  const [sam, maya] = await createPair(request);
  const other = await person(PHONE);
  await openChat(page, sam, maya);
  await openChat(other, maya, sam);
  await page.getByRole("button", { name: "Plan a workout" }).click();
  await dialog(page).getByLabel("Day", { exact: true }).fill(dayAhead(3));
  await dialog(page).getByLabel("Time", { exact: true }).fill("09:00");
  await agreeOnRun(page, other);
  await passDates(sam);
  for (const one of [page, other]) await one.reload();

  await cardButton(page, "Something was wrong").click();
  await expect(dialog(page).getByRole("heading", { name: "Report this message" })).toBeVisible();
  await dialog(page).getByRole("radio", { name: "Harassment or threats" }).check();
  await dialog(page)
    .getByRole("checkbox", { name: `Also block ${maya.username}` })
    .uncheck();
  const [sent] = await Promise.all([
    page.waitForRequest("**/api/safety/report"),
    dialog(page).getByRole("button", { name: "Send Report" }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ userId: maya.id, messageId: expect.any(String) });
  await expect(cardButton(page, "Something was wrong")).toHaveAttribute("aria-pressed", "true");
  await expect(card(page)).toContainText("Your report is with us.");
  await expect(card(other)).toContainText("Your answer is private.");
  await expect(card(other)).not.toContainText("report");
});
