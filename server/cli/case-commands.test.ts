import { describe, expect, test } from "vitest";
import { reportMember } from "#contract/moderation/reports.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createCompleteMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

describe("cases", () => {
  test("are listed with the time when they are due", async () => {
    const { id } = await createReportCase(app);
    expect((await runOnApp("cases", "list", "--kind", "report")).out).toMatch(new RegExp(`${id} .*Z .*report .*1.0`));
    expect((await runOnApp("cases", "list", "--kind", "appeal")).out).not.toContain(id);
    const { out } = await runOnApp("cases", "list", "--json");
    expect(JSON.parse(out).cases.find((one: { id: string }) => one.id === id)).toMatchObject({
      dueAt: expect.any(String),
    });
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

  test("with a wrong command line change nothing", async () => {
    const wrong: readonly [readonly string[], string][] = [
      [["cases", "list", "--kind", "mood"], "`--kind` must be one of"],
      [["cases", "close-all", "--reason", "x"], "`--reported-by <member>` is required"],
    ];
    for (const [args, message] of wrong) {
      const { code, err } = await runOnApp(...args);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
