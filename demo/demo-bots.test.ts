import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { getMessages, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { getFilters } from "#contract/discovery/search-preferences.ts";
import { addPhotos, updateProfile } from "#contract/members/profiles.ts";
import { hasWritten } from "#demo/demo.repo.ts";
import { startDemoBots } from "#demo/demo-bots.ts";
import { proposeWorkout } from "#demo/demo-dates.ts";
import { ensureDemoMembers } from "#demo/seed.ts";
import { createMember, registerCompleteMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

/** Enough for some near each newcomer. Each one is drawn, which takes a while. */
const MEMBERS = 50;
const app = testApp({ demoMembers: MEMBERS }, { work: true });

beforeAll(async () => {
  await ensureDemoMembers(app.ctx, MEMBERS, () => undefined);
  startDemoBots(app.ctx);
});

async function matchDemo(location: string) {
  const newcomer = await registerCompleteMember(app, { location });
  const near = async () => (await app.call(browse, {}, newcomer.token)).body.profiles;
  await expect.poll(async () => (await near()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
  const [profile] = await near();
  await app.call(sendCrush, { body: { recipientId: profile?.id ?? "" } }, newcomer.token);
  const matches = async () => (await app.call(getCrushes, {}, newcomer.token)).body.crushes.matches;
  await expect.poll(async () => (await matches()).length, { timeout: 15_000 }).toBe(1);
  return { newcomer, other: profile?.id ?? "" };
}

test("demo members move near a new member, crush back and reply once", async () => {
  const newcomer = await registerCompleteMember(app, { location: "Munich, Germany" });
  const near = async () => (await app.call(browse, {}, newcomer.token)).body.profiles;
  await expect.poll(async () => (await near()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4);
  const profiles = await near();
  const { ageMin, ageMax } = (await app.call(getFilters, {}, newcomer.token)).body.filters;
  for (const profile of profiles) {
    expect(profile.isDemo).toBe(true);
    expect(profile.age).toBeGreaterThanOrEqual(ageMin);
    expect(profile.age).toBeLessThanOrEqual(ageMax);
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

test("a demo member answers a workout date, until both agree", async () => {
  const { newcomer, other } = await matchDemo("Hamburg, Germany");
  const { propose, agree } = workoutDates(app);
  const { body } = await propose(newcomer, { id: other });
  const cardOf = async () => {
    const { messages } = (await app.call(getMessages, { params: { userId: other } }, newcomer.token)).body;
    return messages.find(({ _id }) => _id === body.message._id) ?? body.message;
  };
  await expect.poll(async () => (await cardOf()).date?.state, { timeout: 15_000 }).not.toBe("proposed");
  const card = await cardOf();
  if (card.date?.state === "countered") {
    expect(card.date).toMatchObject({ turn: newcomer.id, place: body.message.date?.place });
    expect((await agree(newcomer, card)).body.message.date?.state).toBe("agreed");
  } else expect(card.date?.state).toBe("agreed");
}, 60_000);

test("a demo member who proposes a workout does so once, at times of their week and of their town", async () => {
  const { newcomer, other } = await matchDemo("Vienna, Austria");
  const listDates = async () =>
    (await app.call(getMessages, { params: { userId: other } }, newcomer.token)).body.messages.filter(
      ({ messageType }) => messageType === "date",
    );
  await proposeWorkout(app.ctx, other, newcomer.id, 1);
  expect(await listDates()).toEqual([]);
  await app.call(sendMessage, { body: { receiverId: other, content: "Hi" } }, newcomer.token);
  await expect.poll(() => hasWritten(app.ctx.db, other, newcomer.id), { timeout: 15_000 }).toBe(true);
  for (let i = 0; i < 2; i++) await proposeWorkout(app.ctx, other, newcomer.id, 1);
  const [card, ...more] = await listDates();
  expect(more).toEqual([]);
  expect(card?.date).toMatchObject({ state: "proposed", turn: newcomer.id, timeZone: "Europe/Vienna" });
  for (const time of card?.date?.times ?? []) expect(Date.parse(time)).toBeGreaterThan(Date.now() + 86_400_000);
}, 60_000);
