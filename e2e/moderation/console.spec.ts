import { addPhotos } from "#e2e/support/api-fixtures.ts";
import { createReport, joinStaff, openQueue } from "#e2e/support/console.ts";
import { expect, expectAccessible, expectAccessibleInBothThemes, toast } from "#e2e/support/fixtures.ts";
import { test } from "#e2e/support/own-spotter.ts";
import { findEmail } from "#e2e/support/sent-emails.ts";
import { findSmallControls } from "#e2e/support/viewport-checks.ts";

const PHONE = { width: 360, height: 740 };

test("a person of the staff is invited, makes a passkey, claims and decides a case by keyboard, and logs in again", async ({
  page,
  context,
  request,
  expectRefusals,
}) => {
  test.slow();
  // The session is asked for before the login.
  expectRefusals();
  const { reporter, reported } = await createReport(request, "Spam or a scam");
  await addPhotos(request, reported, 1);
  const entry = page.getByRole("link", { name: reported.username });
  const heading = page.getByRole("heading", { level: 1 });
  const claim = page.getByRole("region", { name: "Claim" });

  await test.step("a member who opens the console sees the login, and nothing of it", async () => {
    // No blank page has a storage.
    await page.addInitScript(
      (token) => location.protocol.startsWith("http") && localStorage.setItem("token", token),
      reporter.token,
    );
    await openQueue(page);
    await expect(page.getByRole("button", { name: "Log in with a passkey" })).toBeVisible();
    await expect(entry).toHaveCount(0);
  });

  await joinStaff(page, "Grace");
  const other = await context.newPage();
  const row = other.getByRole("listitem").filter({ has: other.getByRole("link", { name: reported.username }) });
  /** As the queue of the person's second tab receives it. */
  const expectClaimed = (isClaimed: boolean) =>
    expect
      .poll(() =>
        other.evaluate(async () => {
          const queue = await (await fetch("/api/moderation/cases?kind=member")).json();
          return queue.cases.map((one: { claim: object | null }) => one.claim !== null);
        }),
      )
      .toEqual([isClaimed]);

  await test.step("a case is claimed while it is open, and shows the reported message", async () => {
    await entry.click();
    await expect(heading).toHaveText(reported.username);
    await expect(heading).toBeFocused();
    await expect(claim.getByText(/^Yours until you leave it, \d+ min at most$/)).toBeVisible();
    await openQueue(other);
    await expectClaimed(true);
    await expect(row.getByText("Yours", { exact: true })).toBeVisible();
    const marked = page.getByRole("listitem").filter({ hasText: "Answer me, or you will be sorry" });
    await expect(marked.getByText("Reported", { exact: true })).toBeVisible();
    await expect(page.getByText(`${reporter.username} (their first report)`)).toBeVisible();
  });

  await test.step("on a phone, pictures are blurred until they are pressed, and nothing is too wide or small", async () => {
    await page.setViewportSize(PHONE);
    const fullSize = /\/cases\/[^/]+\/images\/[^?]+$/;
    await page.getByRole("button", { name: "Open photo 1" }).click();
    await page.route(fullSize, (route) => route.abort());
    await page.getByRole("button", { name: "Show photo 1" }).click();
    const again = page.getByRole("dialog").getByRole("button", { name: "photo 1 did not load. Try again" });
    await expect(again).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await page.unroute(fullSize);
    await again.press("Enter");
    await expect(page.getByRole("button", { name: "Blur photo 1" })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Escape");
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findSmallControls(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Open photo 1" }).click();
    await page.getByRole("button", { name: "Blur photo 1" }).click();
    await expect(page.getByRole("button", { name: "Show photo 1" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
  });

  await test.step("a note stays with the member, and ? shows the keys", async () => {
    await page.keyboard.press("n");
    const field = page.getByLabel("A note for colleagues");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).not.toBeFocused();
    await expect(heading).toHaveText(reported.username);
    await field.fill("Wrote the same before? 123");
    await page.getByRole("button", { name: "About the member" }).click();
    await expect(page.getByText("Wrote the same before? 123")).toHaveCount(1);
    await expect(field).toHaveValue("");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("r leaves the case, and claims it again", async () => {
    await page.keyboard.press("r");
    await expect(claim.getByText("Not claimed. Others can take this case.")).toBeVisible();
    await expect(page.getByText("Answer me, or you will be sorry")).toHaveCount(0);
    await expectClaimed(false);
    await page.keyboard.press("r");
    await expect(claim.getByText(/^Yours/)).toBeVisible();
    await expectClaimed(true);
  });

  await test.step("going back to the queue leaves it, unless it is kept", async () => {
    const keep = claim.getByRole("button", { name: "Keep when I leave" });
    await keep.click();
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await expect(entry).toBeVisible();
    await expectClaimed(true);
    await entry.click();
    await expect(keep).toHaveAttribute("aria-pressed", "true");
    await keep.click();
    await page.keyboard.press("Escape");
    await expectClaimed(false);
  });

  await test.step("closing the tab leaves it", async () => {
    const claimed = page.waitForResponse("**/api/moderation/cases/*/claim");
    await entry.click();
    // Only a claim whose answer has arrived can be released at once.
    await (await claimed).finished();
    await expectClaimed(true);
    await page.goto("about:blank");
    await expectClaimed(false);
  });

  await test.step("digits choose acts, and Enter decides; the member gets an email", async () => {
    await openQueue(page);
    await entry.click();
    const mute = page.getByRole("button", { name: "5 Mute" });
    await expect(mute).toBeVisible();
    await page.keyboard.press("5");
    const question = page.getByRole("dialog", { name: "Leave this case?" });
    await page.goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await entry.click();
    await expect(mute).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press("5");
    await page.keyboard.press("4");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Cancel" }).click();
    await heading.focus();
    await page.keyboard.press("r");
    const release = page.getByRole("dialog", { name: "Release this case?" });
    await release.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Rule").selectOption("consent");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Say what you found." })).toBeVisible();
    // An email that nobody could read is not sent.
    const mail = page.getByRole("region", { name: "The email to the member" });
    const preview = "**/api/moderation/cases/*/preview";
    await page.route(preview, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await page.keyboard.press("w");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Read the email to the member first" })).toBeVisible();
    await expect(mail).toContainText("The email could not be shown.");
    await page.unroute(preview);
    await mail.getByRole("button", { name: "Try again" }).click();
    await expect(mail).toContainText("What we found: Messages or a profile that advertise");
    await expect(mute).toHaveAttribute("aria-pressed", "true");
    // By this rule the report was not so, unless the person says that it was.
    const wasSo = page.getByRole("checkbox", { name: "This was so" });
    await expect(wasSo).not.toBeChecked();
    await wasSo.check();
    const previewed = await mail.getByRole("paragraph").allTextContents();
    await context.setOffline(true);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Something went wrong. Please try again." })).toBeVisible();
    await context.setOffline(false);
    // Nothing is lost while it is being sent, and the answer leaves the screen alone that is open by then.
    const { promise: isHeld, resolve: send } = Promise.withResolvers<void>();
    const decide = "**/api/moderation/cases/*/decide";
    await page.route(decide, (route) => isHeld.then(() => route.continue()), { times: 1 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Deciding…" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Guide" }).click();
    send();
    await expect(toast(page, `${reported.username}: mute 7 days, hide.`)).toBeVisible();
    await expect(page).toHaveURL(/guide$/);
    const statement = await findEmail(reported.email, "Your account is restricted");
    for (const sentence of previewed.slice(0, -1).filter((text) => !/ until /.test(text)))
      expect(statement.text).toContain(sentence);
    expect(statement.text).toContain("You cannot send messages, pictures and crushes until");
    expect(statement.text).not.toContain(reporter.username);
  });

  await test.step("u takes the decision back, and leads back to its case", async () => {
    const undos: string[] = [];
    page.on("request", (sent) => void (sent.url().endsWith("/undo") && undos.push(sent.url())));
    await page.keyboard.press("u");
    await page.keyboard.press("u");
    await expect(
      toast(page, `Undone for ${reported.username}: mute 7 days, hide. The case is open again.`),
    ).toBeVisible();
    await expect(heading).toHaveText(reported.username);
    expect(undos).toHaveLength(1);
    await findEmail(reported.email, "We took back a decision");
    await openQueue(page);
    await expect(entry).toBeVisible();
  });

  await test.step("a logout ends the session, and the passkey starts another", async () => {
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(entry).toBeVisible();
  });

  await test.step("ending an account after a report of a scam asks whether it was fraud", async () => {
    await entry.click();
    await expect(page.getByRole("button", { name: "7 End account" })).toBeVisible();
    await page.keyboard.press("7");
    await expect(page.getByRole("group", { name: "Was it fraud?" })).toBeVisible();
    await page.keyboard.press("w");
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Say whether it was fraud." })).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.getByRole("button", { name: "Fraud or a scam" })).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("Rule")).toHaveValue("fraud");
    await expect(page.getByRole("region", { name: "The email to the member" })).toContainText("No fraud and no scams");
  });

  await test.step("after a while it needs the passkey once more, and what was chosen is done then", async () => {
    const refusal = { success: false, code: "reauthentication_required", message: "Please show that it is you." };
    const decide = "**/api/moderation/cases/*/decide";
    await page.route(decide, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Is it still you?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Use my passkey" }).click();
    await expect(question).toHaveCount(0);
    await expect(toast(page, `${reported.username}: end account.`)).toBeVisible();
    expect((await findEmail(reported.email, "Your account has ended")).text).toContain("No fraud and no scams");
  });
});
