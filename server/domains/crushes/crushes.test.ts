import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { markRead, sendMessage } from "#contract/chat/messages.ts";
import {
  getCrushes,
  getNewMatches,
  getUnseenCrushCount,
  markCrushesSeen,
  markMatchesSeen,
  sendCrush,
} from "#contract/crushes/crushes.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { TrackedClient } from "#server/platform/db/tracked-client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const crush = (from: TestMember, to: { id: string }) =>
  app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
const wallet = async (member: TestMember) => (await app.call(getWallet, {}, member.token)).body;
const overview = async (member: TestMember) => {
  const { crushes } = (await app.call(getCrushes, {}, member.token)).body;
  const names = (list: readonly { username: string }[]) => list.map((one) => one.username);
  return {
    received: names(crushes.crushesReceived),
    sent: names(crushes.crushesSent),
    matches: names(crushes.matches),
    active: names(crushes.activeConnections),
  };
};

describe("sending a crush", () => {
  // @spec 3.crush-data-crush 3.crushes-overview-four 3.send-crush-response 4.crush-spends-credit
  // @spec 6.subscribers-send-free 7.get-api-crushes 7.post-api-match 9.crush-costs-1
  test("costs one credit and is in both histories", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const { status, body } = await crush(a, b);
    expect(status).toBe(200);
    expect(body).toMatchObject({ remainingCrushes: 4, isMatch: false, message: `Crush sent to ${b.username}!` });
    expect((await wallet(a)).history[0]).toMatchObject({
      action: "sent",
      change: -1,
      amount: 1,
      recipientName: b.username,
      senderName: null,
    });
    expect((await wallet(b)).history[0]).toMatchObject({
      action: "received",
      change: 0,
      amount: 0,
      senderName: a.username,
      recipientName: null,
    });
    expect((await wallet(b)).balance).toBe(5);
    expect(await overview(a)).toEqual({ received: [], sent: [b.username], matches: [], active: [] });
    expect(await overview(b)).toEqual({ received: [a.username], sent: [], matches: [], active: [] });
  });

  // @spec 3.crushes-overview-four 7.get-api-crushes-2
  test("that answers one is a match, with an event to both members", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app, { age: 41 })];
    await app.call(addPhotos, { form: photoForm(await makeJpeg()) }, b.token);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    await crush(a, b);
    expect((await deviceB.waitFor("crush_received")).from).toMatchObject({ _id: a.id, username: a.username });
    expect(await deviceA.waitFor("balance_changed")).toEqual({ balance: 4 });
    const { body } = await crush(b, a);
    expect(body.isMatch).toBe(true);
    expect((await deviceA.waitFor("matched")).with._id).toBe(b.id);
    expect((await deviceB.waitFor("matched")).with._id).toBe(a.id);
    expect(await overview(a)).toEqual({ received: [b.username], sent: [], matches: [b.username], active: [] });
    await app.call(sendMessage, { body: { receiverId: a.id, content: "Hi" } }, b.token);
    expect((await overview(a)).active).toEqual([b.username]);
    const { crushes } = (await app.call(getCrushes, {}, a.token)).body;
    const photos = [{ url: expect.stringMatching(/^\/photos\//), isMain: true }];
    const entry = { _id: b.id, username: b.username, profile: { age: 41, location: "Austin, TX", photos } };
    for (const list of ["crushesReceived", "matches", "activeConnections"] as const)
      expect(crushes[list]).toMatchObject([entry]);
    deviceA.close();
    deviceB.close();
  });

  test("reads the cards of its events only if somebody may get them", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const query = vi.spyOn(TrackedClient.prototype, "query");
    onTestFinished(() => query.mockRestore());
    // A text, or a prepared statement with one.
    const cardsRead = () => query.mock.calls.filter((sent) => /from \\?"photos/.test(JSON.stringify(sent))).length;
    await crush(a, b);
    expect(cardsRead()).toBe(0);
    const device = await connectDevice(app, a.token);
    await crush(b, a);
    expect((await device.waitFor("matched")).with._id).toBe(b.id);
    expect(cardsRead()).toBe(1);
    device.close();
  });

  describe("while the cards of its events are read", () => {
    /** @param work of another client, right before cards are read; if it fails, that fails. @returns what ends it */
    function onCardsRead(work: () => Promise<unknown>): () => void {
      const { query } = TrackedClient.prototype;
      const spy = vi.spyOn(TrackedClient.prototype, "query").mockImplementation(function (
        this: TrackedClient,
        ...sent
      ) {
        // A text, or a prepared statement with one.
        if (!/from \\?"photos/.test(JSON.stringify(sent))) return query.apply(this, sent);
        return work().then(() => query.apply(this, sent)) as never;
      });
      onTestFinished(() => spy.mockRestore());
      return () => spy.mockRestore();
    }

    test("a failure makes the devices of both catch up, and loses nothing else", async () => {
      const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
      const [deviceA, deviceB] = [
        await connectDevice(app, a.token, undefined, true),
        await connectDevice(app, b.token, undefined, true),
      ];
      await crush(a, b);
      await deviceB.waitFor("crush_received");
      onCardsRead(() => Promise.reject(new Error("the disk is on fire")));
      expect((await crush(b, a)).body.isMatch).toBe(true);
      await Promise.all([deviceA.waitFor("events_missed"), deviceB.waitFor("events_missed")]);
      await deviceB.waitFor("crush_sent");
      deviceA.close();
      deviceB.close();
    });

    test("a block keeps the card from the other", async () => {
      const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
      const device = await connectDevice(app, b.token);
      const { promise: blocked, resolve } = Promise.withResolvers<number>();
      const end = onCardsRead(async () => {
        end();
        resolve((await app.call(blockMember, { body: { userId: b.id } }, a.token)).status);
      });
      await crush(a, b);
      expect(await blocked).toBe(200);
      // Its events come after those of the first one.
      const c = await createCompleteMember(app);
      await crush(c, b);
      await device.waitFor("crush_received");
      expect(device.received.flatMap((one) => (one.event === "crush_received" ? [one.payload.from._id] : []))).toEqual([
        c.id,
      ]);
      device.close();
    });
  });

  test("says what on the profile it is about, to the recipient only", async () => {
    const [a, b, c] = await Promise.all([
      createCompleteMember(app),
      createCompleteMember(app),
      createCompleteMember(app),
    ]);
    const device = await connectDevice(app, b.token);
    const about = { kind: "prompt", question: "My rest day looks like..." } as const;
    const photo = { kind: "photo", photoId: newId() } as const;
    await app.call(sendCrush, { body: { recipientId: b.id, about } }, a.token);
    await app.call(sendCrush, { body: { recipientId: b.id, about: photo } }, c.token);
    const received = async () =>
      (await app.call(getCrushes, {}, b.token)).body.crushes.crushesReceived.map((one) => one.about);
    expect(await received()).toEqual([photo, about]);
    const view = async (viewer: TestMember, id: string) =>
      (await app.call(getMember, { params: { userId: id } }, viewer.token)).body.crushAbout;
    expect([await view(b, a.id), await view(a, b.id), await view(c, a.id)]).toEqual([about, undefined, undefined]);
    await device.waitFor("crush_received");
    const events = device.received.flatMap((one) => (one.event === "crush_received" ? [one.payload.from.about] : []));
    expect(events).toEqual([about, photo]);
    device.close();
    // Nothing is said of an answer, and a crush that crosses keeps its own.
    await crush(b, a);
    expect([await view(b, a.id), await view(a, b.id)]).toEqual([about, undefined]);
  });

  test.each([
    { kind: "prompt", question: "A question of my own" },
    { kind: "photo", photoId: "../photos/1" },
    { kind: "text", text: "Hi" },
  ])("about something else is rejected: %j", async (about) => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const answer = await app.call(sendCrush, { body: { recipientId: b.id, about: about as never } }, a.token);
    expect(answer.status).toBe(400);
    expect((await wallet(a)).balance).toBe(5);
  });

  test("accepts an id in upper case", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    expect((await crush(a, { id: b.id.toUpperCase() })).status).toBe(200);
    expect((await crush(b, { id: a.id.toUpperCase() })).body.isMatch).toBe(true);
    const [low, high] = [a.id, b.id].sort();
    const conversationId = `${low}_${high}`.toUpperCase();
    expect((await app.call(markRead, { params: { conversationId } }, a.token)).status).toBe(200);
  });

  // @spec 5.youve-already-sent
  test("a second time is rejected and charges nothing", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    await crush(a, b);
    expect(await crush(a, b)).toMatchObject({
      status: 409,
      body: { code: "already_sent", message: "You've already sent a crush to this person." },
    });
    expect((await wallet(a)).balance).toBe(4);
  });

  // @spec 5.youre-out-crushes
  test("without credits is rejected and changes nothing", async () => {
    const a = await createCompleteMember(app);
    const others = await Promise.all(Array.from({ length: 6 }, () => createCompleteMember(app)));
    for (const other of others.slice(0, 5)) expect((await crush(a, other)).status).toBe(200);
    const last = others[5] as TestMember;
    expect(await crush(a, last)).toMatchObject({
      status: 402,
      body: { code: "out_of_crushes", message: "You're out of crushes! Visit your profile to get more." },
    });
    expect((await wallet(a)).balance).toBe(0);
    expect(await overview(last)).toMatchObject({ received: [] });
    expect((await wallet(last)).history).toHaveLength(1);
    expect((await app.call(getMember, { params: { userId: last.id } }, a.token)).body.crushSent).toBe(false);
  });

  test("is not stored without its charge", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const owner = new pg.Client(app.database.owner);
    await owner.connect();
    await owner.query("update wallets set member_id = null where member_id = $1", [b.id]);
    await owner.end();
    expect((await crush(a, b)).status).toBe(402);
    expect(await overview(a)).toMatchObject({ sent: [] });
  });

  test("to oneself, an unknown or an unavailable member is rejected", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    expect((await crush(a, a)).status).toBe(400);
    expect((await crush(a, { id: newId() })).status).toBe(404);
    expect((await crush(a, { id: "nonsense" })).status).toBe(400);
    for (const status of ["hidden", "suspended", "deleted"]) {
      await app.database.pool.query("update members set status = $1 where id = $2", [status, b.id]);
      expect((await crush(a, b)).status).toBe(404);
    }
    expect((await wallet(a)).balance).toBe(5);
  });
});

describe("concurrently", () => {
  // @spec 4.crush-spends-credit
  test("six crushes with a balance of four send four", async () => {
    const a = await createCompleteMember(app);
    const others = await Promise.all(Array.from({ length: 7 }, () => createCompleteMember(app)));
    await crush(a, others[6] as TestMember);
    const answers = await Promise.all(others.slice(0, 6).map((other) => crush(a, other)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 402, 402]);
    expect((await wallet(a)).balance).toBe(0);
    expect((await overview(a)).sent).toHaveLength(5);
  });

  test("two members who send each other a crush are one match, with one event and one charge each", async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
      const [deviceA, deviceB] = await Promise.all([connectDevice(app, a.token), connectDevice(app, b.token)]);
      const answers = await Promise.all([crush(a, b), crush(b, a)]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      expect(answers.filter((answer) => answer.body.isMatch)).toHaveLength(1);
      for (const [device, member] of [
        [deviceA, a],
        [deviceB, b],
      ] as const) {
        await device.waitFor("matched");
        expect(device.received.filter((one) => one.event === "matched")).toHaveLength(1);
        expect((await wallet(member)).balance).toBe(4);
        expect((await overview(member)).matches).toHaveLength(1);
        device.close();
      }
    }
  });

  test.each(["hidden", "suspended", "deleted"])(
    "a crush on a member who becomes %s meanwhile is refused",
    async (status) => {
      const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
      const other = await app.database.pool.connect();
      await other.query("begin");
      await other.query("update members set status = $1 where id = $2", [status, b.id]);
      const answer = crush(a, b);
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(1);
      await other.query("commit");
      other.release();
      expect((await answer).status).toBe(404);
      expect((await wallet(a)).balance).toBe(5);
      expect((await overview(a)).sent).toEqual([]);
      const told = await app.database.pool.query("select from notifications where member_id = $1", [b.id]);
      expect(told.rowCount).toBe(0);
    },
  );

  test("a crush and a block at the same moment leave nothing to see, and the exact credit", async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
      const [answer, blocked] = await Promise.all([
        crush(a, b),
        app.call(blockMember, { body: { userId: a.id } }, b.token),
      ]);
      expect(blocked.status).toBe(200);
      expect([200, 404]).toContain(answer.status);
      expect((await wallet(a)).balance).toBe(answer.status === 200 ? 4 : 5);
      for (const member of [a, b]) {
        expect(await overview(member)).toEqual({ received: [], sent: [], matches: [], active: [] });
      }
    }
  });

  test("of many crushes on one member those that may not be sent stop no others, and all others are stored once", async () => {
    const popular = await createCompleteMember(app);
    const senders = await Promise.all(Array.from({ length: 12 }, () => createCompleteMember(app)));
    const [poor, suspended, blocked, early, answered] = senders as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    for (const other of await Promise.all(Array.from({ length: 5 }, () => createCompleteMember(app))))
      await crush(poor, other);
    await app.database.pool.query("update members set status = 'suspended' where id = $1", [suspended.id]);
    await app.call(blockMember, { body: { userId: blocked.id } }, popular.token);
    await crush(early, popular);
    await crush(popular, answered);
    const others = senders.slice(0, 2).map(() => newId());
    const answers = await Promise.all([
      ...senders.map((sender) => crush(sender, popular)),
      ...others.map((id) => crush(senders[11] as TestMember, { id })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect([statuses[0], statuses[2], statuses[3]]).toEqual([402, 404, 409]);
    expect([401, 403]).toContain(statuses[1]);
    expect(statuses.slice(4)).toEqual([...Array(8).fill(200), 404, 404]);
    expect(answers.map(({ body }) => body.isMatch).filter(Boolean)).toHaveLength(1);
    const balances = await Promise.all(senders.slice(4).map(async (sender) => (await wallet(sender)).balance));
    expect(balances).toEqual(Array(8).fill(4));
    expect((await wallet(early)).balance).toBe(4);
    expect((await overview(popular)).received).toHaveLength(9);
    expect((await overview(popular)).matches).toEqual([answered.username]);
  });

  test("a member who is locked keeps no other member's crushes", async () => {
    const [a, b, locked] = [
      await createCompleteMember(app),
      await createCompleteMember(app),
      await createCompleteMember(app),
    ];
    const other = await app.database.pool.connect();
    await other.query("begin");
    await other.query("select from members where id = $1 for update", [locked.id]);
    let isWaiting = true;
    const waiting = crush(a, locked).finally(() => (isWaiting = false));
    for (let i = 0; i < 3; i++)
      expect((await crush(b, i === 0 ? a : { id: newId() })).status).toBe(i === 0 ? 200 : 404);
    expect(isWaiting).toBe(true);
    await other.query("commit");
    other.release();
    expect((await waiting).status).toBe(200);
    expect((await wallet(a)).balance).toBe(4);
  });

  test("a conversation that has ended and is being emptied keeps no crush waiting", async () => {
    const [[a, former], [b, c]] = [await createMatch(app), await createMatch(app)];
    await app.call(unmatch, { body: { userId: former.id } }, a.token);
    const other = await app.database.pool.connect();
    await other.query("begin");
    await other.query("select from relationships where member_a_id = least($1::uuid, $2) for update", [
      a.id,
      former.id,
    ]);
    const answers = await Promise.all([crush(a, former), crush(b, a), crush(c, a)]);
    await other.query("rollback");
    other.release();
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200]);
  });

  test("a crush sent twenty times is one", async () => {
    const [a, b] = [await createCompleteMember(app), await createCompleteMember(app)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => crush(a, b)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
    expect((await wallet(a)).balance).toBe(4);
    expect((await overview(b)).received).toEqual([a.username]);
  });
});

test("active connections are ordered by their last messages", async () => {
  const me = await createCompleteMember(app, {});
  const others = [await createCompleteMember(app), await createCompleteMember(app)];
  for (const other of others) {
    await crush(me, other);
    await crush(other, me);
  }
  const say = (to: { id: string }) => app.call(sendMessage, { body: { receiverId: to.id, content: "Hi" } }, me.token);
  for (const other of others) await say(other);
  expect((await overview(me)).active).toEqual([others[1]?.username, others[0]?.username]);
  await say(others[0] as TestMember);
  expect((await overview(me)).active).toEqual([others[0]?.username, others[1]?.username]);
});

test("a match that the other made is new until it is celebrated, or until they chat", async () => {
  const fresh = async (member: TestMember) => {
    const { matches, more } = (await app.call(getNewMatches, {}, member.token)).body;
    return [matches.map(({ _id }) => _id), more];
  };
  const me = await createCompleteMember(app);
  const others: TestMember[] = [];
  for (let i = 0; i < 4; i++) others.push(await createCompleteMember(app));
  const [a, b, c, d] = others as [TestMember, TestMember, TestMember, TestMember];
  for (const other of others) {
    await crush(me, other);
    expect(await fresh(me)).toEqual([
      [...others]
        .slice(0, others.indexOf(other))
        .map(({ id }) => id)
        .reverse(),
      0,
    ]);
    await crush(other, me);
    expect(await fresh(other)).toEqual([[], 0]);
    if (other === c) break;
  }
  expect(await fresh(me)).toEqual([[c.id, b.id, a.id], 0]);
  await app.call(sendMessage, { body: { receiverId: me.id, content: "Hi" } }, b.token);
  expect(await fresh(me)).toEqual([[c.id, a.id], 0]);
  expect((await app.call(getUnseenCrushCount, {}, me.token)).body.unseen).toBe(3);
  expect((await app.call(markMatchesSeen, {}, me.token)).status).toBe(200);
  expect(await fresh(me)).toEqual([[], 0]);
  expect((await app.call(getUnseenCrushCount, {}, me.token)).body.unseen).toBe(0);
  await crush(me, d);
  await crush(d, me);
  expect(await fresh(me)).toEqual([[d.id], 0]);
});

describe("the unseen count of My Crushes", () => {
  const unseen = async (member: TestMember) => (await app.call(getUnseenCrushCount, {}, member.token)).body.unseen;

  test("counts crushes since the last visit, on all devices of the member", async () => {
    const [me, one, two, three] = [
      await createCompleteMember(app),
      await createCompleteMember(app),
      await createCompleteMember(app),
      await createCompleteMember(app),
    ];
    expect(await unseen(me)).toBe(0);
    await crush(one, me);
    await crush(two, me);
    await crush(me, three);
    expect(await unseen(me)).toBe(2);
    const device = await connectDevice(app, me.token);
    expect((await app.call(markCrushesSeen, {}, me.token)).status).toBe(200);
    await device.waitFor("crushes_seen");
    device.close();
    expect(await unseen(me)).toBe(0);
    // Answered by the other: news. Answered by me: none.
    await crush(three, me);
    await crush(me, one);
    expect(await unseen(me)).toBe(1);
    await app.database.pool.query("update members set status = 'suspended' where id = $1", [three.id]);
    expect(await unseen(me)).toBe(0);
    expect(await unseen(two)).toBe(0);
  });
});
