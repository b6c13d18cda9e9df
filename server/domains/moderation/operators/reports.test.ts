import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { listReports, showReport } from "#server/domains/moderation/operators/reports.service.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const folder = mkdtempSync(join(tmpdir(), "spotter-evidence-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BY = { who: "ada", reason: "Threats in the chat" };

async function makeReport(reason: ReportReason = "Harassment or threats") {
  const [reporter, reported] = await createMatch(app);
  await app.call(sendMessage, { body: { receiverId: reporter.id, content: "Something nasty" } }, reported.token);
  await app.call(sendAttachment, { form: imageForm(await makeJpeg(400, 300), reporter.id) }, reported.token);
  const body = { userId: reported.id, reason, details: "They go on" };
  const { status } = await app.call(reportMember, { body }, reporter.token);
  expect(status).toBe(201);
  const waiting = await listReports(app.ctx, BY, false, 50);
  const report = waiting.find(({ reported_id }) => reported_id === reported.id);
  return { reporter, reported, report, id: report?.id ?? "" };
}

describe("reports", () => {
  test("are listed while open, and shown with messages and images", async () => {
    const { reporter, reported, report, id } = await makeReport();
    expect(report).toMatchObject({ reporter: reporter.username, reported: reported.username, status: "active" });
    const shown = await showReport(app.ctx, BY, id, join(folder, "one"));
    expect(shown).toMatchObject({ reason: "Harassment or threats", details: "They go on", resolution: null });
    expect(shown.evidence.messages.map(({ content }) => content)).toContain("Something nasty");
    expect(shown.pictures).toHaveLength(1);
    const path = shown.pictures[0]?.path ?? "";
    expect((await sharp(readFileSync(path)).metadata()).format).toBe("webp");
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "one")).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, "one"))).toHaveLength(1);
    const log = (await readAuditLog(app.ctx.db, id, 10)).map(({ action, details }) => [action, details]);
    expect(log).toEqual([
      ["copy report pictures", { pictures: 1 }],
      ["show report", {}],
    ]);
    await showReport(app.ctx, BY, id, undefined);
    expect(await readAuditLog(app.ctx.db, id, 10)).toHaveLength(3);
  });

  test("of minors and danger are listed before older ones", async () => {
    const before = await makeReport();
    const minor = await makeReport("Seems to be under 18");
    const danger = await makeReport("Someone is in danger");
    const made = [before.id, minor.id, danger.id];
    const waiting = (await listReports(app.ctx, BY, false, 50)).map(({ id }) => id);
    expect(waiting.filter((id) => made.includes(id))).toEqual([minor.id, danger.id, before.id]);
  });

  test("with an unknown or invalid id are rejected", async () => {
    for (const id of ["0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d", "x' or true"])
      await expect(showReport(app.ctx, BY, id, undefined)).rejects.toThrow("was not found");
  });
});
