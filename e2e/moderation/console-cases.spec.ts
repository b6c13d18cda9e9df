import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { addPhotos, createMatch, createMember, type Member, sendMessage } from "#e2e/support/api-fixtures.ts";
import { joinStaff, openQueue, sendNotice, sendReport } from "#e2e/support/console.ts";
import { confirmEmail } from "#e2e/support/database.ts";
import { expect, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { hashImage } from "#server/testing/fake-image-checker.ts";
import { makeBlocksJpeg } from "#server/testing/images.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";

/** Six cases, some of them with more than one item: each email says what is so of its recipient's own report or notice. */

const WAS_SO = "goes against our guidelines, and we dealt with it";

async function createConfirmedMatch(request: APIRequestContext): Promise<readonly [Member, Member]> {
  const [reporter, reported] = await createMatch(request);
  await confirmEmail(reporter);
  return [reporter, reported];
}

async function createReporter(request: APIRequestContext): Promise<Member> {
  const reporter = await createMember(request);
  await confirmEmail(reporter);
  return reporter;
}

const outcomeOf = async (reporter: Member, number: string): Promise<string> =>
  (await findEmail(reporter.email, `Your report ${number} is decided`)).text;

const noticeOutcome = async (address: string, number: string): Promise<string> =>
  (await findEmail(address, `Your notice ${number} is decided`)).text;

async function openCase(page: Page, { username }: Member): Promise<void> {
  await openQueue(page);
  await page.getByRole("link", { name: username }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(username);
  await expect(page.getByRole("region", { name: "Decision" })).toBeVisible();
}

const email = (page: Page) => page.getByRole("region", { name: "The email to the member" });
const learns = (page: Page) => page.getByRole("region", { name: "What the senders learn" });
const wasSo = (page: Page, item: string) =>
  page.getByRole("region", { name: item }).getByRole("checkbox", { name: "This was so" });

test.describe("by keyboard at 1280 px", () => {
  test("threats, an intimate picture with a fake profile, and danger with a vague notice are answered truly", async ({
    page,
    request,
    expectRefusals,
  }) => {
    test.slow();
    expectRefusals();

    const [ana, ben] = await createConfirmedMatch(request);
    await sendMessage(request, ben, ana, "Answer me, or you will be sorry");
    const threat = await sendReport(request, ana, ben, {});

    const [cleo, eve] = [await createReporter(request), await createMember(request)];
    await addPhotos(request, eve, 1);
    const fake = await sendReport(request, cleo, eve, {
      reason: "Fake profile or someone else's photos",
      isAboutMessage: false,
    });

    const [ida, hal] = await createConfirmedMatch(request);
    await sendMessage(request, hal, ida, "I know when you leave the gym. I am outside.");
    const danger = await sendReport(request, ida, hal, {
      reason: "Someone is in danger",
      details: "He waits outside my gym tonight with a knife.",
    });
    const steroids = await sendNotice(request, {
      kind: "illegal",
      place: "The profile",
      username: hal.username,
      details: "Somebody told me that he may sell steroids.",
      email: "tom.sender@example.com",
    });
    await joinStaff(page, "Ada");

    await test.step("danger comes first, is due within the hour, and is asked about once", async () => {
      const row = page.getByRole("list", { name: "Open cases" }).getByRole("link").first();
      await expect(row).toContainText("He waits outside my gym tonight with a knife.");
      await expect(row).toContainText(/^(1h|\d+m)/);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await expect(page.getByText("Call the police where it happens before you decide")).toBeVisible();
      await expect(page.getByRole("region", { name: `Notice ${steroids}` })).toBeVisible();
      await page.keyboard.press("6");
      await page.keyboard.press("w");
      await expect(email(page)).toBeInViewport();
      await expect(email(page)).toContainText("Nobody is put in danger");
      await expect(wasSo(page, `Report ${danger}`)).toBeChecked();
      await expect(wasSo(page, `Notice ${steroids}`)).not.toBeChecked();
      await expect(learns(page)).toContainText("Someone is in danger: it was right, and dealt with");
      await expect(learns(page)).toContainText("Something against the law: nothing was found in it");
      await page.keyboard.press("Enter");
      const question = page.getByRole("dialog", { name: "Suspend 30 days?" });
      await expect(question).toContainText("By this rule only an appeal takes it back.");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(toast(page, `${hal.username}: suspend 30 days.`)).toBeVisible();
      const { text } = await findEmail(hal.email, "Your account is suspended");
      expect(text).toContain("What we found: Something that puts a person in danger.");
      expect(text).toContain("Nobody is put in danger");
      expect(text).not.toContain("against the law");
      expect(await outcomeOf(ida, danger)).toContain(WAS_SO);
      expect(await noticeOutcome("tom.sender@example.com", steroids)).toContain("We found nothing to remove");
    });

    await test.step("threats are muted, by what was found", async () => {
      await openCase(page, ben);
      await page.keyboard.press("5");
      await page.keyboard.press("w");
      await expect(email(page)).toContainText("What we found: Messages that harass or threaten.");
      await page.keyboard.press("Enter");
      await expect(toast(page, `${ben.username}: mute 7 days.`)).toBeVisible();
      const { text } = await findEmail(ben.email, "Your account is restricted");
      expect(text).toContain("You cannot send messages, pictures and crushes until");
      expect(text).toContain("Consent, every set");
      expect(text).not.toContain(ana.username);
      expect(await outcomeOf(ana, threat)).toContain(WAS_SO);
    });

    await test.step("the rule is that of a notice that came in after the case was opened, and the report gets the answer that the person ticks", async () => {
      await openCase(page, eve);
      const intimate = await sendNotice(request, {
        kind: "intimate",
        place: "The only photo of the profile",
        username: eve.username,
        details: "I am in this picture, and never agreed that anybody sees it.",
        email: "jane.sender@example.com",
        isAuthorized: true,
      });
      await expect
        .poll(() => page.evaluate(async () => (await fetch("/api/moderation/cases?kind=member")).text()))
        .toContain("I am in this picture");
      // A note reads the case again.
      await page.getByLabel("A note for colleagues").fill("Looks like a trainer.");
      await page.getByRole("button", { name: "About the case" }).click();
      await expect(page.getByRole("region", { name: `Notice ${intimate}` })).toBeVisible();
      await page.getByRole("heading", { level: 1 }).focus();
      await page.keyboard.press("3");
      await page.keyboard.press("w");
      await expect(email(page)).toContainText("An intimate picture of somebody who did not agree to it.");
      await expect(wasSo(page, `Notice ${intimate}`)).toBeChecked();
      await expect(learns(page)).toContainText("someone else's photos: nothing was found in it");
      await wasSo(page, `Report ${fake}`).focus();
      await page.keyboard.press("Space");
      await expect(learns(page)).toContainText("someone else's photos: it was right, and dealt with");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
      await page.keyboard.press("Enter");
      await expect(toast(page, `${eve.username}: remove photo.`)).toBeVisible();
      const { text } = await findEmail(eve.email, "Your account is restricted");
      expect(text).toContain("We removed a photo from your profile.");
      expect(text).toContain("No intimate picture of anybody without their consent");
      expect(text).not.toContain("shows somebody else");
      expect(await outcomeOf(cleo, fake)).toContain(WAS_SO);
      expect(await noticeOutcome("jane.sender@example.com", intimate)).toContain("we acted on it");
    });

    await test.step("an undo in the case itself leads the focus to its heading", async () => {
      await page.getByRole("link", { name: "Decisions" }).click();
      const row = page.getByRole("listitem").filter({ hasText: ben.username });
      await row.getByRole("link", { name: "Case" }).click();
      await page.getByLabel("Why do you look?").fill("To look at it once more");
      await page.getByRole("button", { name: "Show the case" }).click();
      await page.getByRole("complementary").getByRole("button", { name: "Undo" }).press("Enter");
      await expect(toast(page, `Undone for ${ben.username}: mute. The case is open again.`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    });
  });
});

test.describe("by touch at 390 px", () => {
  test.use({ settings: { IMAGE_CHECKS: "on" }, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a scam, somebody under 18 and a harmless picture of a list are answered truly", async ({
    page,
    request,
    expectRefusals,
  }) => {
    test.slow();
    expectRefusals();

    const [cleo, finn] = await createConfirmedMatch(request);
    await sendMessage(request, finn, cleo, "I am stuck at the airport. Can you send me a gift card?");
    const scam = await sendReport(request, cleo, finn, { reason: "Spam or a scam" });

    const [kim, dan] = [await createReporter(request), await createMember(request)];
    const young = await sendReport(request, kim, dan, { reason: "Seems to be under 18", isAboutMessage: false });

    const picture = await makeBlocksJpeg(48_001);
    const list = join(process.env["SPOTTER_DATA"] ?? "", "list.txt");
    writeFileSync(list, (await hashImage(picture)).hash);
    const add = ["image-lists", "add", "a-list", list, "--reason", "A test"];
    expect((await runOperatorProcess(process.env["SPOTTER_DATA"] ?? "", add)).code).toBe(0);
    const gil = await createMember(request);
    await addPhotos(request, gil, [new Uint8Array(picture)]);
    await joinStaff(page, "Grace");

    const choose = async (act: string) => {
      await page.getByRole("button", { name: "Choose what to do" }).tap();
      await page.getByRole("button", { name: act, exact: true }).tap();
    };
    const decide = (act: string) => page.getByRole("button", { name: `Decide: ${act}` }).tap();

    await test.step("ending an account asks whether it was fraud", async () => {
      await openCase(page, finn);
      await choose("End account");
      await page.getByRole("button", { name: "Messages or a profile that advertise, or ask for money." }).tap();
      await expect(email(page)).toBeInViewport();
      await decide("End account");
      await expect(page.getByText("Say whether it was fraud.")).toBeVisible();
      await page.getByRole("button", { name: "Fraud or a scam" }).tap();
      await expect(email(page)).toContainText("No fraud and no scams");
      await decide("End account");
      await expect(toast(page, `${finn.username}: end account.`)).toBeVisible();
      const { text } = await findEmail(finn.email, "Your account has ended");
      expect(text).toContain("What we found: Messages or a profile that advertise, or ask for money.");
      expect(text).toContain("No fraud and no scams");
      expect(await outcomeOf(cleo, scam)).toContain(WAS_SO);
    });

    await test.step("an account of somebody under 18 ends by that rule", async () => {
      await openCase(page, dan);
      await choose("End account");
      await page.getByRole("button", { name: "Signs that the account belongs to somebody under 18." }).tap();
      await expect(email(page)).toContainText("Nobody under 18");
      await expect(learns(page)).toContainText("Seems to be under 18: it was right, and dealt with");
      await decide("End account");
      await expect(toast(page, `${dan.username}: end account.`)).toBeVisible();
      const { text } = await findEmail(dan.email, "Your account has ended");
      expect(text).toContain("Nobody under 18");
      expect(text).toContain("We delete your account and what is in it on");
      expect(await outcomeOf(kim, young)).toContain(WAS_SO);
    });

    await test.step("a held picture says why, and is removed by what a person saw in it", async () => {
      await openQueue(page);
      await expect(page.getByRole("link", { name: gil.username })).toContainText("a copy of a picture on a list");
      await openCase(page, gil);
      await expect(page.getByText("Held as a copy of a picture on the list ‘a-list’")).toBeVisible();
      await choose("Remove it");
      await decide("Remove it");
      await expect(page.getByText("Say what you found. The member reads it.")).toBeVisible();
      await page.getByLabel("What did you find?").fill("A picture of colours, and no person.");
      await page.getByLabel("Rule").selectOption("be_you");
      await expect(email(page)).toContainText("Be you, as you are today");
      await decide("Remove it");
      await expect(toast(page, `${gil.username}: remove it.`)).toBeVisible();
      const { text } = await findEmail(gil.email, "Your account is restricted");
      expect(text).toContain("What we found: A picture of colours, and no person.");
      expect(text).toContain("Be you, as you are today");
      expect(text).not.toContain("sexual");
    });
  });
});
