import { describe, expect, test } from "vitest";
import { sendAppeal } from "#contract/appeals.ts";
import { sendMessage } from "#contract/messages.ts";
import { reportMember } from "#contract/safety.ts";
import { appealTokenOf } from "#server/modules/restrictions/appeal-token.ts";
import { createCompleteMember, createMatch } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);
const readJson = async (...args: string[]) => JSON.parse((await runOnApp(...args, "--json")).out);

async function openCase() {
  const [reporter, about] = await createMatch(app);
  await app.call(sendMessage, { body: { receiverId: reporter.id, content: "Something nasty" } }, about.token);
  const body = { userId: about.id, reason: "Harassment or threats", details: "They go on" } as const;
  await app.call(reportMember, { body }, reporter.token);
  const { cases } = await readJson("cases", "list");
  const found = cases.find((one: { memberId: string }) => one.memberId === about.id);
  return { reporter, about, id: String(found?.id), version: Number(found?.version) };
}

describe("cases", () => {
  test("are listed, shown, claimed, noted, decided and undone", async () => {
    const { about, id, version } = await openCase();
    expect((await runOnApp("cases", "list", "--kind", "report")).out).toMatch(new RegExp(`${id} .*report .*1.0`));
    const shown = await runOnApp("cases", "show", id, "--as", "ada");
    expect(shown.out).toContain(`${about.username}: Something nasty`);
    expect(shown.out).toMatch(/^details +They go on$/m);
    expect(shown.out).toContain("The reporter's earlier reports: 0 right, 0 not.");
    const claimed = await runOnApp("cases", "claim", id, "--version", String(version), "--as", "ada");
    expect(claimed.out).toMatch(/^Claimed until .*Z\.$/);
    const decide = (at: number) =>
      runOnApp("cases", "decide", id, "--version", String(at), "--acts", "unlist", "--as", "ben");
    expect((await decide(version + 1)).err).toContain("case has changed");
    expect((await decide(version)).err).toContain("is working on this case");
    expect((await runOnApp("cases", "release", id, "--as", "ada")).out).toBe("Released.");
    await runOnApp("cases", "note", id, "Seen before", "--as", "ada");
    await runOnApp("cases", "note", about.username, "Writes the same to many", "--member", "--as", "ada");
    const acts = ["--acts", "mute:7,unlist", "--rule", "all_bodies", "--facts", "Threats in the chat"];
    const command = ["cases", "decide", id, "--version", String(version), ...acts, "--as", "ada"];
    const decided = await runOnApp(...command);
    const [, decisionId = ""] = /^Decided\. Decision (\S+)\. It can be undone until /.exec(decided.out) ?? [];
    expect((await runOnApp(...command)).out).toMatch(/^No change: this decision was made before/);
    const after = (await runOnApp("cases", "show", id)).out;
    expect(after).toMatch(new RegExp(`^${decisionId} .*ada +mute, unlist +all_bodies`, "m"));
    expect(after).toMatch(/^messaging +/m);
    expect(after).toMatch(/noted +ada +Seen before$/m);
    expect(after).toMatch(/^Writes the same to many +/m);
    expect((await runOnApp("cases", "undo", decisionId, "--reason", "Too hard")).out).toBe(
      `Undone. Case ${id} is open again.`,
    );
    const log = (await readJson("log", "--about", id)).map(({ action }: { action: string }) => action);
    expect(log.toReversed()).toEqual([
      "show case",
      "claim case",
      "release case",
      "note case",
      "decide case",
      "show case",
    ]);
  });

  test("with nothing but one member's reports are closed together", async () => {
    const reporter = await createCompleteMember(app);
    const about = await Promise.all([1, 2].map(() => createCompleteMember(app)));
    for (const { id: userId } of about)
      await app.call(reportMember, { body: { userId, reason: "Something else" } }, reporter.token);
    const other = await createCompleteMember(app);
    await app.call(reportMember, { body: { userId: about[0]?.id ?? "", reason: "Something else" } }, other.token);
    const command = ["cases", "close-all", "--reported-by", reporter.username, "--reason", "Reports everyone"];
    expect((await runOnApp(...command, "--dry-run")).out).toContain("1 cases would be closed");
    expect((await runOnApp(...command)).out).toBe("Closed 1 cases.");
  });

  test("and appeals with a wrong command line change nothing", async () => {
    const { id, version } = await openCase();
    const at = ["cases", "decide", id, "--version", String(version)];
    const wrong: readonly [readonly string[], string][] = [
      [["cases", "decide", id, "--acts", "unlist"], "`--version <number>` is required"],
      [at, "`--acts <act>[,<act>…]` is required"],
      [[...at, "--acts", "mute:8"], "unknown act 'mute:8'"],
      [[...at, "--acts", "unlist:7"], "unknown act 'unlist:7'"],
      [[...at, "--acts", "suspend:soon"], "unknown act 'suspend:soon'"],
      [[...at, "--acts", "unlist", "--rule", "mood"], "`--rule` must be one of"],
      [["cases", "list", "--kind", "mood"], "`--kind` must be one of"],
      [["cases", "close-all", "--reason", "x"], "`--reported-by <member>` is required"],
      [["appeals", "decide", id], "`--outcome` must be one of upheld, reversed"],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await runOnApp(...args);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect((await runOnApp("cases", "show", "nonsense")).err).toBe("Case nonsense was not found.");
    expect((await runOnApp("appeals", "show", "nonsense")).err).toBe("Appeal nonsense was not found.");
  });
});

test("appeals are listed, shown and decided by another operator", async () => {
  const decided = async (as: string) => {
    const { id, version } = await openCase();
    const acts = ["--acts", "mute:30", "--rule", "consent", "--facts", "Threats"];
    return readJson("cases", "decide", id, "--version", String(version), ...acts, "--as", as);
  };
  await decided("ben");
  const { decisionId } = await decided("ada");
  const params = { token: appealTokenOf(app.ctx, decisionId) };
  await app.call(sendAppeal, { params, body: { words: "It was\na joke" } });
  const [appeal] = await readJson("appeals", "list");
  const shown = await runOnApp("appeals", "show", appeal.id);
  expect(shown.out).toMatch(/^facts +Threats$/m);
  expect(shown.out).toContain("  It was\n  a joke");
  const command = ["appeals", "decide", appeal.id, "--outcome", "reversed", "--answer", "So it was."];
  expect((await runOnApp(...command, "--as", "ada")).err).toContain("Another operator has to decide");
  expect((await runOnApp(...command, "--as", "ben")).out).toBe("The decision is reversed.");
  expect((await runOnApp("appeals", "list")).out).toBe("There are no open appeals.");
  expect((await runOnApp("appeals", "list", "--all")).out).toContain("reversed");
});
