import type { Page } from "@playwright/test";
import { createMatch, createMember, logInAs, sendMessage } from "#e2e/support/api-fixtures.ts";
import { composer } from "#e2e/support/chat-page.ts";
import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { abortRequests, waitForSocket } from "#e2e/support/network.ts";
import { choose, report } from "#e2e/support/safety-page.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

/** Runs an operator command in a separate process beside the running app. */
const operate = <T>(by: string, ...args: string[]): Promise<T> =>
  runOperatorJson<T>(process.env["SPOTTER_DATA"] ?? "", [...args, "--as", by, "--reason", "Reported"]);

interface ListedCase {
  readonly id: string;
  readonly version: number;
  readonly memberId: string;
}

const closed = (page: Page) => page.getByRole("status").filter({ hasText: "You cannot send anything until" });
const field = (page: Page) => page.getByRole("textbox", { name: "Why is it a mistake?" });
const send = (page: Page) => page.getByRole("button", { name: "Send objection" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const reports = (page: Page) => page.getByRole("region", { name: "Your reports" });

test("a report becomes a decision, which its member sees in the app, objects to and is right about", async ({
  page,
  person,
  request,
  expectOutage,
}) => {
  // The test starts the command line four times.
  test.slow();
  expectOutage();
  const [me, other] = await createMatch(request);
  const stranger = await createMember(request);
  await sendMessage(request, other, me, "You again.");
  let number = "";

  await test.step("the reporter gets a number, and finds the report in Settings", async () => {
    await logInAs(page, me);
    await page.goto(`/messages/${other.id}`);
    await choose(page, "Report");
    const dialog = report(page, other);
    await dialog.getByRole("radio", { name: "Harassment or threats" }).check();
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByRole("button", { name: "Send Report" }).click();
    const thanks = await toast(page, "Its number is R-").textContent();
    number = /R-[2-9A-Z]{6}/.exec(thanks ?? "")?.[0] ?? "";
    await page.goto("/settings/privacy");
    await expect(reports(page)).toContainText(number);
    await expect(reports(page)).toContainText(`About ${other.username}`);
    await expect(reports(page)).toContainText("We are looking at it.");
    await expectAccessible(page);
  });

  const theirs = await person();
  await test.step("a restriction closes the composer at once, and keeps the draft", async () => {
    await logInAs(theirs, other);
    const connected = waitForSocket(theirs);
    await theirs.goto(`/messages/${me.id}`);
    await composer(theirs).fill("And another thing");
    await connected;
    const { cases } = await operate<{ cases: readonly ListedCase[] }>("ada", "cases", "list");
    const { id = "", version = 0 } = cases.find(({ memberId }) => memberId === other.id) ?? {};
    const acts = ["--acts", "mute:7,unlist", "--rule", "all_bodies", "--facts", "It went on after a no."];
    await operate("ada", "cases", "decide", id, "--version", String(version), ...acts);
    await expect(closed(theirs)).toBeVisible();
    await expect(composer(theirs)).toHaveCount(0);
    await expectAccessible(theirs);
    await page.reload();
    await expect(reports(page)).toContainText("Decided: we acted.");
  });

  await test.step("a crush is refused before it is sent, and Browse says what does not work", async () => {
    await theirs.goto("/browse");
    await expect(theirs.getByText("Nobody new finds you in Browse for now.")).toBeVisible();
    await expect(theirs.getByText(/^You cannot send messages and crushes until/)).toBeVisible();
    await theirs.goto(`/profile/${stranger.id}`);
    await theirs.getByRole("button", { name: "Send a Crush" }).click();
    const anyway = theirs.getByRole("dialog").getByRole("button", { name: /^Send/ });
    await anyway.or(toast(theirs, "You cannot send crushes")).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await toast(theirs, "You cannot send crushes until").getByRole("button", { name: "See why" }).click();
    await expect(heading(theirs, "Our decision about your account")).toBeFocused();
  });

  const link = theirs.url();
  const visitor = await person();
  await test.step("the reasons are shown without a login, and an objection survives mistakes and a lost network", async () => {
    await visitor.goto(link);
    const main = visitor.getByRole("main");
    await expect(main).toContainText("It went on after a no.");
    await expect(main).toContainText("All bodies, all levels");
    await expect(main).toContainText("By a person, not by a computer");
    await expect(main).not.toContainText(me.username);
    await expectAccessible(visitor);
    await send(visitor).click();
    await expect(field(visitor)).toBeFocused();
    await expect(main).toContainText("Please say why");
    await field(visitor).fill("x".repeat(2001));
    await expect(main).toContainText("2001 / 2000");
    await send(visitor).click();
    await expect(main).toContainText("Please shorten it by 1 character.");
    await field(visitor).fill("It was a joke between us.");
    const restore = await abortRequests(visitor, "POST", "**/api/appeals/*");
    await send(visitor).click();
    await expect(visitor.getByRole("alert")).toContainText("Something went wrong. Please try again.");
    restore();
    await visitor.reload();
    await expect(field(visitor)).toHaveValue("It was a joke between us.");
    await send(visitor).click();
    await expect(heading(visitor, "We have your objection")).toBeFocused();
    await expect(main).toContainText("It was a joke between us.");
    await expectAccessible(visitor);
  });

  await test.step("it can be sent once: an older page shows what was sent", async () => {
    await field(theirs).fill("Something else");
    await send(theirs).click();
    await expect(heading(theirs, "We have your objection")).toBeFocused();
    await expect(theirs.getByRole("main")).toContainText("It was a joke between us.");
    await expect(theirs.getByRole("main")).not.toContainText("Something else");
  });

  await test.step("another operator decides it, and the composer opens again with the draft", async () => {
    await theirs.goto(`/messages/${me.id}`);
    await expect(closed(theirs)).toBeVisible();
    const appeals = await operate<readonly { id: string; memberId: string }[]>("ben", "appeals", "list");
    const appeal = appeals.find(({ memberId }) => memberId === other.id)?.id ?? "";
    await operate("ben", "appeals", "decide", appeal, "--outcome", "reversed", "--answer", "You were right.");
    await expect(composer(theirs)).toHaveValue("And another thing");
    await expect(closed(theirs)).toHaveCount(0);
    await visitor.reload();
    await expect(heading(visitor, "We took back our decision")).toBeVisible();
    await expect(visitor.getByRole("main")).toContainText("You were right.");
  });
});

test("a link without a decision says so, and a failed one can be tried again", async ({ page, expectOutage }) => {
  expectOutage();
  await page.goto("/appeal/nothing");
  await expect(heading(page, "Invalid Link")).toBeFocused();
  expect(await page.title()).toBe("Our decision · Spotter");
  const restore = await abortRequests(page, "GET", "**/api/appeals/*");
  await page.reload();
  await expect(heading(page, "Our decision did not load")).toBeFocused();
  restore();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page, "Invalid Link")).toBeFocused();
});
