import { expect, expectAccessible, test, toast } from "#e2e/support/fixtures.ts";
import { choose, openChat, report } from "#e2e/support/safety-page.ts";
import { findEmail, findLink } from "#e2e/support/sent-emails.ts";
import { runOperatorJson } from "#server/testing/operator-cli.ts";

const operate = <T>(...args: string[]) => runOperatorJson<T>(process.env["SPOTTER_DATA"] ?? "", args);

interface Queue {
  readonly cases: readonly { readonly id: string; readonly memberId: string; readonly version: number }[];
}

test("a report becomes a decision, which its member objects to without a login, and which is taken back", async ({
  page,
  person,
  request,
}) => {
  // The test starts the command line several times.
  test.slow();
  const { other } = await openChat(page, request);
  const visitor = await person();

  await test.step("the reporter gets a number", async () => {
    await choose(page, "Report");
    const dialog = report(page, other);
    await dialog.getByRole("radio", { name: "Harassment or threats" }).check();
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByRole("button", { name: "Send Report" }).click();
    await expect(toast(page, "Its number is R-")).toBeVisible();
  });

  await test.step("the member is told what was decided, and why", async () => {
    const { cases } = await operate<Queue>("cases", "list", "--limit", "1000");
    const found = cases.find(({ memberId }) => memberId === other.id);
    const version = String(found?.version);
    const acts = ["--acts", "suspend", "--facts", "Threats in the chat.", "--rule", "consent", "--as", "ada"];
    await operate("cases", "decide", found?.id ?? "", "--version", version, ...acts);
    const email = await findEmail(other.email, "Your account is suspended");
    await visitor.goto(findLink(email));
    await expect(visitor.getByRole("heading", { name: "Our decision about your account" })).toBeFocused();
    await expect(visitor.getByRole("main")).toContainText("Threats in the chat.");
    await expect(visitor.getByRole("main")).toContainText("Consent, every set");
    await expectAccessible(visitor);
  });

  await test.step("the member objects, once", async () => {
    await visitor.getByRole("button", { name: "Send objection" }).click();
    await expect(visitor.getByText("Please say why you think that this is a mistake")).toBeVisible();
    const words = visitor.getByRole("textbox", { name: "Why is it a mistake?" });
    await expect(words).toBeFocused();
    await words.fill("It was a quote from a song.");
    await visitor.getByRole("button", { name: "Send objection" }).click();
    await expect(visitor.getByRole("heading", { name: "We have your objection" })).toBeFocused();
    await expect(visitor.getByRole("main")).toContainText("It was a quote from a song.");
    await expect(words).toHaveCount(0);
    await expectAccessible(visitor);
  });

  await test.step("a reversed decision is taken back", async () => {
    const appeals = await operate<readonly { readonly id: string; readonly memberId: string }[]>("appeals", "list");
    const appealId = appeals.find(({ memberId }) => memberId === other.id)?.id ?? "";
    const decision = ["--outcome", "reversed", "--answer", "So it was.", "--as", "ben"];
    await operate("appeals", "decide", appealId, ...decision);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "We took back our decision" })).toBeFocused();
    await expect(visitor.getByRole("main")).toContainText("So it was.");
  });
});
