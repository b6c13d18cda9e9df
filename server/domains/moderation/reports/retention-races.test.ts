import { describe, expect, test, vi } from "vitest";
import { deleteMessage, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { addPhotos, removePhoto } from "#contract/members/profiles.ts";
import { listPastContacts, reportMember, unmatch } from "#contract/moderation/reports.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

/** How often each race is run; `npm run soak` runs them more often. */
const ROUNDS = Number(process.env["RETENTION_ROUNDS"] ?? 3);

const app = testApp({}, { sharedWith: "others" });
const elsewhere = testApp({}, { sharedWith: app });
const { pass, purge, keysOf, textsOf } = retention(app);

const query = async (sql: string, values: unknown[] = []) => (await app.database.pool.query(sql, values)).rows;
const write = async (from: TestMember, { id }: TestMember, content: string) =>
  (await app.call(sendMessage, { body: { receiverId: id, content } }, from.token)).body.message._id;
const picture = async (from: TestMember, { id }: TestMember) =>
  (await app.call(sendAttachment, { form: imageForm(await makeJpeg(60, 50), id) }, from.token)).body.message._id;
const remove = (from: TestMember, messageId: string, at = app) =>
  at.call(deleteMessage, { params: { messageId } }, from.token);
async function leave(me: TestMember, at = app) {
  const answer = await at.call(deleteAccount, { body: { password: me.password } }, me.token);
  await eraseDeleted(at);
  return answer;
}
const report = (me: TestMember, { id: userId }: TestMember, more: object = {}, at = app) =>
  at.call(reportMember, { body: { userId, reason: "Something else", ...more } }, me.token);
const evidenceOf = async (me: TestMember) =>
  (await query("select id, evidence from reports where reporter_id = $1 order by created_at", [me.id])).map(
    ({ id, evidence }) => ({ id, contents: evidence.messages.map((message: { content: string }) => message.content) }),
  );
const copiesOf = async (reportId: string): Promise<number> =>
  (await query("select 1 from report_images where report_id = $1", [reportId])).length;

/** As a slow transaction does. @returns a function that releases the lock */
async function hold(sql: string, ...values: unknown[]): Promise<() => Promise<void>> {
  const client = await app.database.pool.connect();
  await client.query("begin");
  await client.query(sql, values);
  return async () => {
    await client.query("commit");
    client.release();
  };
}

const waiting = (many: number) =>
  expect
    .poll(() => query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .toHaveLength(many);

/** Delays reading the first image of a report until an action is done. */
function interruptCopying(act: () => Promise<unknown>): void {
  const read = app.ctx.photos.read.bind(app.ctx.photos);
  let acted: Promise<unknown> | undefined;
  vi.spyOn(app.ctx.photos, "read").mockImplementation(async (key, size) => {
    acted ??= act();
    await acted;
    return read(key, size);
  });
}

describe("concurrently", () => {
  test("a message is deleted once, and a report before, during or after holds it with its image", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      const ids = [await write(other, me, "vile"), await picture(other, me)];
      const [first, , ...rest] = await Promise.all([
        report(me, other, { messageId: ids[0] }),
        ...ids.map((id) => remove(other, id)),
        ...ids.map((id) => remove(other, id, elsewhere)),
        report(me, other, { messageId: ids[0] }, elsewhere),
      ]);
      const last = rest.pop();
      expect([first?.status, last?.status]).toEqual([201, 201]);
      const reports = await evidenceOf(me);
      expect(reports.map(({ contents }) => contents)).toEqual([
        ["vile", ""],
        ["vile", ""],
      ]);
      for (const { id } of reports) expect(await copiesOf(id)).toBe(1);
      expect(await textsOf(other.id)).toEqual(["vile"]);
      expect(await keysOf(other.id)).toHaveLength(1);
    }
  });

  test("a message that is deleted while its image is being copied is copied", async () => {
    const [me, other] = await createMatch(app);
    const id = await picture(other, me);
    interruptCopying(() => remove(other, id));
    expect((await report(me, other)).status).toBe(201);
    vi.restoreAllMocks();
    const [only] = await evidenceOf(me);
    expect(await copiesOf(only?.id ?? "")).toBe(1);
  });

  test("an account that is deleted twice while it is reported is deleted once, and each report is complete", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, other.token);
      await write(other, me, "vile");
      await picture(other, me);
      const answers = await Promise.all([
        report(me, other),
        leave(other),
        leave(other, elsewhere),
        report(me, other, {}, elsewhere),
        report(me, other, { block: true }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201, 201, 201, 401]);
      const reports = await evidenceOf(me);
      expect(reports.map(({ contents }) => contents)).toEqual(Array(3).fill(["vile", ""]));
      for (const { id } of reports) expect(await copiesOf(id)).toBe(2);
      expect(await textsOf(other.id)).toEqual(["vile"]);
      expect(await keysOf(other.id)).toHaveLength(2);
    }
  });

  test("an account that is deleted while its images are being copied is reported with them", async () => {
    const [me, other] = await createMatch(app);
    await picture(other, me);
    interruptCopying(() => leave(other));
    expect((await report(me, other)).status).toBe(201);
    vi.restoreAllMocks();
    const [only] = await evidenceOf(me);
    expect(await copiesOf(only?.id ?? "")).toBe(1);
  });

  test("a reporter's account deletion comes after the report, or the report is rejected", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      await write(other, me, "vile");
      const [reported, left] = await Promise.all([report(me, other), leave(me, elsewhere)]);
      expect(left.status).toBe(200);
      expect([201, 401]).toContain(reported.status);
      expect(await evidenceOf(me)).toHaveLength(reported.status === 201 ? 1 : 0);
    }
  });

  test("a deleted message and its sender's account are retained once", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      const ids = [await write(other, me, "one"), await write(other, me, "two"), await picture(other, me)];
      const answers = await Promise.all([...ids.map((id) => remove(other, id)), leave(other, elsewhere)]);
      for (const { status } of answers) expect([200, 401, 404, 403]).toContain(status);
      expect(answers.at(-1)?.status).toBe(200);
      expect(await textsOf(other.id)).toEqual(["one", "two"]);
      expect(await keysOf(other.id)).toHaveLength(1);
    }
  });

  test("both accounts are deleted, and no retained data stays", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      await remove(me, await write(me, other, "mine"));
      await write(other, me, "theirs");
      await picture(other, me);
      expect((await Promise.all([leave(me), leave(other, elsewhere)])).map(({ status }) => status)).toEqual([200, 200]);
      await Promise.all([purge(), purge()]);
      for (const { id } of [me, other]) {
        expect(await textsOf(id)).toEqual([]);
        expect(await keysOf(id)).toEqual([]);
        expect(await query("select 1 from retained_profiles where member_id = $1", [id])).toEqual([]);
        expect(await query("select 1 from relationships where $1 in (member_a_id, member_b_id)", [id])).toEqual([]);
      }
    }
    await expect.poll(() => query("select 1 from pending_uploads")).toEqual([]);
  });

  test("a purge and a report only depend on the time, and a second purge has no effect", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [me, other] = await createMatch(app);
      await write(other, me, "vile");
      await picture(other, me);
      await leave(other);
      await pass(31);
      const [answer] = await Promise.all([report(me, other), purge(), purge(), report(me, other, {}, elsewhere)]);
      expect(answer.status).toBe(404);
      expect(await evidenceOf(me)).toEqual([]);
      expect(await textsOf(other.id)).toEqual([]);
    }
  });

  test("a purge during a report keeps the data that was read", async () => {
    const [me, other] = await createMatch(app);
    await write(other, me, "vile");
    await picture(other, me);
    await leave(other);
    interruptCopying(async () => {
      await pass(31);
      await purge();
    });
    expect((await report(me, other)).status).toBe(201);
    vi.restoreAllMocks();
    expect((await evidenceOf(me)).map(({ contents }) => contents)).toEqual([["vile", ""]]);
    expect((await app.call(listPastContacts, { query: {} }, me.token)).body.contacts).toEqual([]);
  });

  test("a purge waits for the other member's account deletion, and both finish", async () => {
    const [me, other] = await createMatch(app);
    await write(other, me, "theirs");
    await app.call(unmatch, { body: { userId: me.id } }, other.token);
    await leave(other);
    await pass(31);
    const letGo = await hold("select from relationships where $1 in (member_a_id, member_b_id) for update", me.id);
    const leaving = leave(me);
    await waiting(1);
    const purging = purge();
    await waiting(2);
    await letGo();
    expect((await leaving).status).toBe(200);
    await purging;
    expect(await query("select 1 from relationships where $1 in (member_a_id, member_b_id)", [me.id])).toEqual([]);
    expect(await query("select 1 from messages where sender_id = $1", [other.id])).toEqual([]);
  });

  test("photos are removed, each retained once", async () => {
    const me = await createCompleteMember(app);
    const photoIds = [];
    for (let i = 0; i < 3; i++) {
      const { photos } = (await app.call(addPhotos, { form: photoForm(await makeJpeg(60, 80)) }, me.token)).body;
      photoIds.push(photos.at(-1)?._id ?? "");
    }
    const twice = [...photoIds, ...photoIds];
    const answers = await Promise.all(twice.map((photoId) => app.call(removePhoto, { params: { photoId } }, me.token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 404, 404, 404]);
    expect(await keysOf(me.id)).toHaveLength(3);
  });
});
