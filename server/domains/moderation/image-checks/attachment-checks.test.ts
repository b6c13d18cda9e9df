import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deleteMessage, getMessages, sendAttachment } from "#contract/chat/messages.ts";
import type { ServerEvents } from "#contract/events.ts";
import { unmatch } from "#contract/moderation/reports.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS } from "#server/testing/fake-image-checker.ts";
import { imageForm, makeBlocksJpeg } from "#server/testing/images.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice, type Device } from "#server/testing/socket-client.ts";
import { createStaff } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const checker = createFakeImageChecker();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, work: true });

let seed = 1000;
const send = async (from: TestMember, to: TestMember, clientId?: string) => {
  const form = imageForm(await makeBlocksJpeg(++seed), to.id, clientId);
  return (await app.call(sendAttachment, { form }, from.token)).body.message;
};
const messagesOf = async (reader: TestMember, other: TestMember, after?: number) =>
  (await app.call(getMessages, { params: { userId: other.id }, query: { after } }, reader.token)).body;
const statusOf = async (url: string | null | undefined) => (await fetch(app.address + url)).status;
/** The URL was signed for the viewer. */
async function statusFor(viewer: TestMember, messageId: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ attachment_key: string }>(
    "select attachment_key from messages where id = $1",
    [messageId],
  );
  return statusOf(app.ctx.photoUrls.of(rows[0]?.attachment_key ?? "", viewer.id).full);
}
async function repeatTo({ received }: Device): Promise<ServerEvents["new_message"]> {
  const find = () =>
    received.map(({ payload }) => payload as ServerEvents["new_message"]).find(({ isRepeat }) => isRepeat);
  await expect.poll(find).toBeDefined();
  return find() as ServerEvents["new_message"];
}
const waits = { imageUrl: null, image: null, imageCheck: "pending" };

describe("an attachment", () => {
  test("reaches the other member without its image, which follows once it is checked", async () => {
    const resume = checker.pause();
    const [a, b] = await createMatch(app);
    const [sending, receiving] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    const sent = await send(a, b);
    expect(sent).toMatchObject({ imageCheck: "pending", image: { width: 720 } });
    expect(await statusOf(sent.imageUrl)).toBe(200);
    const { message, rev } = await receiving.waitFor("new_message");
    expect(message).toMatchObject({ _id: sent._id, messageType: "image", ...waits });
    expect((await messagesOf(b, a)).messages).toMatchObject([{ _id: sent._id, ...waits }]);
    expect(await statusFor(b, sent._id)).toBe(404);
    resume();
    // The same event again: a client that knows no other one shows the picture, too.
    const changed = await repeatTo(receiving);
    expect(changed).toMatchObject({ rev: rev + 1, isRepeat: true });
    expect(changed.message).toMatchObject({ _id: sent._id, seq: 1, image: { width: 720 } });
    expect(changed.message.imageCheck).toBeUndefined();
    expect(await statusOf(changed.message.imageUrl)).toBe(200);
    const own = await sending.waitFor("message_changed");
    expect(own.message.imageCheck).toBeUndefined();
    expect(await statusOf(own.message.imageUrl)).toBe(200);
    // A device that was offline learns of it by the revision.
    expect((await messagesOf(b, a, rev)).messages).toMatchObject([{ _id: sent._id, image: { width: 720 } }]);
    for (const device of [sending, receiving]) device.close();
  });

  test("that nothing could check is shown after a day, unless a person is to review it", async () => {
    const [a, b] = await createMatch(app);
    // Also then, because nobody is there to do it.
    Object.assign(app.ctx.config, { imageChecks: "required" });
    checker.sees = undefined;
    const [device, sending] = [await connectDevice(app, b.token), await connectDevice(app, a.token)];
    const sent = await send(a, b);
    expect((await sending.waitFor("message_changed")).message.imageCheck).toBe("held");
    checker.sees = HARMLESS;
    const release = async () => {
      const { rows: jobs } = await app.database.pool.query<{ data: { key: string }; seconds: number }>(
        "delete from jobs.job where name = 'release-image' returning data, extract(epoch from start_after - created_on)::float as seconds",
      );
      expect(jobs).toMatchObject([{ seconds: expect.closeTo(24 * 3600, -2) }]);
      const run = () => runJob(app.ctx, "release-image", jobs[0]?.data ?? { key: "" });
      await run();
      return run;
    };
    const { id } = await createStaff(app, "photos");
    await release();
    expect(await statusFor(b, sent._id)).toBe(404);
    // A person for reports does not review pictures.
    await createStaff(app, "reports");
    await app.database.pool.query("update staff_members set removed_at = now() where id = $1", [id]);
    const repeat = await release();
    await repeat();
    const waiting = await app.database.pool.query("select 1 from jobs.job where name = 'release-image'");
    expect(waiting.rows).toEqual([]);
    expect((await repeatTo(device)).message).toMatchObject({ _id: sent._id, image: { width: 720 } });
    expect(await statusFor(b, sent._id)).toBe(200);
    for (const one of [device, sending]) one.close();
    Object.assign(app.ctx.config, { imageChecks: "on" });
  });

  test("that looks explicit is never shown by itself, also where there is no staff", async () => {
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, a.token);
    checker.sees = EXPLICIT;
    const sent = await send(a, b);
    expect((await device.waitFor("message_changed")).message.imageCheck).toBe("held");
    checker.sees = HARMLESS;
    const { rows } = await app.database.pool.query("select attachment_key as key from messages where id = $1", [
      sent._id,
    ]);
    await app.database.pool.query("update staff_members set removed_at = now()");
    await runJob(app.ctx, "release-image", { key: rows[0].key });
    expect(await statusFor(b, sent._id)).toBe(404);
    device.close();
  });

  test("that is held is in review for its sender, and still being checked for the other member", async () => {
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, a.token);
    checker.sees = EXPLICIT;
    const sent = await send(a, b);
    expect((await device.waitFor("message_changed")).message.imageCheck).toBe("held");
    checker.sees = HARMLESS;
    expect((await messagesOf(a, b)).messages).toMatchObject([{ _id: sent._id, imageCheck: "held" }]);
    expect((await messagesOf(b, a)).messages).toMatchObject([{ _id: sent._id, ...waits }]);
    expect(await statusFor(b, sent._id)).toBe(404);
    device.close();
  });

  test("that is deleted while it is checked stays deleted", async () => {
    const resume = checker.pause();
    const [a, b] = await createMatch(app);
    const before = checker.begun;
    const sent = await send(a, b);
    await expect.poll(() => checker.begun, { timeout: 15_000 }).toBeGreaterThan(before);
    await app.call(deleteMessage, { params: { messageId: sent._id } }, a.token);
    resume();
    const open = () => app.database.pool.query("select from image_checks where checked_at is null");
    await expect.poll(async () => (await open()).rowCount, { timeout: 15_000 }).toBe(0);
    expect((await messagesOf(b, a)).messages).toEqual([]);
    expect((await messagesOf(b, a, 0)).deleted).toEqual([sent._id]);
  });

  test("of a match that ended meanwhile is announced to neither", async () => {
    const resume = checker.pause();
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, b.token);
    await send(a, b);
    await app.call(unmatch, { body: { userId: a.id } }, b.token);
    resume();
    const open = () => app.database.pool.query("select from image_checks where checked_at is null");
    await expect.poll(async () => (await open()).rowCount, { timeout: 15_000 }).toBe(0);
    expect(device.received.filter(({ event }) => event === "new_message")).toHaveLength(1);
    device.close();
  });

  test("that is sent again under its client id is checked once", async () => {
    const [a, b] = await createMatch(app);
    const clientId = randomUUID();
    const before = checker.begun;
    const [one, two] = await Promise.all([send(a, b, clientId), send(a, b, clientId)]);
    expect(one._id).toBe(two._id);
    const isShown = async () => (await messagesOf(b, a)).messages[0]?.imageCheck === undefined;
    await expect.poll(isShown, { timeout: 15_000 }).toBe(true);
    expect(checker.begun).toBe(before + 1);
  });
});
