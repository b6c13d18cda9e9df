import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { deleteMessage, getConversations, getMessages, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { imageForm, makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, createMember, type TestMember } from "#server/testing/members.ts";
import { retention } from "#server/testing/retention.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await makeJpeg();
});

const send = (from: TestMember, to: { id: string }, clientId?: string, picture = jpeg) =>
  app.call(sendAttachment, { form: imageForm(picture, to.id, clientId) }, from.token);
const wallet = async (member: TestMember) => (await app.call(getWallet, {}, member.token)).body;
const fetchPicture = (url: string | null | undefined, headers = {}) => fetch(app.address + url, { headers });
const files = () =>
  readdirSync(`${app.ctx.config.dataDir}/photos`, { recursive: true }).filter((name) =>
    String(name).endsWith("-full.webp"),
  );
async function leave(member: TestMember, crushes: number): Promise<void> {
  for (let { balance } = await wallet(member); balance > crushes; balance--)
    await app.call(sendCrush, { body: { recipientId: (await createCompleteMember(app)).id } }, member.token);
}

describe("an attachment", () => {
  // @spec 7.post-api-messages-2
  test("reaches both members, costs one crush, and is in the sender's history", async () => {
    const [a, b] = await createMatch(app);
    const device = await connectDevice(app, b.token);
    const { status, body } = await send(a, b, randomUUID());
    expect(status).toBe(201);
    expect(body.remainingCrushes).toBe(3);
    expect(body.message).toMatchObject({
      messageType: "image",
      content: "",
      seq: 1,
      image: { width: 1080, height: 810 },
    });
    const { message } = await device.waitFor("new_message");
    expect(message).toMatchObject({ _id: body.message._id, messageType: "image", clientId: null });
    expect(message.imageUrl).not.toBe(body.message.imageUrl);
    device.close();
    for (const [url, width] of [
      [message.imageUrl, 1080],
      [message.image?.mediumUrl, 720],
      [message.image?.thumbnailUrl, 320],
      [body.message.imageUrl, 1080],
    ] as const) {
      const answer = await fetchPicture(url);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "private, no-cache",
        "content-security-policy": "sandbox;frame-ancestors 'none'",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
      });
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: "webp", width });
    }
    expect((await wallet(a)).history[0]).toMatchObject({ action: "sent", change: -1, recipientName: b.username });
    expect((await wallet(b)).balance).toBe(4);
    const { conversations } = (await app.call(getConversations, {}, b.token)).body;
    expect(conversations[0]).toMatchObject({ unreadCount: 1, lastMessage: { messageType: "image", content: "" } });
    const [shown] = (await app.call(getMessages, { params: { userId: a.id } }, b.token)).body.messages;
    expect(shown).toEqual(message);
  });

  test("is revalidated at each request, and not sent again if unchanged", async () => {
    const [a, b] = await createMatch(app);
    const { imageUrl } = (await send(a, b)).body.message;
    const etag = (await fetchPicture(imageUrl)).headers.get("etag") ?? "";
    expect((await fetchPicture(imageUrl, { "if-none-match": etag })).status).toBe(304);
    expect((await fetchPicture(imageUrl, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("with one clientId is sent and charged once, however often it is requested", async () => {
    const [a, b] = await createMatch(app);
    const before = files().length;
    const clientId = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(a, b, clientId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.message._id)).size).toBe(1);
    expect(answers.map(({ body }) => body.remainingCrushes)).toEqual([3, 3, 3, 3, 3]);
    expect((await wallet(a)).balance).toBe(3);
    expect(files().length - before).toBe(1);
  });

  test("sent ten times concurrently with a balance of one is sent once", async () => {
    const [a, b] = await createMatch(app);
    await leave(a, 1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(a, b)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 402)]);
    expect((await wallet(a)).balance).toBe(0);
    expect((await app.call(getMessages, { params: { userId: b.id } }, a.token)).body.messages).toHaveLength(1);
  });

  test("is rejected if it cannot be sent, and then nothing is stored or charged", async () => {
    const [a, b] = await createMatch(app);
    const stranger = await createMember(app);
    const before = files().length;
    const png = Buffer.from("not a picture at all, whatever it is called");
    const half = jpeg.subarray(0, jpeg.length / 2);
    const large = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]);
    for (const [to, picture, status, message] of [
      [b, png, 415, "Please select a JPEG, PNG or WebP image"],
      [b, half, 415, "Please select a JPEG, PNG or WebP image"],
      [b, large, 413, "Image must be less than 5MB"],
      [stranger, jpeg, 403, "You can only message your matches."],
      [{ id: randomUUID() }, jpeg, 404, "Profile not found"],
      [{ id: "nonsense" }, jpeg, 400, "That is not an id"],
    ] as const) {
      expect(await send(a, to, undefined, picture)).toMatchObject({ status, body: { message } });
    }
    await leave(a, 0);
    expect(await send(a, b)).toMatchObject({
      status: 402,
      body: { message: "You need 1 crush to send an image. Please purchase more crushes." },
    });
    expect(await app.call(sendAttachment, { form: new FormData() }, a.token)).toMatchObject({ status: 400 });
    expect(files().length).toBe(before);
    expect((await app.call(getMessages, { params: { userId: b.id } }, a.token)).body.messages).toEqual([]);
  });

  test("is free with a subscription", async () => {
    const [a, b] = await createMatch(app);
    await leave(a, 0);
    await app.database.pool.query(
      "insert into subscriptions (provider_id, member_id, is_active, period_end) values ($1, $2, true, now() + interval '1 day')",
      [`sub_${a.id}`, a.id],
    );
    expect((await send(a, b)).body).toMatchObject({ remainingCrushes: 0 });
    expect((await wallet(a)).history[0]).toMatchObject({ action: "sent", change: 0 });
  });

  test("keeps its order among concurrent texts", async () => {
    const [a, b] = await createMatch(app);
    await app.ctx.transact((tx) => grantBonus(tx, a.id, 20, "test"));
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => [
        app.call(sendMessage, { body: { receiverId: a.id, content: `text ${i}` } }, b.token),
        send(a, b),
      ]).flat(),
    );
    const { messages } = (await app.call(getMessages, { params: { userId: b.id } }, a.token)).body;
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(messages.filter(({ messageType }) => messageType === "image")).toHaveLength(10);
  });

  test("that is deleted is unavailable at once, and deleted from disk after 30 days", async () => {
    const [a, b] = await createMatch(app);
    const before = files().length;
    const { message } = (await send(a, b)).body;
    expect(files().length).toBe(before + 1);
    await app.call(deleteMessage, { params: { messageId: message._id } }, a.token);
    expect((await fetchPicture(message.imageUrl)).status).toBe(404);
    expect((await app.call(getMessages, { params: { userId: a.id } }, b.token)).body.messages).toEqual([]);
    expect(files().length).toBe(before + 1);
    const { pass, purge } = retention(app);
    await pass(31);
    await purge();
    await expect.poll(() => files().length).toBe(before);
  });
});
