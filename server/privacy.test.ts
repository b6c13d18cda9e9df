import sharp from "sharp";
import { expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { deleteMessage, getConversations, getMessages, markRead, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { updateTraining } from "#contract/training/training.ts";
import { TRAINING_CONSENT_VERSION } from "#contract/training/training-consent.ts";
import { centreOf } from "#server/platform/geo/geo-cells.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** Each private field has a word or number that is nowhere else. */
async function makeSecretive(): Promise<TestMember & { secrets: string[] }> {
  const member = await createCompleteMember(app, {
    coordinates: { coordinates: [-97.71234, 30.31234] },
    locationType: "device",
  });
  await app.call(updateFilters, { body: { ageMin: 23, ageMax: 87, distance: 137 } }, member.token);
  const week = { parts: [0, 11, 41], sports: [], isShared: true, consentVersion: TRAINING_CONSENT_VERSION };
  await app.call(updateTraining, { body: week }, member.token);
  const form = new FormData();
  const photo = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#d81e46" } })
    .jpeg()
    .toBuffer();
  form.append("photos", new Blob([new Uint8Array(photo)]), "holiday-in-lisbon.jpg");
  await app.call(addPhotos, { form }, member.token);
  const { pool } = app.database;
  await pool.query(
    "update members set last_active_at = '2026-01-02 03:04:05.678Z', joined_at = '2025-06-07 08:09:10Z' where id = $1",
    [member.id],
  );
  const { rows } = await pool.query(
    "select h3_cell, (select area from search_index where member_id = $1) as area, (select x::text from search_index where member_id = $1) as x, (select y::text from search_index where member_id = $1) as y from profiles where member_id = $1",
    [member.id],
  );
  const { cell, area, x, y } = rows[0];
  const { lat, lng } = centreOf(cell);
  const written = [
    "97.712",
    "30.312",
    "1994-05-17",
    "2026-01-02",
    "03:04:05.678",
    "2025-06-07",
    "lisbon",
    // The bits of the training week.
    "2199023257601",
    member.email,
  ];
  return {
    ...member,
    secrets: [
      ...written,
      cell,
      area,
      x.slice(0, 8),
      y.slice(0, 8),
      `${lat}`.slice(0, 6),
      `${lng}`.slice(0, 7),
      member.token,
    ],
  };
}

// @spec 3.user-summary-nothing
test("no reply or event to another member contains private data", async () => {
  const other = await makeSecretive();
  const me = await createCompleteMember(app);
  const device = await connectDevice(app, me.token);
  const told: unknown[] = [];
  const ask = async (...call: Parameters<typeof app.call>) => told.push((await app.call(...call)).body);

  await ask(browse, {}, me.token);
  await app.call(sendCrush, { body: { recipientId: me.id } }, other.token);
  await ask(sendCrush, { body: { recipientId: other.id } }, me.token);
  await app.call(sendMessage, { body: { receiverId: me.id, content: "Hi" } }, other.token);
  const { body } = await app.call(sendMessage, { body: { receiverId: other.id, content: "Hey" } }, me.token);
  await app.call(markRead, { params: { conversationId: conversationIdOf(me.id, other.id) } }, other.token);
  await app.call(deleteMessage, { params: { messageId: body.message._id } }, me.token);
  await ask(browse, {}, me.token);
  await ask(getMember, { params: { userId: other.id } }, me.token);
  await ask(getCrushes, {}, me.token);
  await ask(getWallet, {}, me.token);
  await ask(getConversations, {}, me.token);
  await ask(getMessages, { params: { userId: other.id } }, me.token);
  await device.waitFor("message_deleted");
  expect(new Set(device.received.map(({ event }) => event))).toEqual(
    new Set([
      "balance_low",
      "crush_received",
      "balance_changed",
      "crush_sent",
      "matched",
      "new_message",
      "messages_read",
      "message_deleted",
    ]),
  );
  const everything = JSON.stringify([told, device.received]);
  expect(everything).toContain(other.username);
  // The distance that is wanted; not as a part of an id.
  expect(everything).not.toMatch(/(?<![\w-])137(?![\w-])/);
  for (const secret of other.secrets) expect(everything, secret).not.toContain(secret);
  for (const field of [
    "email",
    "coordinates",
    "cell",
    "born",
    "dateOfBirth",
    "notifications",
    "ageMin",
    "status",
    "lastActive",
    "parts",
  ]) {
    expect(everything, field).not.toContain(`"${field}"`);
  }
  device.close();
});

test("a crush on me changes nothing that I see of its sender but its mark and that of how recent they are", async () => {
  const [me, other] = [await createCompleteMember(app), await createCompleteMember(app)];
  const look = async () => {
    const { profiles } = (await app.call(browse, {}, me.token)).body;
    const { body: page } = await app.call(getMember, { params: { userId: other.id } }, me.token);
    return { place: profiles.map(({ id }) => id), card: profiles.find(({ id }) => id === other.id), page };
  };
  const before = await look();
  await app.call(sendCrush, { body: { recipientId: me.id } }, other.token);
  expect(await look()).toEqual({
    place: before.place,
    card: { ...before.card, crushedOnMe: true },
    // Whoever has a crush sees the page of a hidden member, too, and the lack of a mark would tell that they hide.
    page: { ...before.page, crushedOnMe: true, recency: null },
  });
  const { crushes } = (await app.call(getCrushes, {}, me.token)).body;
  expect(crushes.crushesReceived.map(({ _id }) => _id)).toEqual([other.id]);
});
