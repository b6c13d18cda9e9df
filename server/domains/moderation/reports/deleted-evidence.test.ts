import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteMessage, getConversations, getMessages, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { addPhotos, removePhoto, updateProfile } from "#contract/members/profiles.ts";
import { blockMember, reportMember, unmatch } from "#contract/moderation/reports.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const { pass, purge, keysOf, textsOf } = retention(app);

const write = async (from: TestMember, { id }: TestMember, content: string) =>
  (await app.call(sendMessage, { body: { receiverId: id, content } }, from.token)).body.message;
const picture = async (from: TestMember, { id }: TestMember) =>
  (await app.call(sendAttachment, { form: imageForm(await makeJpeg(60, 50), id) }, from.token)).body.message;
const remove = (from: TestMember, { _id: messageId }: { _id: string }) =>
  app.call(deleteMessage, { params: { messageId } }, from.token);
const addPhoto = async (me: TestMember) =>
  (await app.call(addPhotos, { form: photoForm(await makeJpeg(80, 100)) }, me.token)).body.photos.at(-1);
async function leave(me: TestMember) {
  const answer = await app.call(deleteAccount, { body: { password: me.password } }, me.token);
  await eraseDeleted(app);
  return answer;
}
const hasFile = (key: string) =>
  existsSync(join(app.ctx.config.dataDir, "photos", key.slice(0, 2), `${key}-full.webp`));

interface Kept {
  readonly profile: Record<string, unknown> & { photos: Record<string, unknown>[] };
  readonly messages: { id: string; content: string; kind: string; deletedAt?: string }[];
}

/** @returns the status of the response, and the stored evidence */
async function report(me: TestMember, { id: userId }: { id: string }, more: object = {}) {
  const body = { userId, reason: "Harassment or threats", ...more } as const;
  const { status } = await app.call(reportMember, { body }, me.token);
  const { rows } = await app.database.pool.query(
    "select id, message_id, evidence from reports where reporter_id = $1 order by created_at desc limit 1",
    [me.id],
  );
  const row = rows[0] as { id: string; message_id: string | null; evidence: Kept } | undefined;
  const pictures = await app.database.pool.query(
    "select key, caption from report_images where report_id = $1 order by caption",
    [row?.id],
  );
  return { status, row, evidence: row?.evidence, pictures: pictures.rows as { key: string; caption: string }[] };
}

describe("a deleted message", () => {
  test("is in a report for 30 days, in order and marked, with its image, and then purged", async () => {
    const [me, other] = await createMatch(app);
    await write(me, other, "Stop it, please.");
    const vile = await write(other, me, "Something vile");
    await write(me, other, "I said stop.");
    const nude = await picture(other, me);
    for (const message of [vile, nude]) expect((await remove(other, message)).status).toBe(200);
    const told = JSON.stringify([
      (await app.call(getMessages, { params: { userId: other.id } }, me.token)).body,
      (await app.call(getMessages, { params: { userId: other.id }, query: { after: 0 } }, me.token)).body,
      (await app.call(getConversations, {}, me.token)).body,
      (await app.call(getMessages, { params: { userId: me.id } }, other.token)).body,
    ]);
    expect(told).not.toContain("vile");
    const [key = ""] = await keysOf(other.id);
    for (const viewer of [me, other])
      for (const address of [nude.imageUrl ?? "", app.ctx.photoUrls.of(key, viewer.id).full])
        expect((await fetch(app.address + address)).status).toBe(404);
    await purgePendingUploads(app.ctx);
    expect(hasFile(key)).toBe(true);

    await pass(29);
    await purge();
    const { status, row, evidence, pictures } = await report(me, other, { messageId: vile._id });
    expect([status, row?.message_id]).toEqual([201, vile._id]);
    expect(evidence?.messages.map(({ content, kind }) => content || kind)).toEqual([
      "Stop it, please.",
      "Something vile",
      "I said stop.",
      "image",
    ]);
    expect(evidence?.messages.map(({ deletedAt }) => deletedAt !== undefined)).toEqual([false, true, false, true]);
    expect(pictures.map(({ caption }) => caption)).toEqual([`message ${nude._id}`]);

    await pass(2);
    await purge();
    await expect.poll(() => hasFile(key)).toBe(false);
    expect(await textsOf(other.id)).toEqual([]);
    const later = await report(me, other, { messageId: vile._id });
    expect(later.evidence?.messages.map(({ content }) => content)).toEqual(["Stop it, please.", "I said stop."]);
    // The copies in a report stay with it.
    expect(pictures.map((copy) => hasFile(copy.key))).toEqual([true]);
  });

  test("is found even if it is older than a report's usual messages", async () => {
    const [me, other] = await createMatch(app);
    await write(other, me, "Before");
    const vile = await write(other, me, "Something vile");
    await remove(other, vile);
    for (let i = 0; i < 100; i++) await write(other, me, `harmless ${i}`);
    const { evidence } = await report(me, other, { messageId: vile._id });
    expect(evidence?.messages.map(({ content }) => content).slice(0, 3)).toEqual([
      "Before",
      "Something vile",
      "harmless 0",
    ]);
    expect(evidence?.messages).toHaveLength(102);
  });

  test("is marked for the operator", async () => {
    const [me, other] = await createMatch(app);
    const vile = await write(other, me, "Something vile");
    await remove(other, vile);
    await leave(other);
    const { row } = await report(me, other, { messageId: vile._id });
    const { out } = await runCommand(app, ["reports", "show", row?.id ?? ""]);
    expect(out).toMatch(new RegExp(`^> .*${other.username}: Something vile \\[deleted \\d{4}-`, "m"));
    expect(out).toMatch(new RegExp(`^about +${other.username}, ${other.id}, deleted$`, "m"));
  });
});

describe("a photo that was removed from a profile", () => {
  test("is in a report for 30 days, marked, and then purged", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    const removed = await addPhoto(other);
    const kept = await addPhoto(other);
    await app.call(removePhoto, { params: { photoId: removed?._id ?? "" } }, other.token);
    const [key = ""] = await keysOf(other.id);
    expect((await fetch(app.address + app.ctx.photoUrls.of(key, other.id).full)).status).toBe(404);
    const { evidence, pictures } = await report(me, other);
    expect(evidence?.profile.photos).toMatchObject([
      { id: kept?._id },
      { id: removed?._id, removedAt: expect.any(String) },
    ]);
    expect(pictures.map(({ caption }) => caption).toSorted()).toEqual(
      [`photo ${kept?._id}`, `photo ${removed?._id} (removed)`].toSorted(),
    );
    await pass(31);
    await purge();
    expect((await report(me, other)).pictures.map(({ caption }) => caption)).toEqual([`photo ${kept?._id}`]);
    await expect.poll(() => hasFile(key)).toBe(false);
  });

  test("cannot be displaced by photos that are removed after it", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    const shown = await addPhoto(other);
    await app.call(removePhoto, { params: { photoId: shown?._id ?? "" } }, other.token);
    for (let i = 0; i < 14; i++) {
      const photo = await addPhoto(other);
      await app.call(removePhoto, { params: { photoId: photo?._id ?? "" } }, other.token);
    }
    const { pictures } = await report(me, other);
    expect(pictures.map(({ caption }) => caption)).toContain(`photo ${shown?._id} (removed)`);
  });

  test("is one of the 60 that were shown longest", async () => {
    const me = await createCompleteMember(app);
    // As by somebody who adds and removes harmless ones, until the one that others saw would be displaced.
    await app.database.pool.query(
      `insert into retained_photos (key, photo_id, member_id, width, height, thumbhash, alt, shown_from, removed_at, purge_after)
       select md5(n::text || $1), gen_random_uuid(), $1::uuid, 1, 1, '', '', now() - make_interval(secs => n), now(), now() + interval '1 day'
       from generate_series(1, 60) as n`,
      [me.id],
    );
    const [shown, flashed] = [await addPhoto(me), await addPhoto(me)];
    await app.database.pool.query("update photos set created_at = now() - interval '1 day' where id = $1", [
      shown?._id,
    ]);
    for (const photo of [shown, flashed])
      await app.call(removePhoto, { params: { photoId: photo?._id ?? "" } }, me.token);
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n, bool_or(photo_id = $2) as has_shown, min(removed_at - shown_from) as shortest
       from retained_photos where member_id = $1`,
      [me.id, shown?._id],
    );
    expect(rows).toEqual([{ n: 60, has_shown: true, shortest: expect.objectContaining({ seconds: 2 }) }]);
  });
});

describe("an earlier bio", () => {
  const write = (me: TestMember, bio: string) => app.call(updateProfile, { body: { bio } }, me.token);
  const showFor = (me: TestMember, time: string) =>
    app.database.pool.query("update profiles set texts_changed_at = now() - $2::interval where member_id = $1", [
      me.id,
      time,
    ]);

  test("is in a report for 30 days with its prompts, if it was shown", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    await write(other, "Go away, slur.");
    await showFor(other, "2 minutes");
    await write(other, "Half a thought");
    await write(other, "I love dogs.");
    // Other fields, and the same text again, replace nothing.
    await showFor(other, "2 minutes");
    await app.call(updateProfile, { body: { bio: "I love dogs.", lookingFor: null } }, other.token);
    const { evidence } = await report(me, other);
    expect(evidence?.profile).toMatchObject({
      bio: "I love dogs.",
      earlierTexts: [expect.stringMatching(/^Until .+ UTC:\nGo away, slur\.\nMy rest day .+/)],
    });
    await app.database.pool.query("update retained_texts set purge_after = now() - interval '1 second'");
    expect((await report(me, other)).evidence?.profile).not.toHaveProperty("earlierTexts");
    await purge();
    expect((await app.database.pool.query("select from retained_texts")).rowCount).toBe(0);
  });

  test("is not displaced by others in a row, and goes with an account that nobody can report", async () => {
    const me = await createCompleteMember(app);
    await write(me, "Go away, slur.");
    await showFor(me, "1 day");
    await app.database.pool.query(
      `insert into retained_texts
       select gen_random_uuid(), $1, 'Hi', '[]', now() - interval '2 minutes', now(), now() + interval '1 day'
       from generate_series(1, 60)`,
      [me.id],
    );
    await write(me, "I love dogs.");
    const kept = async () =>
      (await app.database.pool.query("select bio from retained_texts where member_id = $1", [me.id])).rows;
    expect(await kept()).toHaveLength(60);
    expect(await kept()).toContainEqual({ bio: "Go away, slur." });
    await leave(me);
    expect(await kept()).toEqual([]);
  });
});

describe("a deleted account", () => {
  test("can be reported for 30 days with its profile and recent messages, however contact ended before", async () => {
    const [other, me] = await createMatch(app);
    const [ex, admirer] = [await createCompleteMember(app), await createCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: ex.id } }, other.token);
    await app.call(sendCrush, { body: { recipientId: other.id } }, ex.token);
    await app.call(sendCrush, { body: { recipientId: other.id } }, admirer.token);
    await write(other, ex, "To an ex");
    await app.call(unmatch, { body: { userId: ex.id } }, other.token);
    const photo = await addPhoto(other);
    const old = await write(other, me, "Long ago");
    await app.database.pool.query("update messages set created_at = now() - interval '31 days' where id = $1", [
      old._id,
    ]);
    await write(me, other, "Who are you?");
    const vile = await write(other, me, "Something vile");
    await picture(other, me);
    await leave(other);

    const mine = await report(me, other, { messageId: vile._id, block: true });
    expect(mine.status).toBe(201);
    expect(mine.row?.message_id).toBe(vile._id);
    expect(mine.evidence?.profile).toMatchObject({
      username: other.username,
      accountDeletedAt: expect.any(String),
      bio: "Barbell club by night.",
      prompts: [{ answer: "Pancakes." }],
      photos: [{ id: photo?._id, removedAt: expect.any(String) }],
    });
    expect(mine.evidence?.messages.map(({ content, kind }) => content || kind)).toEqual([
      "Who are you?",
      "Something vile",
      "image",
    ]);
    expect(mine.pictures).toHaveLength(2);
    for (const secret of [other.email, "1994-05-17", "cell", "coordinates"])
      expect(JSON.stringify(mine.evidence)).not.toContain(secret);
    expect((await report(ex, other)).evidence?.messages.map(({ content }) => content)).toEqual(["To an ex"]);
    expect((await report(admirer, other)).evidence?.messages).toEqual([]);
    expect((await report(await createCompleteMember(app), other)).status).toBe(404);

    const keys = await keysOf(other.id);
    expect(keys.map(hasFile)).toEqual([true, true]);
    await pass(31);
    await purge();
    await expect.poll(() => keys.map(hasFile)).toEqual([false, false]);
    expect((await report(me, other)).status).toBe(404);
    expect(await textsOf(other.id)).toEqual([]);
    const left = "select (select count(*)::int from retained_profiles where member_id = $1) as profiles";
    expect((await app.database.pool.query(left, [other.id])).rows).toEqual([{ profiles: 0 }]);
    // The other member's conversation is unchanged.
    expect((await app.call(getMessages, { params: { userId: other.id } }, me.token)).body.messages).toMatchObject([
      { content: "Who are you?" },
    ]);
  });

  test("that cannot be reported leaves no data: no contact, or contact that ended long ago", async () => {
    const loner = await createCompleteMember(app);
    const photo = await addPhoto(loner);
    await addPhoto(loner);
    await app.call(removePhoto, { params: { photoId: photo?._id ?? "" } }, loner.token);
    const enemy = await createCompleteMember(app);
    await app.call(blockMember, { body: { userId: enemy.id } }, loner.token);
    await app.call(blockMember, { body: { userId: loner.id } }, enemy.token);
    const [member, ex] = await createMatch(app);
    await write(member, ex, "Hello");
    await app.call(unmatch, { body: { userId: ex.id } }, member.token);
    await pass(31);
    for (const one of [loner, member]) {
      const keys = [
        ...(await keysOf(one.id)),
        ...(await app.database.pool.query("select key from photos where member_id = $1", [one.id])).rows.map(
          ({ key }) => key,
        ),
      ];
      expect((await leave(one)).status).toBe(200);
      expect(await textsOf(one.id)).toEqual([]);
      expect(await keysOf(one.id)).toEqual([]);
      await expect.poll(() => keys.map(hasFile)).toEqual(keys.map(() => false));
      const { rows } = await app.database.pool.query(
        `select 1 from relationships where $1 in (member_a_id, member_b_id)
         union all select 1 from retained_profiles where member_id = $1`,
        [one.id],
      );
      expect(rows).toEqual([]);
    }
  });

  test("leaves no data once the other member is deleted as well", async () => {
    const [me, other] = await createMatch(app);
    await write(me, other, "Mine");
    await remove(other, await picture(other, me));
    await addPhoto(me);
    await leave(me);
    const keys = [...(await keysOf(me.id)), ...(await keysOf(other.id))];
    expect(keys.map(hasFile)).toEqual([true, true]);
    await leave(other);
    await purge();
    await expect.poll(() => keys.map(hasFile)).toEqual([false, false]);
    const { rows } = await app.database.pool.query(
      `select 1 from relationships where $1 in (member_a_id, member_b_id) union all select 1 from messages where sender_id in ($1, $2)
       union all select 1 from retained_profiles where member_id in ($1, $2)
       union all select 1 from retained_photos where member_id in ($1, $2)`,
      [me.id, other.id],
    );
    expect(rows).toEqual([]);
  });
});
