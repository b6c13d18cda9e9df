import { randomBytes } from "node:crypto";
import { login, register } from "#contract/accounts.ts";
import { INTERESTS, PROMPTS } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import { type ProfileChange, updateProfile } from "#contract/profiles.ts";
import { startSession } from "#server/modules/accounts/sessions.service.ts";
import type { TestApp } from "#server/testing/test-app.ts";

export interface TestMember {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export const PASSWORD = "a password for tests";

/** Another network for each signup, because signups are limited by network. The app has to trust the proxy. */
const nextNetwork = (() => {
  let count = 0;
  return () => `198.18.${Math.floor(++count / 250)}.${count % 250}`;
})();

/** Signs up a new member, whose profile is empty. */
export async function createMember(app: TestApp): Promise<TestMember> {
  const username = `member_${randomBytes(5).toString("hex")}`;
  const email = `${username}@example.com`;
  const sent = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
  const headers = { "x-forwarded-for": nextNetwork() };
  const { status, body } = await app.call(register, { body: sent }, undefined, headers);
  if (status !== 201) throw new Error(`could not join: ${body.message}`);
  return { id: body.user._id, username, email, password: PASSWORD, token: body.token };
}

/** Starts another session without hashing a password. @returns its token */
export const newToken = (app: TestApp, { id }: Pick<TestMember, "id">): Promise<string> =>
  app.ctx.transact((tx) => startSession(app.ctx, tx, { memberId: id, device: "Unknown device" }));

export const logIn = (app: TestApp, { email, password }: Pick<TestMember, "email" | "password">) =>
  app.call(login, { body: { email, password } });

export const COMPLETE_PROFILE: ProfileChange = {
  gender: "Woman",
  height: `5'8"`,
  bodyType: "Athletic",
  bio: "Barbell club by night.",
  location: "Austin, TX",
  interests: [INTERESTS[0], INTERESTS[2], INTERESTS[9]],
  lookingFor: "Workout partner",
  prompts: [{ question: PROMPTS[5], answer: "Pancakes." }],
};

/** Signs up a member with a complete profile but for photos, who can be discovered. */
export async function createCompleteMember(app: TestApp, change: ProfileChange = {}): Promise<TestMember> {
  const member = await createMember(app);
  const { status, body } = await app.call(updateProfile, { body: { ...COMPLETE_PROFILE, ...change } }, member.token);
  if (status !== 200) throw new Error(`could not save a profile: ${body.message}`);
  return member;
}

/** Creates two members who match. */
export async function createMatch(app: TestApp): Promise<readonly [TestMember, TestMember]> {
  const [a, b] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  await app.call(sendCrush, { body: { recipientId: b.id } }, a.token);
  const { body } = await app.call(sendCrush, { body: { recipientId: a.id } }, b.token);
  if (!body.isMatch) throw new Error("no match");
  return [a, b];
}
