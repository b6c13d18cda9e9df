import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { deleteMessage, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { REPORTS_A_DAY } from "#contract/limits.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import { blockMember, listBlocked, reportMember } from "#contract/moderation/reports.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import { readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, createMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const [reason] = REPORT_REASONS;
const report = (me: TestMember, { id: userId }: { id: string }, more: object = {}) =>
  app.call(reportMember, { body: { userId, reason, ...more } }, me.token);
const stored = async (reporter: TestMember) =>
  (await app.database.pool.query("select * from reports where reporter_id = $1", [reporter.id])).rows;

describe("a report", () => {
  test("keeps the reported content, whatever is deleted later, and notifies no one", async () => {
    const [a, b] = await createMatch(app);
    const write = (from: TestMember, to: TestMember, content: string) =>
      app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token);
    await write(a, b, "Stop it, please.");
    const { message } = (await write(b, a, "Something vile")).body;
    const picture = (await app.call(sendAttachment, { form: imageForm(await makeJpeg(), a.id) }, b.token)).body.message;
    const device = await connectDevice(app, b.token);
    const { status } = await report(a, b, { details: " They threaten me. ", messageId: message._id });
    expect(status).toBe(201);
    for (const { _id } of [message, picture]) await app.call(deleteMessage, { params: { messageId: _id } }, b.token);
    await app.call(updateProfile, { body: { bio: "As if nothing had been" } }, b.token);
    const [row] = await stored(a);
    expect(row).toMatchObject({ reported_id: b.id, reason, details: "They threaten me.", message_id: message._id });
    expect(row.evidence.profile).toMatchObject({ username: b.username, bio: "Barbell club by night." });
    expect(row.evidence.messages.map(({ content }: { content: string }) => content)).toEqual([
      "Stop it, please.",
      "Something vile",
      "",
    ]);
    const told = JSON.stringify(row.evidence);
    for (const secret of [a.email, b.email, "1994-05-17", "cell", "coordinates"]) expect(told).not.toContain(secret);
    await purgePendingUploads(app.ctx);
    const { rows } = await app.database.pool.query("select * from report_images where report_id = $1", [row.id]);
    expect(rows).toEqual([{ key: expect.any(String), report_id: row.id, caption: `message ${picture._id}` }]);
    const copy = await readPhotoFiles(app.ctx.photos, rows[0].key);
    expect(copy?.["full.webp"].length).toBeGreaterThan(0);
    expect(copy?.["medium.webp"]?.length).toBeGreaterThan(0);
    expect(device.received.map(({ event }) => event)).not.toContain("relationship_ended");
    device.close();
  });

  test("also blocks, on request", async () => {
    const [a, b] = await createMatch(app);
    await report(a, b, { block: true });
    expect((await app.call(listBlocked, {}, a.token)).body.blocked).toMatchObject([{ _id: b.id }]);
    expect(await stored(a)).toHaveLength(1);
  });

  test("can be about a visible stranger, a blocked member, or one who has blocked the reporter after a crush", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    expect((await report(b, a, { block: true })).status).toBe(201);
    expect((await report(b, a)).status).toBe(201);
    const [c, d] = await createMatch(app);
    await app.call(blockMember, { body: { userId: c.id } }, d.token);
    expect((await report(c, d)).status).toBe(201);
  });

  test.each([
    [{ reason: "Because" }, 400, "reason"],
    [{ details: "x".repeat(1001) }, 400, "details"],
    [{ messageId: "nonsense" }, 400, "messageId"],
  ])("with %j is refused", async (more, status, field) => {
    const [a, b] = [await createMember(app), await createMember(app)];
    const answer = await report(a, b, more);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect(await stored(a)).toEqual([]);
  });

  test("about oneself or an unknown id is rejected, and the number per day is limited", async () => {
    const [a, b] = [await createMember(app), await createMember(app)];
    expect((await report(a, a)).status).toBe(400);
    expect((await report(a, { id: "6f1b1f0e-6d3c-4c55-9f0c-0d1c2b3a4f5e" })).status).toBe(404);
    const answers = [];
    for (let round = 0; round < 3; round++)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => report(a, b)))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(REPORTS_A_DAY);
    expect(await report(a, b)).toMatchObject({ status: 429, body: { code: "report_rate_limit" } });
    // The block succeeds even if the report is rejected.
    expect((await report(a, b, { block: true })).status).toBe(429);
    expect(await app.call(getMember, { params: { userId: b.id } }, a.token)).toMatchObject({
      body: { code: "blocked" },
    });
  });

  test("contains the reported message, however many followed", async () => {
    const [a, b] = await createMatch(app);
    const write = (content: string) => app.call(sendMessage, { body: { receiverId: a.id, content } }, b.token);
    const { message } = (await write("Vile, long ago")).body;
    for (let i = 0; i < 101; i++) await write(`harmless ${i}`);
    await report(a, b, { messageId: message._id });
    const [row] = await stored(a);
    expect(row.message_id).toBe(message._id);
    expect(row.evidence.messages.map(({ content }: { content: string }) => content)).toContain("Vile, long ago");
    expect(row.evidence.messages).toHaveLength(101);
  });

  test("contains the reported image, however many followed, even if it was deleted meanwhile", async () => {
    const [a, b] = await createMatch(app);
    await app.database.pool.query(
      `insert into ledger_entries (id, wallet_id, kind, change, source)
       select gen_random_uuid(), id, 'bonus', 30, 'more' from wallets where member_id = $1`,
      [b.id],
    );
    const image = await makeJpeg(40, 40);
    const { message } = (await app.call(sendAttachment, { form: imageForm(image, a.id) }, b.token)).body;
    for (let i = 0; i < 21; i++) await app.call(sendAttachment, { form: imageForm(image, a.id) }, b.token);
    await report(a, b, { messageId: message._id });
    const pictures = async () =>
      (
        await app.database.pool.query(
          "select caption from report_images join reports on reports.id = report_id where reporter_id = $1",
          [a.id],
        )
      ).rows.map(({ caption }) => caption);
    expect(await pictures()).toContain(`message ${message._id}`);
    await app.call(deleteMessage, { params: { messageId: message._id } }, b.token);
    await report(a, b, { messageId: message._id });
    expect((await stored(a)).map((row) => row.message_id)).toEqual([message._id, message._id]);
  });

  test("keeps the readable images if one is damaged, and leaves no pending uploads", async () => {
    const [a, b] = await createMatch(app);
    await app.call(sendAttachment, { form: imageForm(await makeJpeg(), a.id) }, b.token);
    const { rows } = await app.database.pool.query("select attachment_key as key from messages where sender_id = $1", [
      b.id,
    ]);
    rmSync(`${app.ctx.config.dataDir}/photos/${rows[0].key.slice(0, 2)}/${rows[0].key}-thumb.webp`);
    expect((await report(a, b)).status).toBe(201);
    const [{ id }] = await stored(a);
    expect((await app.database.pool.query("select 1 from report_images where report_id = $1", [id])).rows).toEqual([]);
  });

  test("only accepts a message of its own conversation", async () => {
    const [a, b] = await createMatch(app);
    const [c, d] = await createMatch(app);
    const { message } = (await app.call(sendMessage, { body: { receiverId: d.id, content: "Secret" } }, c.token)).body;
    await report(a, b, { messageId: message._id });
    const [row] = await stored(a);
    expect(row.message_id).toBeNull();
    expect(JSON.stringify(row.evidence)).not.toContain("Secret");
  });
});
