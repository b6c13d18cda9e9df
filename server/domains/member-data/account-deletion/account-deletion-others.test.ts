import { describe, expect, test } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import * as messages from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { REPORT_REASONS } from "#contract/moderation/report-reasons.ts";
import * as safety from "#contract/moderation/reports.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import { createCompleteMember, createMatch } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { sharedWith: "others" });
const elsewhere = testApp({}, { sharedWith: app });
const { leave, crush, write, picture, thread, conversations, wallet, count } = deletedMemberFixtures(app);
const { pass, purge } = retention(app);

describe("members after another one's account deletion", () => {
  test("see their own messages in the conversation, and none of the deleted member's", async () => {
    const [me, other] = await createMatch(app);
    await write(other, me, "Mine");
    await picture(other, me);
    const theirs = [(await write(me, other, "Theirs")).body.message, (await picture(me, other)).body.message];
    await write(me, other, "Theirs, last");
    const before = (await thread(other, me)).body;
    const device = await connectDevice(elsewhere, other.token);
    await leave(me);
    expect(await device.waitFor("member_deleted")).toEqual({ userId: me.id });
    device.close();

    const [row, ...more] = await conversations(other);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      otherUser: {
        _id: me.id,
        username: "Deleted member",
        isGone: true,
        isDemo: false,
        profile: { age: null, location: "", photos: [] },
      },
      unreadCount: 0,
      lastMessage: { sender: { _id: other.id }, messageType: "image" },
    });
    const now = (await thread(other, me)).body;
    expect(now.messages.map(({ content, messageType }) => content || messageType)).toEqual(["Mine", "image"]);
    const missed = (await thread(other, me, { after: before.rev })).body;
    expect([missed.messages, missed.deleted.length, missed.rev]).toEqual([[], 3, before.rev + 3]);
    expect(missed.deleted).toEqual(expect.arrayContaining(theirs.map(({ _id }) => _id)));
    expect(JSON.stringify([now, missed, row])).not.toContain(me.username);

    const [, own] = now.messages;
    expect((await fetch(app.address + (own?.imageUrl ?? ""))).status).toBe(200);
    expect((await fetch(app.address + (theirs[1]?.imageUrl ?? ""))).status).toBe(404);
    const conversationId = conversationIdOf(me.id, other.id);
    expect((await app.call(messages.markRead, { params: { conversationId } }, other.token)).status).toBe(200);
    expect(
      (await app.call(messages.deleteMessage, { params: { messageId: own?._id ?? "" } }, other.token)).status,
    ).toBe(200);
    expect((await thread(other, me)).body.messages).toHaveLength(1);
  });

  test("cannot reach the deleted member by any request", async () => {
    const [me, other] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    await crush(stranger, me);
    await write(me, other, "Hello");
    await leave(me);
    const userId = me.id;
    for (const { token, ...one } of [other, stranger]) {
      const answers = await Promise.all([
        app.call(getMember, { params: { userId } }, token),
        crush({ token, ...one }, me),
        write({ token, ...one }, me, "Are you there?"),
        picture({ token, ...one }, me),
        app.call(safety.unmatch, { body: { userId } }, token),
        app.call(safety.blockMember, { body: { userId } }, token),
        app.call(safety.reportMember, { body: { userId, reason: REPORT_REASONS[0] } }, token),
      ]);
      // Blocking responds as for an unknown id; past contacts can be reported.
      expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill(404), 200, 201]);
      const { crushes } = (await app.call(getCrushes, {}, token)).body;
      expect(Object.values(crushes).flat()).toEqual([]);
      expect(answers.map(({ body }) => body.code).slice(2, 4)).toEqual(
        Array(2).fill(one.id === other.id ? "member_deleted" : "profile_not_found"),
      );
      expect((await app.call(browse, {}, token)).body.profiles.map(({ id }) => id)).not.toContain(userId);
    }
    expect((await thread(stranger, me)).status).toBe(404);
    expect(await conversations(stranger)).toEqual([]);
  });

  test("keep nothing of what the two crushes were about", async () => {
    const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
    const about = { kind: "prompt", question: "My rest day looks like..." } as const;
    for (const [from, to] of [
      [me, other],
      [other, me],
    ] as const) {
      await app.call(sendCrush, { body: { recipientId: to.id, about } }, from.token);
    }
    await write(other, me, "Mine");
    const kept = "relationships where $1 in (member_a_id, member_b_id)";
    const withSubjects = `${kept} and a_crush_about is not null and b_crush_about is not null`;
    expect(await count(withSubjects, me.id)).toBe(1);
    await leave(me);
    expect(await count(kept, me.id)).toBe(1);
    expect(await count(`${kept} and (a_crush_about is not null or b_crush_about is not null)`, me.id)).toBe(0);
  });

  test("lose a match without messages, and an ended one, once they cannot be reported", async () => {
    const [me, silent] = await createMatch(app);
    const ended = await createCompleteMember(app);
    await crush(me, ended);
    await crush(ended, me);
    await write(me, ended, "Theirs");
    await write(ended, me, "Mine");
    await app.call(safety.unmatch, { body: { userId: me.id } }, ended.token);
    await leave(me);
    for (const one of [silent, ended]) {
      expect(await conversations(one)).toEqual([]);
      expect((await thread(one, me)).status).toBe(404);
    }
    expect(await count("messages where sender_id = $1 and (content <> '' or deleted_at is null)", me.id)).toBe(0);
    await pass(31);
    await purge();
    expect(await count("relationships where $1 in (member_a_id, member_b_id)", me.id)).toBe(1);
    expect(await count("messages where sender_id = $1", me.id)).toBe(0);
  });

  test("leave no rows either, once both accounts are deleted", async () => {
    const [me, other] = await createMatch(app);
    await write(me, other, "Hello");
    await write(other, me, "Hello you");
    await leave(me);
    await leave(other);
    expect(await count("relationships where $1 in (member_a_id, member_b_id)", me.id)).toBe(0);
    expect(await count("messages where sender_id in ($1, $2)", me.id, other.id)).toBe(0);
  });

  test("get an unanswered crush refunded, once, without a name", async () => {
    const [me, matched] = await createMatch(app);
    const [hopeful, blocked, unlimited] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!hopeful || !blocked || !unlimited) throw new Error("nobody is there");
    await app.database.pool.query(
      "insert into subscriptions (provider_id, member_id, is_active, period_end) values ($1, $2, true, now() + interval '9 days')",
      [`sub_${unlimited.id}`, unlimited.id],
    );
    for (const one of [hopeful, blocked, unlimited]) await crush(one, me);
    await app.call(safety.blockMember, { body: { userId: blocked.id } }, me.token);
    const device = await connectDevice(app, hopeful.token);
    await leave(me);
    expect(await device.waitFor("balance_changed")).toEqual({ balance: 5 });
    device.close();
    for (const one of [hopeful, blocked]) {
      const { balance, history } = await wallet(one);
      expect(balance).toBe(5);
      expect(history.slice(0, 2)).toMatchObject([
        { action: "refund", change: 1, item: "crush", recipientName: "Deleted member" },
        { action: "sent", change: -1, item: "crush", recipientName: "Deleted member" },
      ]);
    }
    const untouched = [await wallet(matched), await wallet(unlimited)];
    expect(untouched.map(({ balance }) => balance)).toEqual([4, 5]);
    expect(untouched.flatMap(({ history }) => history).map(({ action }) => action)).not.toContain("refund");
  });
});
