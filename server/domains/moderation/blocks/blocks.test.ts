import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { deleteMessage, getConversations, getMessages, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import * as safety from "#contract/moderation/reports.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, createMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const BY = { who: "ada", reason: "a test" };

type Other = { readonly id: string };
const unmatch = (me: TestMember, { id }: Other) => app.call(safety.unmatch, { body: { userId: id } }, me.token);
const block = (me: TestMember, { id }: Other) => app.call(safety.blockMember, { body: { userId: id } }, me.token);
const unblock = (me: TestMember, { id }: Other) => app.call(safety.unblockMember, { body: { userId: id } }, me.token);
const crush = (me: TestMember, { id }: Other) => app.call(sendCrush, { body: { recipientId: id } }, me.token);
const write = (me: TestMember, { id }: Other, content = "Hello") =>
  app.call(sendMessage, { body: { receiverId: id, content } }, me.token);
const thread = (me: TestMember, { id }: Other) => app.call(getMessages, { params: { userId: id } }, me.token);
const view = (me: TestMember, { id }: Other) => app.call(getMember, { params: { userId: id } }, me.token);
const seen = async (me: TestMember) =>
  (await app.call(browse, { query: {} }, me.token)).body.profiles.map(({ id }) => id);
const lists = async (me: TestMember) => {
  const { crushes } = (await app.call(getCrushes, {}, me.token)).body;
  const { conversations } = (await app.call(getConversations, {}, me.token)).body;
  return [...Object.values(crushes).map((list) => list.length), conversations.length];
};
const NOTHING = [0, 0, 0, 0, 0];

describe("unmatching", () => {
  test("ends a match for both sides permanently, with attachments, without telling who did it", async () => {
    const [a, b] = await createMatch(app);
    const { message } = (await write(a, b)).body;
    const picture = (await app.call(sendAttachment, { form: imageForm(await makeJpeg(), b.id) }, a.token)).body.message;
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    expect((await unmatch(b, a)).status).toBe(200);
    expect(await deviceA.waitFor("relationship_ended")).toEqual({ userId: b.id });
    expect(await deviceB.waitFor("relationship_ended")).toEqual({ userId: a.id });
    for (const [me, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(await lists(me)).toEqual(NOTHING);
      expect((await thread(me, other)).status).toBe(404);
      expect((await write(me, other)).status).toBe(404);
      expect((await crush(me, other)).status).toBe(404);
      expect((await view(me, other)).status).toBe(404);
      expect(await seen(me)).not.toContain(other.id);
      expect((await unmatch(me, other)).status).toBe(404);
    }
    expect((await fetch(app.address + picture.imageUrl)).status).toBe(404);
    expect((await app.call(deleteMessage, { params: { messageId: message._id } }, a.token)).status).toBe(404);
    deviceA.socket.emit("typing", { userId: a.id, recipientId: b.id });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(deviceB.received.map(({ event }) => event)).toEqual(["relationship_ended"]);
    for (const device of [deviceA, deviceB]) device.close();
  });

  test("requires a match", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    await crush(a, b);
    expect((await unmatch(a, b)).status).toBe(403);
    expect(await lists(b)).toEqual([1, 0, 0, 0, 0]);
  });

  test("while both write keeps every message that was acknowledged before it, and none after", async () => {
    const [a, b] = await createMatch(app);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => write(a, b)),
      unmatch(b, a),
      ...Array.from({ length: 20 }, () => write(b, a)),
    ]);
    const { rows } = await app.database.pool.query(
      `select last_sequence::int, (select count(*)::int from messages where relationship_id = relationships.id) as stored
       from relationships where ended_at is not null and $1 in (member_a_id, member_b_id)`,
      [a.id],
    );
    const sent = answers.filter(({ status }) => status === 201).length;
    expect(rows).toEqual([{ last_sequence: sent, stored: sent }]);
    // Whichever came first, each message was either kept or refused, and the match ended once.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(40 - sent);
    expect((await write(a, b)).status).toBe(404);
  });
});

describe("blocking", () => {
  test("hides two members without a relationship from each other, until it is deleted", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const device = await connectDevice(app, b.token);
    expect((await block(a, b)).body.message).toBe(`You have blocked ${b.username}.`);
    expect((await block(a, b)).status).toBe(200);
    expect(await seen(a)).not.toContain(b.id);
    expect(await seen(b)).not.toContain(a.id);
    expect(await view(a, b)).toMatchObject({ status: 403, body: { code: "blocked" } });
    expect(await view(b, a)).toMatchObject({ status: 404, body: { message: "Profile not found" } });
    expect(await crush(a, b)).toMatchObject({ status: 403, body: { code: "blocked" } });
    expect(await crush(b, a)).toMatchObject({ status: 404, body: { code: "profile_not_found" } });
    expect(await thread(b, a)).toMatchObject({ status: 404 });
    // Members without a relationship get no event.
    expect(device.received).toEqual([]);
    device.close();
    expect((await unblock(a, b)).status).toBe(200);
    expect(await seen(a)).toContain(b.id);
    expect((await crush(b, a)).status).toBe(200);
    expect((await crush(a, b)).body.isMatch).toBe(true);
  });

  test("ends a match or crush, and deleting the block restores neither", async () => {
    const [a, b] = await createMatch(app);
    await write(a, b);
    const c = await createCompleteMember(app);
    await crush(c, a);
    const [deviceB, deviceC] = [await connectDevice(app, b.token), await connectDevice(app, c.token)];
    for (const one of [b, c]) await block(a, one);
    for (const device of [deviceB, deviceC]) {
      expect(await device.waitFor("relationship_ended")).toEqual({ userId: a.id });
      device.close();
    }
    expect(await lists(a)).toEqual(NOTHING);
    for (const one of [b, c]) await unblock(a, one);
    expect(await lists(a)).toEqual(NOTHING);
    expect((await write(b, a)).status).toBe(404);
    expect((await crush(a, c)).status).toBe(404);
    expect((await view(b, a)).status).toBe(404);
  });

  test("from both sides concurrently is deleted by each member separately", async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
      const [byA, byB] = await Promise.all([block(a, b), block(b, a)]);
      // The second one may not see the other any more: the response contains no name then, and the block is not listed.
      const codeFor = ({ body }: typeof byA, { username }: TestMember) =>
        body.message === `You have blocked ${username}.` ? "blocked" : "profile_not_found";
      const codes = [codeFor(byA, b), codeFor(byB, a)];
      expect(codes).toContain("blocked");
      expect([(await view(a, b)).body.code, (await view(b, a)).body.code]).toEqual(codes);
      await unblock(a, b);
      expect((await view(a, b)).status).toBe(404);
      expect((await view(b, a)).body.code).toBe(codes[1]);
      await unblock(b, a);
      expect((await view(a, b)).status).toBe(200);
      expect((await view(b, a)).status).toBe(200);
    }
  });

  test("hides photos, too", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const form = new FormData();
    form.append("photos", new Blob([new Uint8Array(await makeJpeg(400, 500))], { type: "image/jpeg" }), "me.jpg");
    await app.fetch("/api/profile/photos", {
      method: "POST",
      headers: { authorization: `Bearer ${a.token}` },
      body: form,
    });
    const url = (await view(b, a)).body.user.profile.photos[0]?.url ?? "";
    expect((await fetch(app.address + url)).status).toBe(200);
    await block(a, b);
    expect((await fetch(app.address + url)).status).toBe(404);
  });

  test("of oneself is rejected", async () => {
    const a = await createMember(app);
    expect((await block(a, a)).status).toBe(400);
  });

  async function asked(me: TestMember, other: Other) {
    const messageId = randomUUID();
    const calls = [
      await view(me, other),
      await crush(me, other),
      await app.call(
        safety.reportMember,
        { body: { userId: other.id, reason: REPORT_REASONS[0], messageId } },
        me.token,
      ),
      await app.call(safety.listPastContacts, { query: {} }, me.token),
      await app.call(safety.listBlocked, { query: {} }, me.token),
    ];
    return calls.map(({ status, body }) => ({ status, body }));
  }

  test("responds alike for an invisible and an unknown id, and so does unblocking", async () => {
    const stranger = async () => createCompleteMember(app);
    const [hidden, suspended, blocker, gone] = [await stranger(), await stranger(), await stranger(), await stranger()];
    await app.call(updatePrivacy, { body: { hidden: true } }, hidden.token);
    await suspendMember(app.ctx, BY, suspended.id, null, "Threats.");
    await app.call(deleteAccount, { body: { password: gone.password } }, gone.token);
    const answers = [];
    for (const other of [{ id: randomUUID() }, hidden, suspended, blocker, gone]) {
      const me = await createCompleteMember(app);
      if (other === blocker) await block(blocker, me);
      const device = await connectDevice(app, me.token);
      const steps = [];
      for (const act of [unblock, block, block, unblock]) {
        const { status, body } = await act(me, other);
        steps.push({ status, body, ...(await asked(me, other)) });
      }
      answers.push({ steps, events: device.received.map(({ event }) => event) });
      device.close();
    }
    expect(answers[0]?.steps[0]).toMatchObject({ status: 200, body: { message: "Unblocked" } });
    expect(answers[0]?.steps[1]).toMatchObject({ status: 200, body: { message: "You have blocked this member." } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("of an unknown id stores nothing", async () => {
    const me = await createMember(app);
    const id = randomUUID();
    expect((await block(me, { id })).status).toBe(200);
    const { rows } = await app.database.pool.query(
      "select 1 from relationships where $1 in (member_a_id, member_b_id)",
      [me.id],
    );
    expect(rows).toEqual([]);
  });

  test("of a past contact is indistinguishable from one with a deleted account", async () => {
    const answers = [];
    for (const leave of [false, true]) {
      const [me, ex] = await createMatch(app);
      await unmatch(ex, me);
      if (leave) await app.call(deleteAccount, { body: { password: ex.password } }, ex.token);
      const steps = [];
      for (const act of [unblock, block, unblock, block]) {
        const { status, body } = await act(me, ex);
        steps.push({ status, body, ...(await asked(me, ex)) });
      }
      const text = JSON.stringify(steps).replaceAll(ex.id, "id").replaceAll(ex.username, "name");
      answers.push(text.replaceAll(/"lastContactAt":"[^"]+"|R-[2-9A-Z]{6}/g, ""));
    }
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).toContain('"isBlocked":true');
    expect(answers[0]).not.toContain("You have blocked name");
  });

  test("of a hidden member is listed once they are visible, and can be deleted then", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    const list = async () => (await app.call(safety.listBlocked, { query: {} }, me.token)).body.blocked;
    await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
    expect((await block(me, other)).body.message).toBe("You have blocked this member.");
    expect(await list()).toEqual([]);
    await app.call(updatePrivacy, { body: { hidden: false } }, other.token);
    expect(await seen(me)).not.toContain(other.id);
    expect(await seen(other)).not.toContain(me.id);
    expect(await list()).toMatchObject([{ _id: other.id, username: other.username }]);
    expect((await unblock(me, other)).status).toBe(200);
    expect(await seen(me)).toContain(other.id);
  });

  test("stays listed if the member hides later", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    await block(me, other);
    await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
    expect((await block(me, other)).body.message).toBe("You have blocked this member.");
    const { blocked } = (await app.call(safety.listBlocked, { query: {} }, me.token)).body;
    expect(blocked).toMatchObject([{ _id: other.id }]);
    expect((await view(me, other)).body.code).toBe("blocked");
    expect((await unblock(me, other)).body.message).toBe(`You have unblocked ${other.username}.`);
  });

  test("is listed, latest first, in pages", async () => {
    const me = await createCompleteMember(app);
    const others = [await createMember(app), await createMember(app), await createMember(app)];
    for (const other of others) await block(me, other);
    const read = (query: { limit?: number; cursor?: string }) => app.call(safety.listBlocked, { query }, me.token);
    const first = (await read({ limit: 2 })).body;
    expect(first.blocked.map(({ username }) => username)).toEqual([others[2]?.username, others[1]?.username]);
    const rest = (await read({ cursor: first.nextCursor ?? "" })).body;
    expect(rest).toMatchObject({ blocked: [{ _id: others[0]?.id }], nextCursor: null });
  });
});
