import { describe, expect, test } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { deleteMessage, getMessages, markRead, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createMatch } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { leastOfThree } from "#server/testing/timing.ts";

/** Two processes of one app, as behind a proxy that sends each request to either. */
const here = testApp({}, { sharedWith: "others" });
const there = testApp({}, { sharedWith: here });

describe("members at two processes", () => {
  test("get all events about them", async () => {
    const [a, b] = await createMatch(here);
    const device = await connectDevice(there, b.token);
    const { message } = (await here.call(sendMessage, { body: { receiverId: b.id, content: "Hi" } }, a.token)).body;
    expect(await device.waitFor("new_message")).toMatchObject({
      rev: 1,
      message: { _id: message._id, clientId: null },
    });
    const writer = await connectDevice(here, a.token);
    await there.call(markRead, { params: { conversationId: conversationIdOf(a.id, b.id) } }, b.token);
    await writer.waitFor("messages_read");
    device.socket.emit("typing", { userId: b.id, recipientId: a.id });
    await writer.waitFor("user_typing");
    await here.call(deleteMessage, { params: { messageId: message._id } }, a.token);
    await device.waitFor("message_deleted");
    writer.close();
    device.close();
  });

  test("miss nothing that is sent while they connect", async () => {
    const [a, b] = await createMatch(here);
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await here.call(sendMessage, { body: { receiverId: b.id, content: "Now?" } }, a.token);
    })();
    for (let i = 0; i < 10; i++) {
      const device = await connectDevice(there, b.token);
      const read = { params: { userId: a.id }, query: {} };
      // The state that the device would read now that it is connected.
      const { rev } = (await there.call(getMessages, read, b.token)).body;
      const seen = () => device.received.flatMap(({ event, payload }) => (event === "new_message" ? payload.rev : []));
      await expect.poll(() => Math.max(0, ...seen())).toBeGreaterThan(rev);
      const [first = 0] = seen();
      expect(first).toBeLessThanOrEqual(rev + 1);
      device.close();
    }
    isWriting = false;
    await writing;
  });

  test("who write concurrently have their messages in one order without a gap", async () => {
    const [a, b] = await createMatch(here);
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const [app, from, to] = i % 2 === 0 ? ([here, a, b] as const) : ([there, b, a] as const);
        return app.call(sendMessage, { body: { receiverId: to.id, content: String(i) } }, from.token);
      }),
    );
    const read = (query: object) => here.call(getMessages, { params: { userId: b.id }, query }, a.token);
    const { messages, rev } = (await read({ after: 0, limit: 100 })).body;
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(rev).toBe(100);
  });

  test("send one message per clientId, even with concurrent requests to both processes", async () => {
    const [a, b] = await createMatch(here);
    const clientId = "0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d";
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? here : there).call(
          sendMessage,
          { body: { receiverId: b.id, content: "Once", clientId } },
          a.token,
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.message._id)).size).toBe(1);
  });

  test("are separated at both within a second of a block", async () => {
    const block = async (): Promise<number> => {
      const [a, b] = await createMatch(here);
      const picture = (await here.call(sendAttachment, { form: imageForm(await makeJpeg(), b.id) }, a.token)).body
        .message;
      const device = await connectDevice(there, a.token);
      const before = Date.now();
      await there.call(blockMember, { body: { userId: a.id } }, b.token);
      await device.waitFor("relationship_ended");
      for (const app of [here, there]) {
        expect((await fetch(app.address + picture.imageUrl)).status).toBe(404);
        const answer = await app.call(sendMessage, { body: { receiverId: b.id, content: "Why?" } }, a.token);
        expect(answer).toMatchObject({ status: 404, body: { message: "Profile not found" } });
      }
      const took = Date.now() - before;
      device.close();
      return took;
    };
    expect(await leastOfThree(1000, block)).toBeLessThanOrEqual(1000);
  });

  test("are told of lost events, stay connected and present, and get later events", async () => {
    const [a, b] = await createMatch(here);
    const { pool } = here.database;
    const device = await connectDevice(there, b.token, undefined, true);
    const countPresent = async () => (await pool.query("select from presence where member_id = $1", [b.id])).rowCount;
    device.socket.emit("presence", { present: true });
    await expect.poll(countPresent).toBe(1);
    // The table is unlogged, so a fail-over empties it.
    await pool.query("delete from presence");
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    await device.waitFor("events_missed");
    await expect.poll(countPresent).toBe(1);
    expect(device.socket.connected).toBe(true);
    await here.call(sendMessage, { body: { receiverId: b.id, content: "Still there?" } }, a.token);
    await device.waitFor("new_message");
    device.close();
  });

  test("whose app is of an earlier version reconnect after a failure between the processes", async () => {
    const [a, b] = await createMatch(here);
    const device = await connectDevice(there, b.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    await here.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
    );
    // By the connection, not by an order to stay away.
    expect(await cut).toBe("transport close");
    device.socket.connect();
    await expect.poll(() => device.socket.connected).toBe(true);
    await here.call(sendMessage, { body: { receiverId: b.id, content: "Are you there?" } }, a.token);
    await device.waitFor("new_message");
    device.close();
  });
});
