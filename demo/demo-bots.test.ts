import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { getCrushes, sendCrush } from "#contract/crushes.ts";
import { browse } from "#contract/discovery.ts";
import { getMessages, sendMessage } from "#contract/messages.ts";
import { addPhotos, updateProfile } from "#contract/profiles.ts";
import { startDemoBots } from "#demo/demo-bots.ts";
import { ensureDemoMembers } from "#demo/seed.ts";
import { createCompleteMember, createMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({ demoMembers: 60 }, { work: true });

beforeAll(async () => {
  await ensureDemoMembers(app.ctx, 60, () => undefined);
  startDemoBots(app.ctx);
});

test("demo members move near a new member, crush back and reply once", async () => {
  const newcomer = await createCompleteMember(app, { location: "Munich, Germany" });
  const near = async () => (await app.call(browse, {}, newcomer.token)).body.profiles;
  await expect.poll(async () => (await near()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  const profiles = await near();
  for (const profile of profiles) {
    expect(profile.isDemo).toBe(true);
    expect(profile.location).toMatch(/Germany$/);
  }

  const device = await connectDevice(app, newcomer.token);
  for (const { id } of profiles.slice(0, 4)) await app.call(sendCrush, { body: { recipientId: id } }, newcomer.token);
  const matches = async () => (await app.call(getCrushes, {}, newcomer.token)).body.crushes.matches;
  await expect.poll(async () => (await matches()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(1);

  const [match] = await matches();
  const other = match?._id ?? "";
  for (const content of ["Hi", "Still there?"]) {
    await app.call(sendMessage, { body: { receiverId: other, content } }, newcomer.token);
  }
  const thread = async () => (await app.call(getMessages, { params: { userId: other } }, newcomer.token)).body.messages;
  await expect.poll(async () => (await thread()).length, { timeout: 15_000 }).toBe(3);
  await device.waitFor("user_typing");
  await app.call(sendMessage, { body: { receiverId: other, content: "Nice" } }, newcomer.token);
  expect(await thread()).toHaveLength(4);
  device.close();
}, 60_000);

test("demo members move near a new member whose photo completes the profile", async () => {
  const newcomer = await createMember(app);
  const body = {
    bio: "Hi",
    location: "Oslo, Norway",
    coordinates: { coordinates: [10.75, 59.91] as [number, number] },
  };
  await app.call(updateProfile, { body }, newcomer.token);
  const near = async () => (await app.call(browse, {}, newcomer.token)).body.profiles.length;
  const photo = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#d81e46" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("photos", new Blob([new Uint8Array(photo)]), "me.jpg");
  expect((await app.call(addPhotos, { form }, newcomer.token)).status).toBe(201);
  await expect.poll(near, { timeout: 15_000 }).toBeGreaterThanOrEqual(4);
}, 60_000);
