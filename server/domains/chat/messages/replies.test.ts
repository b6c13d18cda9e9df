import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deleteMessage, getMessages, type Message, sendMessage } from "#contract/chat/messages.ts";
import { QUOTE_MAX } from "#contract/chat/reactions.ts";
import { makeJpeg } from "#server/testing/images.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const send = (from: TestMember, to: { id: string }, content: string, replyToId?: string, clientId?: string) =>
  app.call(
    sendMessage,
    { body: { receiverId: to.id, content, ...(replyToId && { replyToId }), ...(clientId && { clientId }) } },
    from.token,
  );
const last = async (reader: TestMember, other: { id: string }) =>
  (await app.call(getMessages, { params: { userId: other.id }, query: {} }, reader.token)).body.messages.at(-1);

test("a reply quotes the original in the answer, the event and the conversation", async () => {
  const [a, b] = await createMatch(app);
  const device = await connectDevice(app, a.token);
  const long = "💪".repeat(QUOTE_MAX + 1);
  const original = (await send(a, b, long)).body.message;
  expect(original.replyTo).toBeNull();
  const { status, body } = await send(b, a, "Thursday.", original._id);
  await app.call(deleteMessage, { params: { messageId: body.message._id } }, b.token);
  await device.waitFor("message_deleted");
  const replyTo = {
    _id: original._id,
    sender: { _id: a.id },
    messageType: "text",
    excerpt: "💪".repeat(QUOTE_MAX),
    isDeleted: false,
  };
  expect([status, body.message.replyTo]).toEqual([201, replyTo]);
  const events = device.received.flatMap((one) => (one.event === "new_message" ? [one.payload.message] : []));
  expect(events.at(-1)).toMatchObject({ content: "Thursday.", replyTo });
  await send(b, a, "Friday.", original._id);
  expect((await last(a, b))?.replyTo).toEqual(replyTo);
  device.close();
});

test("a reply stays when the original is deleted, and can still be sent then", async () => {
  const [a, b] = await createMatch(app);
  const original = (await send(a, b, "Leg day?")).body.message;
  await send(b, a, "Thursday.", original._id);
  await app.call(deleteMessage, { params: { messageId: original._id } }, a.token);
  const deleted = { _id: original._id, excerpt: "", isDeleted: true };
  expect(await last(a, b)).toMatchObject({ content: "Thursday.", replyTo: deleted });
  expect((await send(b, a, "Or Friday.", original._id)).body.message.replyTo).toMatchObject(deleted);
});

test("the original must be in the same conversation", async () => {
  const [[a, b], [c, d]] = [await createMatch(app), await createMatch(app)];
  const elsewhere = (await send(c, d, "Secret")).body.message;
  for (const id of [elsewhere._id, randomUUID()]) {
    const { status, body } = await send(a, b, "What?", id);
    expect([status, body]).toMatchObject([400, { code: "invalid" }]);
    expect(JSON.stringify(body)).not.toContain("Secret");
  }
  expect(await last(a, b)).toBeUndefined();
});

test("replies that are sent together, repeated and as images keep their originals", async () => {
  const [a, b] = await createMatch(app);
  const originals: Message[] = [];
  for (const text of ["One", "Two", "Three"]) originals.push((await send(a, b, text)).body.message);
  const clientId = randomUUID();
  const answers = await Promise.all([
    ...originals.map(({ _id }, i) => send(b, a, `Reply ${i}`, _id)),
    send(b, a, "Without"),
    ...Array.from({ length: 3 }, () => send(b, a, "Once", originals[0]?._id, clientId)),
  ]);
  expect(answers.map(({ body }) => body.message.replyTo?.excerpt)).toEqual([
    "One",
    "Two",
    "Three",
    undefined,
    ...Array(3).fill("One"),
  ]);
  const form = new FormData();
  form.append("receiverId", a.id);
  form.append("replyToId", originals[1]?._id ?? "");
  form.append("image", new Blob([new Uint8Array(await makeJpeg())], { type: "image/jpeg" }), "picture.jpg");
  const headers = { authorization: `Bearer ${b.token}` };
  const image = await app.fetch("/api/messages/send-image", { method: "POST", headers, body: form });
  expect(image).toMatchObject({ status: 201, body: { message: { replyTo: { excerpt: "Two" } } } });
});
