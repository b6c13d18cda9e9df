import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { reportMember, unmatch } from "#contract/moderation/reports.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const app = testApp({}, { sharedWith: "others" });
const runOnApp = (...args: string[]) => runCommand(app, args);

describe("reports", () => {
  test("shows a report without terminal escapes, and copies its images", async () => {
    const [reporter, reported] = await createMatch(app);
    const trick = "Nice\u001b[2J\u009b2J\u202e\nForged line";
    await app.call(updateProfile, { body: { bio: trick } }, reported.token);
    await app.call(sendMessage, { body: { receiverId: reporter.id, content: trick } }, reported.token);
    await app.call(sendAttachment, { form: imageForm(await makeJpeg(300, 300), reporter.id) }, reported.token);
    const body = { userId: reported.id, reason: "Something else", details: trick } as const;
    await app.call(reportMember, { body }, reporter.token);
    const waiting = (await runOnApp("reports")).out.split("\n").find((line) => line.includes(reported.username)) ?? "";
    const id = waiting.split(" ")[0] ?? "";
    const { out, code } = await runOnApp("reports", "show", id, "--pictures", join(app.ctx.config.dataDir, "evidence"));
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`${reported.username}: Nice.*Forged line$`, "m"));
    expect(out).toMatch(/^prompts +My rest day looks like\.\.\. Pancakes\.$/m);
    expect(out).toMatch(/^interests +Weightlifting, Running, Rock Climbing$/m);
    expect(out).toMatch(/^details +Nice.*\n {2,}Forged line$/m);
    const { out: data } = await runOnApp("reports", "show", id, "--json");
    expect(JSON.parse(data).evidence.messages[0].content).toBe(trick);
    for (const order of ["\u001b", "\u009b", "\u202e", "\nForged"]) expect(out + data).not.toContain(order);
    const [file = ""] = /\S*01 message \S+\.webp/.exec(out) ?? [];
    expect(existsSync(file)).toBe(true);
    expect((await runOnApp("log", "--about", id)).out).toContain("copy report pictures");
    await app.database.pool.query("update reports set resolution = 'none', resolved_at = now() where id = $1", [id]);
    expect((await runOnApp("reports")).out).not.toContain(id);
    expect((await runOnApp("reports", "--all")).out).toContain(id);
    expect((await runOnApp("reports", "--all", "--limit", "1")).out).toContain("Only the first 1 are shown");
  });

  test("shows the steps of a workout date, also of one that the end of the match called off", async () => {
    const [reporter, reported] = await createMatch(app);
    const dates = workoutDates(app);
    const card = await dates.agreed(reporter, reported, { place: "The old gym" });
    await app.call(unmatch, { body: { userId: reported.id } }, reporter.token);
    await runJob(app.ctx, "workout-dates", {});
    const body = { userId: reported.id, reason: "Something else", messageId: card._id } as const;
    expect((await app.call(reportMember, { body }, reporter.token)).status).toBe(201);
    const line = (await runOnApp("reports")).out.split("\n").find((one) => one.includes(reported.username)) ?? "";
    const { out } = await runOnApp("reports", "show", line.split(" ")[0] ?? "");
    expect(out).toMatch(new RegExp(`^ {6}.+ ${reported.username} proposed: .*The old gym`, "m"));
    expect(out).toMatch(new RegExp(`^ {6}.+ ${reporter.username} agreed to: .*The old gym`, "m"));
    expect(out).toMatch(/^ {6}.+ the end of their contact called off: /m);
  });
});
